import { Fault } from '@assay/faults/faults';
import type { DecisionSummary } from '@assay/rpc/gen/assay/engine/v1/DecisionSummary';
import type { FailedCall } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { PairEvidencePoint } from '@assay/rpc/gen/assay/engine/v1/PairEvidencePoint';
import type { VerifyRequest__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { VerifyResponse } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { CallContext } from '@assay/rpc/context';
import { toProtoLevel } from '@assay/rpc/levels';
import { fromProtoParams } from '@assay/rpc/params';
import type { ServiceHandlers } from '@assay/rpc/methods';
import type { LiveEntry } from './catalog/live-catalog.ts';
import { isTraceId, unresolvedDecision, type Asker } from './decisions/decision.ts';
import { listDecisions, type DecisionLister } from './decisions/list.ts';
import { decided, requiredLevel } from './decisions/decided.ts';
import type { RecordedDecision } from './decisions/store.ts';
import type { FailedCallBatch } from './failed-calls/store.ts';
import type { MeasuredPairName } from './monitoring/evidence-store.ts';
import type { EngineAnswer } from './verification/answer.ts';
import { bodyWithoutWords, storedResolution, withoutWords } from './words/withhold.ts';
import type { WordsSetting } from './words/words-setting.ts';
import { swapHandlers, type SwapPorts } from './swap-handlers.ts';
import type { EngineQuestion } from './verification/verify.ts';

/** The dependencies of the handlers. */
export type HandlerPorts = SwapPorts & {
  readonly verify: (question: EngineQuestion, context: CallContext) => Promise<EngineAnswer>;
  /** Returns the live catalog once every source was asked. */
  readonly listTypes: (context: CallContext) => Promise<readonly LiveEntry[]>;
  /** Returns the decisions of a trace. With an account id, returns only this account's decisions. */
  readonly findDecisions: (
    traceId: string,
    context: CallContext,
    accountId?: string,
  ) => Promise<readonly RecordedDecision[]>;
  readonly listDecisions: DecisionLister;
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
  /** Returns the measured independence of one type, or of all types for an empty type name. */
  readonly independence: (type: string) => GetIndependenceResponse;
  /** Returns the stored history of the evidence on a pair, oldest first. */
  readonly pairEvidence: (pair: MeasuredPairName) => Promise<readonly PairEvidencePoint[]>;
};

/**
 * Creates the handlers of the engine's methods, except the handler of the operator's check. No answer is sent before
 * its decision is durable.
 */
export function createHandlers(ports: HandlerPorts): Omit<ServiceHandlers<EngineServiceDefinition>, 'GetDiagnosis'> {
  return {
    Verify: (request, context) => verifyAndRecord(request, context, ports),
    ...swapHandlers(ports),
    RecordUnresolved: async (request, context) => {
      const asker = askerOf(request, ports);
      const outcome = request.outcome === 'missing_param' ? 'missing_param' : 'unresolved';
      const unresolved = { type: request.type, outcome } as const;
      await ports.record(unresolvedDecision(unresolved, asker, ports.now(), context));
      return {};
    },
    ListTypes: async (_request, context) => {
      const entries = await ports.listTypes(context);
      return {
        types: entries.map((entry) => ({
          type: entry.type,
          providers: entry.providers,
          max_level: toProtoLevel(entry.maxLevel),
          cap_reason: entry.capReason,
          max_cost_micros: Number(entry.maxCostMicros),
          measuring: entry.measuring,
        })),
      };
    },
    GetIndependence: async ({ type }) => ports.independence(type),
    DescribeIndependence: async ({ type }) => ({ types: ports.independence(type).types ?? [] }),
    ListPairEvidence: async (request) => ({
      points: [...(await read('evidence', ports.pairEvidence(request)))],
    }),
    ListDecisions: async (request, context) => {
      const page = await listDecisions(request, context, ports);
      return ports.words.keepsWords(request.account_id)
        ? page
        : { ...page, decisions: (page.decisions ?? []).map(withoutWordsInList) };
    },
    GetWordsSetting: async ({ account_id: accountId }) => ({ keeps_words: ports.words.keepsWords(accountId) }),
    SetWordsSetting: async ({ account_id: accountId, keeps_words: keepsWords }) => {
      if (accountId === '') {
        throw new Fault('INTERNAL', undefined, { cause: new Error('the call names no account') });
      }
      await read('settings', ports.words.change(accountId, keepsWords));
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
      return { stored: await read('failed calls', ports.recordFailedCalls({ calls: stored, leftOut }, context)) };
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
 * Returns the decision of a stored document, without words that its account does not store. The recorder wrote the
 * document from a decision message, so the document has the message's fields.
 */
function shownDecision(json: string, { words }: Pick<HandlerPorts, 'words'>): Decision {
  const decision = JSON.parse(json) as Decision;
  return words.keepsWords(decision.account_id ?? '') ? decision : withoutWords(decision);
}

/** Returns a failed call without words that its account does not store. */
function shownFailure<Call extends FailedCall>(call: Call, { words }: Pick<HandlerPorts, 'words'>): Call {
  return words.keepsWords(call.account_id ?? '')
    ? call
    : { ...call, body_json: bodyWithoutWords(call.body_json ?? '') };
}

/** Returns a row of a list without words. Only a failed call has words there. */
function withoutWordsInList(row: DecisionSummary): DecisionSummary {
  return row.code ? { ...row, params_json: bodyWithoutWords(row.params_json ?? '') } : row;
}

/** Returns the account that asks, and how its question was resolved, without words that the account does not store. */
function askerOf(
  { account_id: accountId, resolution }: Pick<VerifyRequest__Output, 'account_id' | 'resolution'>,
  { words }: Pick<HandlerPorts, 'words'>,
): Asker {
  return {
    accountId,
    resolution: resolution === null ? null : storedResolution(resolution, words.keepsWords(accountId)),
  };
}

async function readDecisions(
  traceId: string,
  context: CallContext,
  { findDecisions }: Pick<HandlerPorts, 'findDecisions'>,
  accountId?: string,
): Promise<readonly RecordedDecision[]> {
  if (!isTraceId(traceId)) {
    throw new Fault('INVALID_PARAM', 'trace_id must be 32 lowercase hex digits');
  }
  return read('decisions', findDecisions(traceId, context, accountId));
}

async function readFailedCall(
  traceId: string,
  context: CallContext,
  ports: Pick<HandlerPorts, 'findFailedCall' | 'words'>,
  accountId?: string,
): Promise<FailedCall | undefined> {
  // readDecisions refuses a malformed trace id.
  const found = isTraceId(traceId)
    ? await read('failed calls', ports.findFailedCall(traceId, context, accountId))
    : undefined;
  return found === undefined ? undefined : shownFailure(found, ports);
}

/** Resolves with the rows that a query returns, or rejects with UNAVAILABLE when the database cannot be read. */
function read<Rows>(subject: string, rows: Promise<Rows>): Promise<Rows> {
  return rows.catch((error: unknown) => {
    throw new Fault('UNAVAILABLE', `${subject} cannot be read at this moment; try again`, { cause: error });
  });
}

async function verifyAndRecord(
  request: VerifyRequest__Output,
  context: CallContext,
  ports: HandlerPorts,
): Promise<VerifyResponse> {
  const startedAtMs = ports.now();
  const required = requiredLevel(request.min_level);
  const answer = await ports.verify({ type: request.type, params: fromProtoParams(request), required }, context);
  const asker = askerOf(request, ports);
  const { decision, response } = decided(answer, { asker, startedAtMs, decidedAtMs: ports.now(), required }, context);
  await ports.record(decision);
  ports.onDecision(answer, context);
  return response;
}
