import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import type { Postgres } from '@assay/storage/postgres';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import { selectAccountsWithoutWords, updateKeepsWords } from '../words/store.ts';
import { createWordsSetting, type WordsSetting } from '../words/words-setting.ts';

const refreshEveryMs = 2_000;

/** Returns the setting of accounts about their words. It is read again every two seconds. */
export function composeWords(postgres: Pick<Postgres, 'query'>, tools: ServiceTools): WordsSetting {
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
