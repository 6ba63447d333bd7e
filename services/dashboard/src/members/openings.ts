import { createFairSemaphore } from '@assay/concurrency/fair-semaphore';
import { Fault } from '@assay/faults/faults';
import type { Postgres } from '@assay/storage/postgres';

/** Queues the creation of accounts. Each person creates one account at a time, across all replicas of the dashboard. */
export type Openings = {
  /**
   * Runs work for a person while no replica runs other work for the same person. Throws RATE_LIMIT when too many
   * creations of the person wait, or when one waits too long.
   */
  readonly inTurn: <Result>(personId: string, work: () => Promise<Result>) => Promise<Result>;
};

/** Number of connections that the queue uses. The work itself uses other pools, so it never waits for one of these. */
export const openingConnections = 2;
const waitersPerPerson = 20;
const waiters = 200;
const maxWaitMs = 3_000;

/** Creates the queue of account creations. `postgres` is a separate pool with `openingConnections` connections. */
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
          'other accounts are being created at this moment; send the request again in some seconds',
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
