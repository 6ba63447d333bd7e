import { createFairSemaphore } from '@assay/concurrency/fair-semaphore';
import { Fault } from '@assay/faults/faults';
import type { Postgres } from '@assay/storage/postgres';

/** Queues the openings of accounts, so that each person opens one at a time across all replicas of the dashboard. */
export type Openings = {
  /**
   * Runs work for a person while no replica runs other work for the same person. Throws RATE_LIMIT when too many
   * openings of the person wait, or when one waits too long.
   */
  readonly inTurn: <Result>(personId: string, work: () => Promise<Result>) => Promise<Result>;
};

/**
 * Number of connections for openings. The work itself uses other pools, so it never waits for one of these connections.
 */
export const openingConnections = 2;
const waitersPerPerson = 20;
const waiters = 200;
const maxWaitMs = 3_000;

/** Creates the queue of openings. `postgres` is a separate pool of `openingConnections` connections. */
export function createOpenings({ transaction }: Pick<Postgres, 'transaction'>): Openings {
  const semaphore = createFairSemaphore<string>({
    limits: [
      { keyOf: (personId) => personId, permits: 1, queue: waitersPerPerson },
      { keyOf: () => 'all', permits: openingConnections, queue: waiters },
    ],
    maxWaitMs,
    tenantOf: (personId) => personId,
  });
  return {
    inTurn: async (personId, work) => {
      const release = await semaphore.acquire(personId);
      if (release === undefined) {
        throw new Fault(
          'RATE_LIMIT',
          'other openings of accounts are in flight; send the request again in some seconds',
        );
      }
      try {
        return await transaction(async (client) => {
          await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`openings of ${personId}`]);
          return work();
        });
      } finally {
        release();
      }
    },
  };
}
