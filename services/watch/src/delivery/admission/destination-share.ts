import { LRUCache } from 'lru-cache';

/**
 * Limits of the notifications to one destination, over all accounts and replicas. A destination is a registrable domain
 * or an address. One account may use at most nine tenths of a limit, so that a part is always left for other accounts.
 * A notification beyond the limit waits. When the limit allows it again, the watch notifies of its latest change.
 */
export type DestinationShare = {
  /** Maximum number of notifications in flight. */
  readonly maxInFlight: number;
  /** Maximum number of notifications in a minute. */
  readonly maxPerMinute: number;
};

/**
 * The hosts whose destinations accept no notifications of an account now. The set saves verifications whose
 * notification would have to wait. It has separate entries for each account, because a destination that is full for one
 * account may accept notifications of another.
 */
export type FullDestinations = {
  /** Returns the milliseconds until a host may get notifications of an account again, or zero when it may now. */
  readonly waitMs: (accountId: string, host: string) => number;
  readonly add: (accountId: string, host: string, waitMs: number) => void;
};

const maxHosts = 10_000;

/**
 * Creates an empty set. When the set has too many entries, it removes the least recently used one. The database then
 * still refuses notifications to that host.
 * @param monotonic milliseconds on a clock that never runs backwards.
 */
export function createFullDestinations(monotonic: () => number): FullDestinations {
  const opensAtMs = new LRUCache<string, number>({ max: maxHosts });
  return {
    waitMs: (accountId, host) => {
      const leftMs = (opensAtMs.get(`${accountId} ${host}`) ?? 0) - monotonic();
      if (leftMs <= 0) {
        opensAtMs.delete(`${accountId} ${host}`);
      }
      return Math.max(0, leftMs);
    },
    add: (accountId, host, waitMs) => void opensAtMs.set(`${accountId} ${host}`, monotonic() + waitMs),
  };
}
