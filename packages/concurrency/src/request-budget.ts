/** A number of requests within any window of a length. */
export type RequestLimit = { readonly requests: number; readonly perMs: number };

/** The part of a limit that this process may use for now. */
export type BudgetShare = RequestLimit & {
  /** Requests that may follow from now on, whatever the window allows. Absent without such a bound. */
  readonly further?: number;
  /** Whether at least half of the whole limit is left. True when absent. */
  readonly hasHeadroom?: boolean;
};

/** The number of requests that a provider still accepts. */
export type Budget = {
  /** Takes one request out of the budget. Returns false when none is left or during a pause. */
  readonly take: () => boolean;
  /** Whether `take` would succeed now. */
  readonly canTake: () => boolean;
  /** Whether at least half of the budget is left. Work that can wait checks it, so that callers keep the rest. */
  readonly hasHeadroom: () => boolean;
  /** Stops requests for a time, at most one minute, because the provider asked for it. */
  readonly pause: (forMs: number) => void;
  /** Milliseconds until the pause ends; zero without a pause. */
  readonly pausedForMs: () => number;
  /** Replaces the part of the limit that this process may use. A window longer or larger than the limit's is allowed. */
  readonly setShare: (share: BudgetShare) => void;
  /** Returns what is left of this process's part now, and the part itself. Undefined without a limit. */
  readonly remaining: () => (RequestLimit & { readonly left: number }) | undefined;
  /** Returns the number of requests since the start. */
  readonly taken: () => number;
};

/** Pause after a rate limit without a duration. */
export const defaultPauseMs = 2_000;
const maxPauseMs = 60_000;

/**
 * Creates an exact budget: no window of the given length ever holds more requests than the limit. A token bucket would
 * let through up to twice the limit around the edge of a window. This budget remembers the time of each request
 * instead.
 * @param limit undefined for a provider without a limit, such as the sandbox's.
 * @param now milliseconds on a clock that never runs backwards.
 */
export function createBudget(limit: RequestLimit | undefined, now: () => number): Budget {
  const sentAtMs = new Float64Array(limit?.requests ?? 0).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  let pausedUntilMs = 0;
  let taken = 0;
  let share: BudgetShare = limit ?? { requests: 0, perMs: 0 };
  let takenAtShare = 0;

  /** Whether the request that is this many requests back has left the window. */
  const free = (requestsAgo: number): boolean => {
    const at = sentAtMs[(next - requestsAgo + sentAtMs.length) % sentAtMs.length] ?? Number.NEGATIVE_INFINITY;
    return now() - at >= share.perMs;
  };
  const furtherLeft = (): number => (share.further ?? Number.POSITIVE_INFINITY) - (taken - takenAtShare);
  const isWithinShare = (): boolean => share.requests > 0 && furtherLeft() > 0 && free(share.requests);
  /** Returns the number of requests in the window. Their times rise, so the oldest one in it is found by halving. */
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
      taken += 1;
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
      takenAtShare = taken;
    },
    remaining: () =>
      limit === undefined
        ? undefined
        : { ...shareLimit(share), left: Math.max(0, Math.min(share.requests - inWindow(), furtherLeft())) },
    taken: () => taken,
  };
}

function shareLimit({ requests, perMs }: BudgetShare): RequestLimit {
  return { requests, perMs };
}
