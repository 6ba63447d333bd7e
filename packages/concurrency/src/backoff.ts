/** Pauses before new attempts at work that fails. */
export type Backoff = {
  /** Returns the pause after a failure, in milliseconds. */
  readonly nextMs: () => number;
};

/** The bounds of the pauses. */
export type BackoffLimits = {
  readonly firstMs: number;
  /** The longest pause before the random part, which adds up to half of it. */
  readonly maxMs: number;
  /** Work that ran for this long was healthy, so former failures no longer count. */
  readonly healthyAfterMs: number;
};

/**
 * Creates pauses that double with each failure in a row. The random part keeps processes apart that failed together.
 * @param monotonic milliseconds on a clock that never runs backwards.
 * @param random a number from 0 to 1.
 */
export function createBackoff(
  { firstMs, maxMs, healthyAfterMs }: BackoffLimits,
  monotonic: () => number,
  random: () => number = Math.random,
): Backoff {
  let pauseMs = 0;
  let startedAtMs = monotonic();
  return {
    nextMs: () => {
      const isHealthy = monotonic() - startedAtMs >= healthyAfterMs;
      pauseMs = isHealthy || pauseMs === 0 ? firstMs : Math.min(maxMs, 2 * pauseMs);
      const nextMs = pauseMs * (1 + random() / 2);
      startedAtMs = monotonic() + nextMs;
      return nextMs;
    },
  };
}
