import { LRUCache } from 'lru-cache';

/**
 * Limits of the notifications to one destination, over all accounts and replicas. A destination is a registrable domain
 * or an address. One account may use nine tenths of a limit, so that other accounts always find some left. A
 * notification beyond the limit waits, and is then sent for the latest change of its watch.
 */
export type DestinationShare = {
  /** Maximum number of notifications in flight. */
  readonly maxInFlight: number;
  /** Maximum number of notifications in a minute. */
  readonly maxPerMinute: number;
};

/**
 * The hosts whose destinations accept no notifications of an account now. Knowing them saves verifications whose
 * notification would have to wait. The set is per account, because what one account used up says nothing about another.
 */
export type FullDestinations = {
  /** Returns the milliseconds until a host may get notifications of an account again, or zero when it may now. */
  readonly waitMs: (accountId: string, host: string) => number;
  readonly add: (accountId: string, host: string, waitMs: number) => void;
};

const maxHosts = 10_000;

/**
 * Creates an empty set. When the set is full, it removes the host that was used longest ago, and the database refuses
 * that host instead.
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
