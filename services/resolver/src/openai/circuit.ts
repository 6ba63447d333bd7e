/** Keeps a failing endpoint from being asked for a while. */
export type Circuit = {
  /** Whether the endpoint may be asked now. After the pause one question at a time tries it. */
  readonly allows: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
};

/**
 * Opens after a number of failures in a row and stays open for a pause; then a single trial closes or opens it again.
 * @param nowMs a clock that never goes back.
 */
export function openCircuit(options: {
  readonly failuresMax: number;
  readonly pauseMs: number;
  readonly nowMs: () => number;
}): Circuit {
  let failures = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let trying = false;
  return {
    allows: () => {
      if (failures < options.failuresMax) {
        return true;
      }
      if (trying || options.nowMs() < pausedUntilMs) {
        return false;
      }
      trying = true;
      return true;
    },
    succeeded: () => {
      failures = 0;
      trying = false;
    },
    failed: () => {
      failures += 1;
      trying = false;
      pausedUntilMs = options.nowMs() + options.pauseMs;
    },
  };
}
