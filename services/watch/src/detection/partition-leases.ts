import type { PartitionLeaseStore } from './lease-store.ts';

/** The partitions that this replica polls. */
export type PartitionLeases = {
  /** Returns the partitions whose leases certainly still run. Empty when the last renewal is too old. */
  readonly held: () => readonly number[];
  /** Renews the leases once. Call it several times within the duration of a lease. Never rejects. */
  readonly renew: () => Promise<void>;
  /** Releases all partitions, so that other replicas need not wait until the leases end. */
  readonly release: () => Promise<void>;
};

/** Dependencies of the leases. */
export type PartitionLeasePorts = {
  readonly store: PartitionLeaseStore;
  /** Id of this process. No other process ever has the same id. */
  readonly replica: string;
  readonly leaseMs: number;
  /** Returns milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly onFailure: (error: unknown) => void;
};

/**
 * The holder of a lease ends it earlier than the database does, by this share of its duration, because clocks drift
 * apart.
 */
const safetyShare = 0.1;

/** Creates the leases of one replica. The replica holds nothing before the first renewal. */
export function createPartitionLeases(ports: PartitionLeasePorts): PartitionLeases {
  let partitions: readonly number[] = [];
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  let isPrepared = false;
  let renewing: Promise<void> | undefined;
  let isReleased = false;
  const renewOnce = async (): Promise<void> => {
    if (!isPrepared) {
      await ports.store.prepare();
      isPrepared = true;
    }
    // The database starts the lease later than this time. A lease that the replica counts from here therefore ends
    // before the database's.
    const askedAtMs = ports.monotonic();
    partitions = await ports.store.renew(ports.replica, ports.leaseMs);
    heldUntilMs = askedAtMs + ports.leaseMs * (1 - safetyShare);
  };
  return {
    held: () => (!isReleased && ports.monotonic() < heldUntilMs ? partitions : []),
    renew: () => {
      if (isReleased) {
        return Promise.resolve();
      }
      renewing ??= renewOnce()
        .catch(ports.onFailure)
        .finally(() => {
          renewing = undefined;
        });
      return renewing;
    },
    release: async () => {
      isReleased = true;
      await renewing;
      await ports.store.release(ports.replica);
    },
  };
}
