import type { Logger } from '@assay/telemetry/log';

/** A lease that makes one replica the leader of some work, which no other replica does. */
export type LeaderLease = {
  /** Whether this replica is the leader, as of the last renewal. */
  readonly isLeader: () => boolean;
  /** Acquires or renews the lease. Rejects when the database fails. The replica's role then does not change. */
  readonly renew: () => Promise<void>;
  /** Releases the lease if this replica has it. */
  readonly release: () => Promise<void>;
};

/** Creates a lease that this replica does not have yet. */
export function createLeaderLease(ports: {
  /** The work that the lease is for, as text for the log: "the measurement". */
  readonly work: string;
  /** Acquires or renews the lease in the database. Returns whether this replica has it now. */
  readonly holdLeaderLease: () => Promise<boolean>;
  readonly releaseLeaderLease: () => Promise<void>;
  /** Prepares this replica for the role. The replica becomes the leader when the promise resolves. */
  readonly onAcquired: () => Promise<void>;
  readonly log: Pick<Logger, 'info'>;
}): LeaderLease {
  let isLeader = false;
  return {
    isLeader: () => isLeader,
    renew: async () => {
      const holds = await ports.holdLeaderLease();
      if (holds && !isLeader) {
        await ports.onAcquired();
      }
      if (!holds && isLeader) {
        ports.log.info({}, `lost the leader lease of ${ports.work} to another replica`);
      }
      isLeader = holds;
    },
    release: async () => {
      if (isLeader) {
        await ports.releaseLeaderLease();
      }
    },
  };
}
