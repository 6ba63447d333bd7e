/** Time after which a replica is ready if it can answer some types, without waiting for the others. */
const completeWithinMs = 5_000;
/** Time after which a replica is ready even if it can answer nothing, so that its callers learn the reason. */
const anyWithinMs = 30_000;

/** The dependencies of the check. */
export type FirstAnswersPorts = {
  /** Whether every source and node has been asked. */
  readonly isMeasured: () => boolean;
  /** The types that have any source or node. */
  readonly expected: readonly string[];
  /** The types that the replica can answer now. */
  readonly listed: () => readonly string[];
  readonly monotonic: () => number;
  /** Called once when the time has passed and the replica can answer nothing. */
  readonly onNothing: () => void;
};

/**
 * Creates the check of whether a replica that has just started can answer. It is not enough to ask every source once:
 * when the sources restart too, all of them are asked and none answers. Once the check has passed, it always passes.
 * Otherwise an outage of sources would take away the replicas that report it.
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
