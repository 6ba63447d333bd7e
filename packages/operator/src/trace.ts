import { parseDecision } from './decision.ts';
import type { Reach } from './reach.ts';
import { callContext, withBilling, withEngine } from './services.ts';
import type { Trace } from './trace-tree.ts';

const tracePattern = /^(?:tr_)?([0-9a-f]{32})$/;
const waitForRecordMs = 2_000;
const pauseMs = 100;

/** The 32 hex digits of a trace id as answers show it, with or without its prefix; undefined for anything else. */
export function traceDigits(text: string): string | undefined {
  return tracePattern.exec(text)?.[1];
}

/**
 * Collects what engine and billing know of a trace. A decision travels to its store after the answer was given, so one
 * that is not there yet is asked for again for two seconds. Throws when nothing at all is known.
 */
export async function collectTrace(
  reach: Reach,
  digits: string,
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
): Promise<Trace & { readonly recordedAt: string | undefined }> {
  const decision = await withEngine(reach, async (engine) => {
    const deadline = Date.now() + waitForRecordMs;
    for (;;) {
      const found = await engine.GetDecision({ trace_id: digits }, callContext());
      if (found.found || Date.now() > deadline) {
        return found;
      }
      await pause();
    }
  });
  const { charges } = await withBilling(reach, (billing) => billing.GetCharges({ trace_id: digits }, callContext()));
  const traceId = `tr_${digits}`;
  if (!decision.found && charges.length === 0) {
    throw new Error(`nothing is known of ${traceId}: no decision and no charge was recorded under this id`);
  }
  return {
    traceId,
    decision: decision.found ? parseDecision(decision.decision_json) : undefined,
    charges,
    recordedAt: decision.found ? decision.recorded_at : undefined,
  };
}
