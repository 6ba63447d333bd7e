/** How many requests a provider still takes from us. */
export type Budget = {
  /** Takes one request out of the budget; false when there is none left or the provider asked for a pause. */
  readonly take: () => boolean;
  /** Whether `take` would succeed now. */
  readonly canTake: () => boolean;
  /** Whether at least half of the budget is left, so that work that can wait does not starve callers. */
  readonly hasHeadroom: () => boolean;
  /** Stays away for a time, at most a minute, as the provider asked. */
  readonly pause: (forMs: number) => void;
  /** Milliseconds until a pause ends; zero when there is none. */
  readonly pausedForMs: () => number;
};

/** Where a provider limits us without saying for how long. */
export const defaultPauseMs = 2_000;
const maxPauseMs = 60_000;

/**
 * An exact budget on an injected clock: at most so many requests in any window of that length. A token bucket lets up
 * to twice a documented limit through around a window's edge; the moments of the last requests, one number each, do not.
 * @param limit undefined for a provider without a limit, such as the sandbox's.
 */
export function createBudget(
  limit: { readonly requests: number; readonly perMs: number } | undefined,
  now: () => number,
): Budget {
  const sentAtMs = new Float64Array(limit?.requests ?? 0).fill(Number.NEGATIVE_INFINITY);
  const halfAgo = Math.ceil(sentAtMs.length / 2);
  let next = 0;
  let pausedUntilMs = 0;

  /** The request that was sent so many requests ago has left the window. */
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
