import type { Logger } from '@assay/telemetry/log';

/** A lease that makes one replica the leader of a piece of work. Only the leader does that work. */
export type LeaderLease = {
  /** Whether this replica was the leader when it last renewed the lease. */
  readonly isLeader: () => boolean;
  /**
   * Acquires or renews the lease. Rejects when the database fails. Until the next successful call, `isLeader` then
   * returns the same as before.
   */
  readonly renew: () => Promise<void>;
  /** Releases the lease if this replica has it. */
  readonly release: () => Promise<void>;
};

/** Creates the lease of a replica. The replica does not have the lease until `renew` acquires it. */
export function createLeaderLease(ports: {
  /** The work that the lease is for, as text for the log: "the measurement". */
  readonly work: string;
  /** Acquires or renews the lease in the database. Returns whether this replica has it now. */
  readonly holdLeaderLease: () => Promise<boolean>;
  readonly releaseLeaderLease: () => Promise<void>;
  /** Prepares this replica for the role of leader. The replica becomes the leader when the promise resolves. */
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
