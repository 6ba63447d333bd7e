import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import type { Postgres } from '@assay/storage/postgres';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import { selectTraces } from '../decisions/find.ts';
import { selectDecisions } from '../decisions/list.ts';
import { findDecisions } from '../decisions/store.ts';
import { findFailedCall, insertFailedCalls } from '../failed-calls/store.ts';
import type { TracePorts } from '../trace-handlers.ts';
import { selectAccountsWithoutWords, updateKeepsWords } from '../words/store.ts';
import { createWordsSetting, type WordsSetting } from '../words/words-setting.ts';

const refreshEveryMs = 2_000;

/**
 * Returns the dependencies of the methods that store and return traces. `pages` are the database connections to use.
 */
export function composeTraces(pages: Pick<Postgres, 'query'>, tools: ServiceTools): TracePorts {
  return {
    findDecisions: (traceId, context, accountId) => findDecisions(pages, traceId, [context.trace], accountId),
    listDecisions: (filter, after, limit, context) => selectDecisions(pages, filter, after, limit, [context.trace]),
    findTraces: (accountId, digits, limit, context) => selectTraces(pages, accountId, digits, limit, [context.trace]),
    words: composeWords(pages, tools),
    findFailedCall: (traceId, context, accountId) => findFailedCall(pages, traceId, [context.trace], accountId),
    recordFailedCalls: (batch, context) => insertFailedCalls(pages, batch, [context.trace]),
  };
}

/**
 * Returns the setting by which accounts forbid storing the words of their questions. It is read again every two
 * seconds.
 */
function composeWords(postgres: Pick<Postgres, 'query'>, tools: ServiceTools): WordsSetting {
  const setting = createWordsSetting({
    load: () => selectAccountsWithoutWords(postgres),
    store: (accountId, keepsWords) => updateKeepsWords(postgres, accountId, keepsWords),
  });
  const warn = createThrottledWarning(tools.log);
  repeat(
    setting.refresh,
    {
      name: 'setting of words',
      everyMs: refreshEveryMs,
      onFailure: (error) => warn('could not read which accounts store no words', error),
    },
    tools,
  );
  return setting;
}
