/**
 * Milliseconds after every source and node has been asked once. From then on, a replica that can answer only some types
 * is ready, without waiting for the other types.
 */
const completeWithinMs = 5_000;
/**
 * Milliseconds after every source and node has been asked once. From then on, a replica is ready even if it can answer
 * nothing, so that its callers learn the reason.
 */
const anyWithinMs = 30_000;

/** The dependencies of `createFirstAnswers`. */
export type FirstAnswersPorts = {
  /** Whether the replica has asked every source and node once. */
  readonly isMeasured: () => boolean;
  /** The types that have at least one source or node. */
  readonly expected: readonly string[];
  /** The types that the replica can answer now. */
  readonly listed: () => readonly string[];
  readonly monotonic: () => number;
  /** Called once when the waiting time is over and the replica can answer nothing. */
  readonly onNothing: () => void;
};

/**
 * Creates the check of whether a replica that has just started can answer. It is not enough to have asked every source
 * once: if the sources restart together with the replica, none of them answers. Once the check has passed, it never
 * fails again. Otherwise an outage of the sources would make every replica unready, and nobody could report the outage.
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
