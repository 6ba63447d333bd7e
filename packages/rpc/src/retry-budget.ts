/** Limits how many calls a client sends again, so that retries cannot multiply the load of a failing service. */
export type RetryBudget = {
  /** Counts one call. */
  readonly onCall: () => void;
  /** Takes a permit for one retry. Returns false when the budget is used up. */
  readonly take: () => boolean;
};

/** Number of retries that are available at the start, before calls have earned any. */
const initialRetries = 100;
/** Number of retries that each call adds to the budget. */
const earnedPerCall = 0.2;
const maxRetries = 500;

/** Creates a budget of 100 retries. Each call adds a fifth of a retry, up to a total of 500. */
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
