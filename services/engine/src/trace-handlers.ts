import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { DecisionSummary } from '@assay/rpc/gen/assay/engine/v1/DecisionSummary';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { FailedCall } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { isTraceId } from './decisions/decision.ts';
import { findTraces, type TraceFinder } from './decisions/find.ts';
import { listDecisions, type DecisionLister } from './decisions/list.ts';
import type { RecordedDecision } from './decisions/store.ts';
import type { FailedCallBatch } from './failed-calls/store.ts';
import { readRows } from './read-rows.ts';
import { bodyWithoutWords, withoutWords } from './words/withhold.ts';
import type { WordsSetting } from './words/words-setting.ts';

/** The dependencies of the methods that store and return traces. */
export type TracePorts = {
  /** Returns the decisions of a trace. With an account id, returns only this account's decisions. */
  readonly findDecisions: (
    traceId: string,
    context: CallContext,
    accountId?: string,
  ) => Promise<readonly RecordedDecision[]>;
  readonly listDecisions: DecisionLister;
  readonly findTraces: TraceFinder;
  /** Whether the engine stores the words of an account's questions. */
  readonly words: WordsSetting;
  /** Returns the failed call of a trace. With an account id, returns only a call of this account. */
  readonly findFailedCall: (
    traceId: string,
    context: CallContext,
    accountId?: string,
  ) => Promise<FailedCall | undefined>;
  /** Stores failed calls, and returns the number of new ones. */
  readonly recordFailedCalls: (batch: FailedCallBatch, context: CallContext) => Promise<number>;
};

type TraceMethod =
  | 'ListDecisions'
  | 'FindTraces'
  | 'RecordFailedCalls'
  | 'GetDecision'
  | 'GetAccountDecisions'
  | 'GetWordsSetting'
  | 'SetWordsSetting';

/**
 * Returns the methods that store failed calls, and return decisions and failed calls. If an account forbids storing the
 * words of its questions, no method returns them.
 */
export function traceHandlers(ports: TracePorts): Pick<ServiceHandlers<EngineServiceDefinition>, TraceMethod> {
  return {
    ListDecisions: async (request, context) => {
      const page = await listDecisions(request, context, ports);
      return ports.words.keepsWords(request.account_id)
        ? page
        : { ...page, decisions: (page.decisions ?? []).map(withoutWordsInList) };
    },
    FindTraces: (request, context) => findTraces(request, context, ports),
    GetWordsSetting: async ({ account_id: accountId }) => ({ keeps_words: ports.words.keepsWords(accountId) }),
    SetWordsSetting: async ({ account_id: accountId, keeps_words: keepsWords }) => {
      if (accountId === '') {
        throw new Fault('INTERNAL', undefined, { cause: new Error('the call names no account') });
      }
      await readRows('settings', ports.words.change(accountId, keepsWords));
      return {};
    },
    RecordFailedCalls: async ({ calls, left_out: leftOut }, context) => {
      if (!calls.every(({ trace_id: traceId, account_id: accountId }) => isTraceId(traceId) && accountId !== '')) {
        throw new Fault(
          'INVALID_PARAM',
          'each failed call needs an account_id and a trace_id of 32 lowercase hex digits',
        );
      }
      const stored = calls.map((call) => shownFailure(call, ports));
      return { stored: await readRows('failed calls', ports.recordFailedCalls({ calls: stored, leftOut }, context)) };
    },
    GetDecision: async ({ trace_id }, context) => {
      const [recorded, failedCall] = await Promise.all([
        readDecisions(trace_id, context, ports),
        readFailedCall(trace_id, context, ports),
      ]);
      const found = recorded.map(({ decisionJson, recordedAt }) => ({
        decision_json: decisionJson,
        decision: shownDecision(decisionJson, ports),
        recorded_at: recordedAt,
      }));
      const failed = failedCall === undefined ? {} : { failed_call: failedCall };
      return { found: found.length > 0, ...found.at(-1), earlier: found.slice(0, -1), ...failed };
    },
    GetAccountDecisions: async ({ account_id, trace_id }, context) => {
      if (account_id === '') {
        throw new Fault('INTERNAL', undefined, { cause: new Error('the call names no account') });
      }
      const [found, failedCall] = await Promise.all([
        readDecisions(trace_id, context, ports, account_id),
        readFailedCall(trace_id, context, ports, account_id),
      ]);
      return {
        decisions: found.map(({ decisionJson }) => shownDecision(decisionJson, ports)),
        ...(failedCall === undefined ? {} : { failed_call: failedCall }),
      };
    },
  };
}

/**
 * Returns the decision of a stored document. If the account forbids storing the words of its questions, they are left
 * out. The recorder made the document from a decision message, so both have the same fields.
 */
function shownDecision(json: string, { words }: Pick<TracePorts, 'words'>): Decision {
  const decision = JSON.parse(json) as Decision;
  return words.keepsWords(decision.account_id ?? '') ? decision : withoutWords(decision);
}

/** Returns a failed call. If its account forbids storing the words of questions, they are left out. */
function shownFailure<Call extends FailedCall>(call: Call, { words }: Pick<TracePorts, 'words'>): Call {
  return words.keepsWords(call.account_id ?? '')
    ? call
    : { ...call, body_json: bodyWithoutWords(call.body_json ?? '') };
}

/**
 * Returns a row of a list without the words of a question. In a list, only the rows of failed calls contain such words.
 */
function withoutWordsInList(row: DecisionSummary): DecisionSummary {
  return row.code ? { ...row, params_json: bodyWithoutWords(row.params_json ?? '') } : row;
}

async function readDecisions(
  traceId: string,
  context: CallContext,
  { findDecisions }: Pick<TracePorts, 'findDecisions'>,
  accountId?: string,
): Promise<readonly RecordedDecision[]> {
  if (!isTraceId(traceId)) {
    throw new Fault('INVALID_PARAM', 'trace_id must be 32 lowercase hex digits');
  }
  return readRows('decisions', findDecisions(traceId, context, accountId));
}

async function readFailedCall(
  traceId: string,
  context: CallContext,
  ports: Pick<TracePorts, 'findFailedCall' | 'words'>,
  accountId?: string,
): Promise<FailedCall | undefined> {
  // A malformed trace id is left to readDecisions, which refuses it.
  const found = isTraceId(traceId)
    ? await readRows('failed calls', ports.findFailedCall(traceId, context, accountId))
    : undefined;
  return found === undefined ? undefined : shownFailure(found, ports);
}
