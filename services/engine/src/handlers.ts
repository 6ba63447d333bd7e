import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { PairEvidencePoint } from '@assay/rpc/gen/assay/engine/v1/PairEvidencePoint';
import type { VerifyRequest__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { VerifyResponse } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { CallContext } from '@assay/rpc/context';
import { toProtoLevel } from '@assay/rpc/levels';
import { fromProtoParams } from '@assay/rpc/params';
import type { ServiceHandlers } from '@assay/rpc/methods';
import type { LiveEntry } from './catalog/live-catalog.ts';
import { unresolvedDecision, type Asker } from './decisions/decision.ts';
import { decided, requiredLevel } from './decisions/decided.ts';
import type { MeasuredPairName } from './monitoring/evidence-store.ts';
import type { EngineAnswer } from './verification/answer.ts';
import { storedResolution } from './words/withhold.ts';
import { readRows } from './read-rows.ts';
import { traceHandlers, type TracePorts } from './trace-handlers.ts';
import { swapHandlers, type SwapPorts } from './swap-handlers.ts';
import type { EngineQuestion } from './verification/verify.ts';

/** The dependencies of the handlers. */
export type HandlerPorts = SwapPorts &
  TracePorts & {
    readonly verify: (question: EngineQuestion, context: CallContext) => Promise<EngineAnswer>;
    /** Returns the live catalog. Waits until every source was asked once. */
    readonly listTypes: (context: CallContext) => Promise<readonly LiveEntry[]>;
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
    ...traceHandlers(ports),
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
          example_level: toProtoLevel(entry.exampleLevel),
          decided_pairs: entry.pairs.decided,
          open_pairs: entry.pairs.open,
        })),
      };
    },
    GetIndependence: async ({ type }) => ports.independence(type),
    DescribeIndependence: async ({ type }) => ({ types: ports.independence(type).types ?? [] }),
    ListPairEvidence: async (request) => ({
      points: [...(await readRows('evidence', ports.pairEvidence(request)))],
    }),
  };
}

/**
 * Returns the account and how its question was resolved. Omits the question's words if the account forbids storing
 * them.
 */
function askerOf(
  { account_id: accountId, resolution }: Pick<VerifyRequest__Output, 'account_id' | 'resolution'>,
  { words }: Pick<HandlerPorts, 'words'>,
): Asker {
  return {
    accountId,
    resolution: resolution === null ? null : storedResolution(resolution, words.keepsWords(accountId)),
  };
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
  const asked = { asker, startedAtMs, decidedAtMs: ports.now(), required, readsDecision: request.reads_decision };
  const { decision, response } = decided(answer, asked, context);
  await ports.record(decision);
  ports.onDecision(answer, context);
  return response;
}
