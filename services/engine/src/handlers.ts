import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { Level as LevelMessage } from '@assay/rpc/gen/assay/engine/v1/Level';
import type { Outcome } from '@assay/rpc/gen/assay/engine/v1/Outcome';
import type { VerifyRequest__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { VerifyResponse } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { CallContext } from '@assay/rpc/context';
import type { ServiceHandlers } from '@assay/rpc/methods';
import type { LiveEntry } from './catalog/live-catalog.ts';
import { decisionOf, isTraceId, unresolvedDecision } from './decisions/decision.ts';
import type { RecordedDecision } from './decisions/store.ts';
import type { Answered, Question } from './verification/verify.ts';

/** What the handlers hand their work to. */
export type HandlerPorts = {
  readonly verify: (question: Question, context: CallContext) => Promise<Answered>;
  /** Resolves when the decision is durable; see Recording. */
  readonly record: (decision: Decision) => Promise<void>;
  /** The live catalog, once every source was measured. */
  readonly listTypes: (context: CallContext) => Promise<readonly LiveEntry[]>;
  readonly findDecision: (traceId: string, context: CallContext) => Promise<RecordedDecision | undefined>;
  /** What was measured about the providers of one type, or of all types for an empty name. */
  readonly independence: (type: string) => GetIndependenceResponse;
  /** Told of every decision that was recorded. */
  readonly decided: (answered: Answered, context: CallContext) => void;
  readonly now: () => number;
};

const levelMessages = {
  single_source: 'LEVEL_SINGLE_SOURCE',
  consensus: 'LEVEL_CONSENSUS',
  anchored: 'LEVEL_ANCHORED',
} as const satisfies Record<Level, LevelMessage>;

const outcomes = {
  delivered: 'OUTCOME_DELIVERED',
  refused: 'OUTCOME_REFUSED',
  no_source: 'OUTCOME_NO_SOURCE',
  failed: 'OUTCOME_FAILED',
} as const satisfies Record<Answered['verdict']['outcome'], Outcome>;

/** The engine's methods. No answer leaves before its decision is durable. */
export function createHandlers(ports: HandlerPorts): ServiceHandlers<EngineServiceDefinition> {
  return {
    Verify: (request, context) => verifyAndRecord(request, context, ports),
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
          max_level: levelMessages[entry.maxLevel],
          cap_reason: entry.capReason,
          max_cost_micros: Number(entry.maxCostMicros),
          measuring: entry.measuring,
        })),
      };
    },
    GetIndependence: async ({ type }) => ports.independence(type),
    GetDecision: async ({ trace_id }, context) => {
      if (!isTraceId(trace_id)) {
        throw new Fault('INVALID_PARAM', 'trace_id must be 32 lowercase hex digits');
      }
      const found = await ports.findDecision(trace_id, context).catch((error: unknown) => {
        throw new Fault('UNAVAILABLE', 'decisions cannot be read at this moment; try again', { cause: error });
      });
      return found === undefined
        ? { found: false }
        : { found: true, decision_json: found.decisionJson, recorded_at: found.recordedAt };
    },
  };
}

async function verifyAndRecord(
  request: VerifyRequest__Output,
  context: CallContext,
  ports: HandlerPorts,
): Promise<VerifyResponse> {
  const startedAtMs = ports.now();
  const required = levelOf(request.min_level);
  const answered = await ports.verify({ type: request.type, paramsJson: request.params_json, required }, context);
  const asker = { accountId: request.account_id, resolution: request.resolution };
  const decision = decisionOf(answered, asker, { startedAtMs, decidedAtMs: ports.now(), required }, context);
  await ports.record(decision);
  ports.decided(answered, context);
  const { verdict } = answered;
  return {
    outcome: outcomes[verdict.outcome],
    data_json: decision.data_json ?? '',
    params_json: answered.paramsJson,
    level: verdict.level === undefined ? 'LEVEL_UNSPECIFIED' : levelMessages[verdict.level],
    origin: answered.type.origin,
    source: decision.source ?? '',
    source_cost_micros: decision.source_cost_micros ?? 0,
    total_cost_micros: decision.total_cost_micros ?? 0,
    reason: verdict.reason,
    required: levelMessages[required],
  };
}

/** A caller that names no level requires the lowest. */
function levelOf(message: VerifyRequest__Output['min_level']): Level {
  const found = Object.entries(levelMessages).find(([, value]) => value === message);
  return (found?.[0] as Level | undefined) ?? 'single_source';
}
