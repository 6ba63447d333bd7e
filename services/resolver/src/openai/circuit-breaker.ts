/** A circuit breaker: it stops calls to a failing endpoint for a while. */
export type CircuitBreaker = {
  /** Returns whether a call may start now. After the pause it allows one trial call at a time. */
  readonly allows: () => boolean;
  readonly onSuccess: () => void;
  readonly onFailure: () => void;
};

/**
 * Creates a circuit breaker. It opens after a number of failures in a row. After a pause, it allows a trial call. If
 * the call succeeds, the breaker closes. If it fails, the breaker stays open for another pause.
 * @param options.nowMs a monotonic clock, in milliseconds.
 */
export function createCircuitBreaker(options: {
  readonly maxFailures: number;
  readonly pauseMs: number;
  readonly nowMs: () => number;
}): CircuitBreaker {
  let failures = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let trying = false;
  return {
    allows: () => {
      if (failures < options.maxFailures) {
        return true;
      }
      if (trying || options.nowMs() < pausedUntilMs) {
        return false;
      }
      trying = true;
      return true;
    },
    onSuccess: () => {
      failures = 0;
      trying = false;
    },
    onFailure: () => {
      failures += 1;
      trying = false;
      pausedUntilMs = options.nowMs() + options.pauseMs;
    },
  };
}
