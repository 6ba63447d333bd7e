/** Computes the Retry-After header of requests that failed because a part of the service was unavailable. */
export type RetryAfter = {
  /** Receives the status of each response. A 503 begins or continues an outage, and a success ends it. */
  readonly onStatus: (status: number | undefined) => void;
  /** Returns whole seconds from 1 to 60. */
  readonly seconds: () => number;
};

const secondsPerStep = 5;
const maxBaseSeconds = 30;
const unavailableStatus = 503;

/**
 * Creates the computation. The wait grows with the duration of the outage, and half of it is random, so that callers do
 * not all return in the same second.
 * @param now milliseconds on a clock that never runs backwards.
 * @param random returns a number from 0 to below 1.
 */
export function createRetryAfter(now: () => number, random: () => number = Math.random): RetryAfter {
  let sinceMs: number | undefined;
  return {
    onStatus: (status) => {
      if (status === unavailableStatus) {
        sinceMs ??= now();
      } else if (status !== undefined && status < 300) {
        sinceMs = undefined;
      }
    },
    seconds: () => {
      const ageSeconds = sinceMs === undefined ? 0 : (now() - sinceMs) / 1_000;
      const base = Math.min(maxBaseSeconds, 1 + Math.floor(ageSeconds / secondsPerStep));
      return base + Math.floor(random() * base);
    },
  };
}
