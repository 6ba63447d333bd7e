import type { LeaseStore } from './lease-store.ts';

/** The partitions that this replica polls. */
export type Leases = {
  /** Those whose lease certainly still holds; none when the last renewal is too long ago. */
  readonly held: () => readonly number[];
  /** Renews once; to be called several times within a lease. Never rejects. */
  readonly tick: () => Promise<void>;
  /** Gives everything up, so that the others need not wait for the lease to end. */
  readonly release: () => Promise<void>;
};

/** What leasing needs. */
export type LeaseParts = {
  readonly store: LeaseStore;
  /** Names this process; never used again by another. */
  readonly replica: string;
  readonly leaseMs: number;
  /** A clock that only runs forward, in milliseconds. */
  readonly now: () => number;
  readonly failed: (error: unknown) => void;
};

/** How much earlier than the database a holder takes its lease for ended, as part of it: clocks run apart. */
const safety = 0.1;

/** Leases partitions of the watched addresses. */
export function createLeases(parts: LeaseParts): Leases {
  let partitions: readonly number[] = [];
  let heldUntil = Number.NEGATIVE_INFINITY;
  let prepared = false;
  let renewing: Promise<void> | undefined;
  let released = false;
  const renew = async (): Promise<void> => {
    if (!prepared) {
      await parts.store.prepare();
      prepared = true;
    }
    // The database counts from a later moment, so from this one on the lease is certainly not over.
    const askedAt = parts.now();
    partitions = await parts.store.renew(parts.replica, parts.leaseMs);
    heldUntil = askedAt + parts.leaseMs * (1 - safety);
  };
  return {
    held: () => (!released && parts.now() < heldUntil ? partitions : []),
    tick: () => {
      if (released) {
        return Promise.resolve();
      }
      renewing ??= renew()
        .catch(parts.failed)
        .finally(() => {
          renewing = undefined;
        });
      return renewing;
    },
    release: async () => {
      released = true;
      await renewing;
      await parts.store.release(parts.replica);
    },
  };
}
