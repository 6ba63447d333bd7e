import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { Outcome } from '@assay/rpc/gen/assay/engine/v1/Outcome';
import type { PairEvidencePoint } from '@assay/rpc/gen/assay/engine/v1/PairEvidencePoint';
import type { VerifyRequest__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { VerifyResponse } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { VerifySwapRequest__Output } from '@assay/rpc/gen/assay/engine/v1/VerifySwapRequest';
import type { VerifySwapResponse } from '@assay/rpc/gen/assay/engine/v1/VerifySwapResponse';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { CallContext } from '@assay/rpc/context';
import { fromProtoLevel, toProtoLevel } from '@assay/rpc/levels';
import type { ServiceHandlers } from '@assay/rpc/methods';
import type { LiveEntry } from './catalog/live-catalog.ts';
import {
  decisionOf,
  decisionsOfTrace,
  encodeDecision,
  gateDecision,
  isTraceId,
  unresolvedDecision,
  type Asker,
} from './decisions/decision.ts';
import { listDecisions, type DecisionLister } from './decisions/list.ts';
import type { RecordedDecision } from './decisions/store.ts';
import type { MeasuredPairName } from './monitoring/evidence-store.ts';
import type { EngineAnswer } from './verification/answer.ts';
import type { SwapQuestion, SwapAnswer } from './verification/swap-answer.ts';
import type { EngineQuestion } from './verification/verify.ts';

/** The dependencies of the handlers. */
export type HandlerPorts = {
  readonly verify: (question: EngineQuestion, context: CallContext) => Promise<EngineAnswer>;
  /** Quotes a swap and judges the risk of the token that it pays out, from the same snapshots of the chain. */
  readonly verifySwap: (question: SwapQuestion, context: CallContext) => Promise<SwapAnswer>;
  /**
   * Resolves when the decision is durable, together with the encoded decisions that it rests on. Either all of them are
   * stored or none. See DecisionWriter.
   */
  readonly record: (decision: Decision, restsOn?: Buffer) => Promise<void>;
  /** Returns the live catalog, once every source was asked. */
  readonly listTypes: (context: CallContext) => Promise<readonly LiveEntry[]>;
  /** Returns the decisions of a trace; with an account only those of that account. */
  readonly findDecisions: (
    traceId: string,
    context: CallContext,
    accountId?: string,
  ) => Promise<readonly RecordedDecision[]>;
  readonly listDecisions: DecisionLister;
  /** Returns the measured independence of one type, or of all types for an empty name. */
  readonly independence: (type: string) => GetIndependenceResponse;
  /** Returns the stored history of the evidence on a pair, oldest first. */
  readonly pairEvidence: (pair: MeasuredPairName) => Promise<readonly PairEvidencePoint[]>;
  /** Takes every answer. */
  readonly onDecision: (answer: EngineAnswer, context: CallContext) => void;
  readonly now: () => number;
};

const outcomes = {
  delivered: 'OUTCOME_DELIVERED',
  refused: 'OUTCOME_REFUSED',
  no_source: 'OUTCOME_NO_SOURCE',
  failed: 'OUTCOME_FAILED',
} as const satisfies Record<EngineAnswer['outcome'], Outcome>;

/** Creates the handlers of the engine's methods, except that of the operator's check. No answer leaves before its decision is durable. */
export function createHandlers(ports: HandlerPorts): Omit<ServiceHandlers<EngineServiceDefinition>, 'GetDiagnosis'> {
  return {
    Verify: (request, context) => verifyAndRecord(request, context, ports),
    VerifySwap: (request, context) => verifySwap(request, context, ports),
    RecordUnresolved: async (request, context) => {
      const asker = { accountId: request.account_id, resolution: request.resolution };
      const unresolved = { type: request.type, missingParam: request.outcome === 'missing_param' };
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
    ListDecisions: async (request, context) => listDecisions(request, context, ports),
    RecordGate: async (request, context) => {
      const { account_id: accountId, question_json: questionJson, judgement_json: judgementJson } = request;
      const { decision, reason, latency_ms: latencyMs } = request;
      const judged = { accountId, questionJson, decision, judgementJson, reason, latencyMs };
      const parts = decisionsOfTrace(request.decisions, context);
      await ports.record(gateDecision(judged, ports.now(), context), parts);
      return {};
    },
    GetDecision: async ({ trace_id }, context) => {
      const recorded = await readDecisions(trace_id, context, ports);
      const found = recorded.map(({ decisionJson, recordedAt }) => ({
        decision_json: decisionJson,
        recorded_at: recordedAt,
      }));
      return { found: found.length > 0, ...found.at(-1), earlier: found.slice(0, -1) };
    },
    GetAccountDecisions: async ({ account_id, trace_id }, context) => {
      if (account_id === '') {
        throw new Fault('INTERNAL', undefined, { cause: new Error('the call names no account') });
      }
      const found = await readDecisions(trace_id, context, ports, account_id);
      // The recorder wrote each document from this message, so its JSON has the fields of the message.
      return { decisions: found.map(({ decisionJson }) => JSON.parse(decisionJson) as Decision) };
    },
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

/** Answers UNAVAILABLE where the database cannot be read. */
function read<Rows>(what: string, rows: Promise<Rows>): Promise<Rows> {
  return rows.catch((error: unknown) => {
    throw new Fault('UNAVAILABLE', `${what} cannot be read at this moment; try again`, { cause: error });
  });
}

async function verifyAndRecord(
  request: VerifyRequest__Output,
  context: CallContext,
  ports: HandlerPorts,
): Promise<VerifyResponse> {
  const startedAtMs = ports.now();
  const required = levelOf(request.min_level);
  const answer = await ports.verify({ type: request.type, paramsJson: request.params_json, required }, context);
  const asker = { accountId: request.account_id, resolution: request.resolution };
  const { decision, response } = decided(answer, { asker, startedAtMs, required }, context, ports);
  await ports.record(decision);
  ports.onDecision(answer, context);
  return response;
}

/**
 * Returns the decisions of both parts with the answers, unrecorded. The gate sends them back with its own decision, so
 * that all three are stored in one round trip before any answer leaves.
 */
async function verifySwap(
  request: VerifySwapRequest__Output,
  context: CallContext,
  ports: HandlerPorts,
): Promise<VerifySwapResponse> {
  const startedAtMs = ports.now();
  const required = levelOf(request.min_level);
  const swap = await ports.verifySwap({ paramsJson: request.params_json, required }, context);
  const asked = { asker: { accountId: request.account_id, resolution: null }, startedAtMs, required };
  const quote = decided(swap.quote, asked, context, ports);
  const risk = swap.risk === undefined ? [] : [decided(swap.risk, asked, context, ports)];
  [swap.quote, ...(swap.risk === undefined ? [] : [swap.risk])].forEach((answer) => ports.onDecision(answer, context));
  return {
    quote: quote.response,
    ...(risk[0] === undefined ? {} : { risk: risk[0].response }),
    decisions: Buffer.concat([quote, ...risk].map(({ decision }) => encodeDecision(decision))),
    checked_mint: swap.checkedMint,
    fee_bps: swap.feeBps === undefined ? '' : String(swap.feeBps),
    ...(swap.inputAccount === undefined ? {} : { input_account: swap.inputAccount }),
    ...(swap.outputAccount === undefined ? {} : { output_account: swap.outputAccount }),
  };
}

/** Returns the decision to record, and the response that may leave once the decision is durable. */
function decided(
  answer: EngineAnswer,
  asked: { readonly asker: Asker; readonly startedAtMs: number; readonly required: Level },
  context: CallContext,
  { now }: Pick<HandlerPorts, 'now'>,
): { readonly decision: Decision; readonly response: VerifyResponse } {
  const { asker, startedAtMs, required } = asked;
  const decision = decisionOf(answer, asker, { startedAtMs, decidedAtMs: now(), required }, context);
  const response: VerifyResponse = {
    outcome: outcomes[answer.outcome],
    data_json: decision.data_json ?? '',
    params_json: answer.paramsJson,
    level: answer.level === undefined ? 'LEVEL_UNSPECIFIED' : toProtoLevel(answer.level),
    origin: answer.type.origin,
    source: decision.source ?? '',
    source_cost_micros: decision.source_cost_micros ?? 0,
    total_cost_micros: decision.total_cost_micros ?? 0,
    reason: answer.reason,
    required: toProtoLevel(required),
    problem_code: answer.problemCode ?? '',
  };
  return { decision, response };
}

/** Returns the required level. A caller that names none requires the lowest. */
function levelOf(message: VerifyRequest__Output['min_level']): Level {
  return fromProtoLevel(message) ?? 'single_source';
}
