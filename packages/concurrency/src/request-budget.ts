/** A maximum number of requests within any window of `perMs` milliseconds. */
export type RequestLimit = { readonly requests: number; readonly perMs: number };

/** The part of a provider's limit that this process may use at present. Several processes divide the limit. */
export type BudgetShare = RequestLimit & {
  /** Maximum number of further requests, however many the window allows. Absent: only the window limits them. */
  readonly further?: number;
  /** Whether at least half of the provider's whole limit is unused. True when absent. */
  readonly hasHeadroom?: boolean;
};

/** The requests that this process may still send to one provider. */
export type Budget = {
  /** Counts one request against the budget. Returns false when the budget is used up or during a pause. */
  readonly take: () => boolean;
  /** Whether `take` would succeed now. */
  readonly canTake: () => boolean;
  /**
   * Returns whether at least half of the budget is unused. Work that can wait checks this first, so that the other half
   * is left for callers.
   */
  readonly hasHeadroom: () => boolean;
  /** Stops requests for a time, at most one minute, because the provider asked for a pause. */
  readonly pause: (forMs: number) => void;
  /** Milliseconds until the pause ends; zero without a pause. */
  readonly pausedForMs: () => number;
  /**
   * Replaces the part of the limit that this process may use. The part may have a longer window than the provider's
   * limit. When the part allows more requests per window than that limit, the limit's number applies.
   */
  readonly setShare: (share: BudgetShare) => void;
  /**
   * Returns the part of the limit that this process may use, and how many requests of it are left now. Undefined without a
   * limit.
   */
  readonly remaining: () => (RequestLimit & { readonly left: number }) | undefined;
  /** Returns the number of requests since the budget was created. */
  readonly taken: () => number;
};

/** Length of the pause in milliseconds when a provider reports a rate limit without saying how long to wait. */
export const defaultPauseMs = 2_000;
const maxPauseMs = 60_000;

/**
 * Creates an exact budget: no window of the given length ever holds more requests than the limit. A token bucket could
 * allow twice the limit within one window. This budget remembers the time of each request instead.
 * @param limit undefined for a provider without a limit, such as the sandbox's.
 * @param now milliseconds on a clock that never runs backwards.
 */
export function createBudget(limit: RequestLimit | undefined, now: () => number): Budget {
  const sentAtMs = new Float64Array(limit?.requests ?? 0).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  let pausedUntilMs = 0;
  let takenCount = 0;
  let share: BudgetShare = limit ?? { requests: 0, perMs: 0 };
  let takenAtShare = 0;

  /**
   * Returns whether a past request has left the window. `requestsAgo` counts back from the next request, so 1 is the
   * latest request.
   */
  const free = (requestsAgo: number): boolean => {
    const at = sentAtMs[(next - requestsAgo + sentAtMs.length) % sentAtMs.length] ?? Number.NEGATIVE_INFINITY;
    return now() - at >= share.perMs;
  };
  const furtherLeft = (): number => (share.further ?? Number.POSITIVE_INFINITY) - (takenCount - takenAtShare);
  const isWithinShare = (): boolean => share.requests > 0 && furtherLeft() > 0 && free(share.requests);
  /**
   * Returns the number of requests in the window. Request times ascend, so a binary search finds the oldest one in the
   * window.
   */
  const inWindow = (): number => {
    let [inside, outside] = [0, sentAtMs.length + 1];
    while (outside - inside > 1) {
      const middle = (inside + outside) >> 1;
      [inside, outside] = free(middle) ? [inside, middle] : [middle, outside];
    }
    return inside;
  };
  const open = (): boolean => now() >= pausedUntilMs && (limit === undefined || isWithinShare());
  return {
    canTake: open,
    take: () => {
      if (!open()) {
        return false;
      }
      takenCount += 1;
      if (sentAtMs.length > 0) {
        sentAtMs[next] = now();
        next = (next + 1) % sentAtMs.length;
      }
      return true;
    },
    hasHeadroom: () =>
      open() && (limit === undefined || (share.hasHeadroom !== false && free(Math.ceil(share.requests / 2)))),
    pause: (forMs) => {
      pausedUntilMs = Math.max(pausedUntilMs, now() + Math.min(Math.max(forMs, 0), maxPauseMs));
    },
    pausedForMs: () => Math.max(0, pausedUntilMs - now()),
    setShare: (newShare) => {
      share = { ...newShare, requests: Math.min(newShare.requests, sentAtMs.length) };
      takenAtShare = takenCount;
    },
    remaining: () =>
      limit === undefined
        ? undefined
        : { ...shareLimit(share), left: Math.max(0, Math.min(share.requests - inWindow(), furtherLeft())) },
    taken: () => takenCount,
  };
}

function shareLimit({ requests, perMs }: BudgetShare): RequestLimit {
  return { requests, perMs };
}
