/** Limits how many calls a client sends again, so that retries never multiply the load of a service in trouble. */
export type RetryBudget = {
  /** Counts one call. */
  readonly onCall: () => void;
  /** Takes a permit for one retry; false when the budget is spent. */
  readonly take: () => boolean;
};

/** Retries that a client may send before any call has earned one. */
const initialRetries = 100;
/** Retries that one call earns. */
const earnedPerCall = 0.2;
const maxRetries = 500;

/** Creates a budget of 100 retries. Each call earns a fifth of a retry, up to 500. */
export function createRetryBudget(): RetryBudget {
  let retries = initialRetries;
  return {
    onCall: () => {
      retries = Math.min(maxRetries, retries + earnedPerCall);
    },
    take: () => {
      if (retries < 1) {
        return false;
      }
      retries -= 1;
      return true;
    },
  };
}
