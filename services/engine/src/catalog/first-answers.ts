/** Time after which a replica that can answer some types does not wait for the rest. */
const completeWithinMs = 5_000;
/** Time after which a replica that can answer nothing is ready all the same, so that its callers learn why. */
const anyWithinMs = 30_000;

/** What the check needs to know. */
export type FirstAnswersPorts = {
  /** Whether every source and node has been asked. */
  readonly isMeasured: () => boolean;
  /** The types that have a source or node at all. */
  readonly expected: readonly string[];
  /** The types that can be answered now. */
  readonly listed: () => readonly string[];
  readonly monotonic: () => number;
  /** Called once when nothing could be answered in time. */
  readonly onNothing: () => void;
};

/**
 * Creates the check whether a replica that has just started could answer. Asking every source is not enough: while the sources
 * restart too, all of them were asked and none has answered. Once the check passed it passes always, because an outage of
 * sources must not take the replicas away that report it.
 * @returns a function that throws the reason while the replica should get no calls.
 */
export function createFirstAnswers(ports: FirstAnswersPorts): () => void {
  let measuredAtMs: number | undefined;
  let hasPassed = false;
  return () => {
    if (hasPassed) {
      return;
    }
    if (!ports.isMeasured()) {
      throw new Error('not every source and node has been asked yet');
    }
    const nowMs = ports.monotonic();
    measuredAtMs ??= nowMs;
    const listed = new Set(ports.listed());
    const missing = ports.expected.filter((type) => !listed.has(type));
    const waitMs = listed.size > 0 ? completeWithinMs : anyWithinMs;
    hasPassed = missing.length === 0 || nowMs - measuredAtMs >= waitMs;
    if (!hasPassed) {
      throw new Error(`no source or node has answered yet for ${missing.join(', ')}`);
    }
    if (listed.size === 0 && missing.length > 0) {
      ports.onNothing();
    }
  };
}
