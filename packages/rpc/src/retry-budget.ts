/** Limits how many calls a client sends again, so that retries cannot multiply the load of a failing service. */
export type RetryBudget = {
  /** Counts one call. */
  readonly onCall: () => void;
  /** Takes a permit for one retry. Returns false when the budget is used up. */
  readonly take: () => boolean;
};

/** Number of retries available before any call has earned one. */
const initialRetries = 100;
/** Number of retries that each call earns. */
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
