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
export function createBudget(
  limit: { readonly requests: number; readonly perMs: number } | undefined,
  now: () => number,
): Budget {
  const sentAtMs = new Float64Array(limit?.requests ?? 0).fill(Number.NEGATIVE_INFINITY);
  const halfAgo = Math.ceil(sentAtMs.length / 2);
  let next = 0;
  let pausedUntilMs = 0;

  /** Whether the request that is this many requests back has left the window. */
  const free = (requestsAgo: number): boolean => {
    const at = sentAtMs[(next - requestsAgo + sentAtMs.length) % sentAtMs.length] ?? Number.NEGATIVE_INFINITY;
    return limit === undefined || now() - at >= limit.perMs;
  };
  const open = (): boolean => now() >= pausedUntilMs && free(sentAtMs.length);
  return {
    canTake: open,
    take: () => {
      if (!open()) {
        return false;
      }
      if (sentAtMs.length > 0) {
        sentAtMs[next] = now();
        next = (next + 1) % sentAtMs.length;
      }
      return true;
    },
    hasHeadroom: () => open() && free(halfAgo),
    pause: (forMs) => {
      pausedUntilMs = Math.max(pausedUntilMs, now() + Math.min(Math.max(forMs, 0), maxPauseMs));
    },
    pausedForMs: () => Math.max(0, pausedUntilMs - now()),
  };
}
