import { parseDecision, type Decision } from './decision.ts';
import type { Reach } from './reach.ts';
import { callContext, withBilling, withEngine, withWatch } from './services.ts';
import type { Trace } from './trace-tree.ts';

const tracePattern = /^(?:tr_)?([0-9a-f]{32})$/;
const waitForRecordMs = 2_000;
const pauseMs = 100;
/** The type of a gate's own decision, and the operation of its charge. */
const gateName = 'gate';
/** How the operations of a watch's charges begin. */
const watchOperation = 'watch ';

/** The 32 hex digits of a trace id as answers show it, with or without its prefix; undefined for anything else. */
export function traceDigits(text: string): string | undefined {
  return tracePattern.exec(text)?.[1];
}

/** Everything known about an answer, with the decision that it came from and when that was recorded. */
export type CollectedTrace = Trace & {
  /** The decision that answered the caller: of a gate its own, which was made last. */
  readonly decision: Decision | undefined;
  readonly recordedAt: string | undefined;
};

/**
 * Collects what engine and billing know of a trace. A decision travels to its store after the answer was given, so one
 * that is not there yet is asked for again for two seconds. Throws when nothing at all is known.
 */
export async function collectTrace(
  reach: Reach,
  digits: string,
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
): Promise<CollectedTrace> {
  const { charges } = await withBilling(reach, (billing) => billing.GetCharges({ trace_id: digits }, callContext()));
  const ofGate = charges.some(({ operation }) => operation === gateName);
  const recorded = await withEngine(reach, async (engine) => {
    const deadline = Date.now() + waitForRecordMs;
    for (;;) {
      const { found, earlier, ...last } = await engine.GetDecision({ trace_id: digits }, callContext());
      const read = [...earlier, ...(found ? [last] : [])].map((each) => ({
        decision: parseDecision(each.decision_json),
        recordedAt: each.recorded_at,
      }));
      const complete = ofGate ? read.some(({ decision }) => decision.type === gateName) : read.length > 0;
      if (complete || Date.now() > deadline) {
        return read;
      }
      await pause();
    }
  });
  const traceId = `tr_${digits}`;
  if (recorded.length === 0 && charges.length === 0) {
    throw new Error(`nothing is known of ${traceId}: no decision and no charge was recorded under this id`);
  }
  const last = recorded.at(-1);
  const { watchAddress } = reach;
  const { delivery } =
    watchAddress !== undefined && charges.some(({ operation }) => operation.startsWith(watchOperation))
      ? await withWatch(watchAddress, (watch) => watch.GetDelivery({ trace_id: digits }, callContext()))
      : { delivery: null };
  return {
    traceId,
    decision: last?.decision,
    decisions: recorded.map(({ decision }) => decision),
    charges,
    delivery: delivery ?? undefined,
    recordedAt: last?.recordedAt,
  };
}
