/** The pauses between attempts at work that keeps failing. */
export type Backoff = {
  /** Returns how long to pause after a failure, in milliseconds. */
  readonly nextMs: () => number;
};

/** The bounds of the pauses. */
export type BackoffLimits = {
  readonly firstMs: number;
  /**
   * Maximum pause in milliseconds, without its random part. The random part is at most half of the pause and comes on
   * top.
   */
  readonly maxMs: number;
  /**
   * A time in milliseconds. When the work ran at least this long before it failed, the pauses start again from
   * `firstMs`.
   */
  readonly healthyAfterMs: number;
};

/**
 * Creates pauses that double with each failure in a row. The random part spreads the retries of processes that failed at the
 * same time.
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
