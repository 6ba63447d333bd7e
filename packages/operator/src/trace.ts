import { gateType } from '@assay/catalog/outcomes';
import { pause } from '@assay/runtime/clock';
import type { FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import { recordedDecision } from './decision.ts';
import type { OperatorEndpoints } from './endpoints.ts';
import { callContext, withBilling, withEngine, withWatch } from './services.ts';
import type { AnswerTrace } from './trace-tree.ts';

const tracePattern = /^(?:tr_)?([0-9a-f]{32})$/;
const recordTimeoutMs = 2_000;
const pauseMs = 100;
/** Prefix of the operation ids under which a watch is charged. */
const watchOperation = 'watch ';

/** Returns the 32 hex digits of a trace id, written with or without its prefix. Undefined for any other text. */
export function traceDigits(text: string): string | undefined {
  return tracePattern.exec(text)?.[1];
}

/** A trace, with the decision that determined the caller's answer. */
export type CollectedTrace = AnswerTrace & {
  /** The decision that determined the caller's answer. For a gate, this is the gate's own decision, which is stored last. */
  readonly decision: Decision__Output | undefined;
  readonly recordedAt: string | undefined;
};

/**
 * Collects the decisions, charges and delivery of a trace. A decision is stored shortly after its answer, so the function
 * asks again for two seconds when a decision is missing. Throws when the trace id is unknown.
 */
export async function collectTrace(endpoints: OperatorEndpoints, digits: string): Promise<CollectedTrace> {
  const { charges } = await withBilling(endpoints, (billing) =>
    billing.GetCharges({ trace_id: digits }, callContext()),
  );
  const isGate = charges.some(({ operation }) => operation === gateType);
  const { recorded, failedCall } = await withEngine(endpoints, async (engine) => {
    const deadline = performance.now() + recordTimeoutMs;
    for (;;) {
      const {
        found,
        earlier,
        failed_call: failed,
        ...last
      } = await engine.GetDecision({ trace_id: digits }, callContext());
      const parsedDecisions = [...earlier, ...(found ? [last] : [])].map((each) => ({
        decision: recordedDecision(each),
        recordedAt: each.recorded_at,
      }));
      const complete = isGate
        ? parsedDecisions.some(({ decision }) => decision.type === gateType)
        : parsedDecisions.length > 0;
      // An engine of the previous version sends no failed call.
      const failedCall: FailedCall__Output | undefined = failed ?? undefined;
      if (complete || failedCall !== undefined || performance.now() > deadline) {
        return { recorded: parsedDecisions, failedCall };
      }
      await pause(pauseMs);
    }
  });
  const traceId = `tr_${digits}`;
  if (recorded.length === 0 && charges.length === 0 && failedCall === undefined) {
    throw new Error(
      `${traceId} is unknown: it has no decision, no charge and no stored error. A call without a valid key leaves none`,
    );
  }
  const last = recorded.at(-1);
  const { watchAddress } = endpoints;
  const { delivery } =
    watchAddress !== undefined && charges.some(({ operation }) => operation.startsWith(watchOperation))
      ? await withWatch(watchAddress, endpoints, (watch) => watch.GetDelivery({ trace_id: digits }, callContext()))
      : { delivery: null };
  return {
    traceId,
    decision: last?.decision,
    decisions: recorded.map(({ decision }) => decision),
    charges,
    failedCall,
    delivery: delivery ?? undefined,
    recordedAt: last?.recordedAt,
  };
}
