import type { Postgres } from '@assay/storage/postgres';
import { partitionCount } from '../partition.ts';

/** Leases of partitions in the database. Only the database's clock determines when they end. */
export type PartitionLeaseStore = {
  /** Inserts the rows of partitions that are missing. */
  readonly prepare: () => Promise<void>;
  /**
   * Renews the leases of a replica, releases partitions beyond its share among the live replicas, and acquires free
   * partitions up to that share. Returns the partitions that the replica holds for the time of the lease.
   */
  readonly renew: (replica: string, leaseMs: number) => Promise<number[]>;
  /** Releases all partitions of a replica, so that others can acquire them immediately. */
  readonly release: (replica: string) => Promise<void>;
};

/** Creates the store over the service's own schema. */
export function createPartitionLeaseStore({ query, transaction }: Postgres): PartitionLeaseStore {
  return {
    prepare: async () => {
      await query({
        name: 'prepare_partitions',
        text: 'INSERT INTO partitions (partition) SELECT generate_series(0, $1 - 1) ON CONFLICT DO NOTHING',
        values: [partitionCount],
      });
    },
    renew: (replica, leaseMs) =>
      transaction(async (client) => {
        const lease = `${leaseMs} milliseconds`;
        await client.query(
          `INSERT INTO replicas (replica, alive_until) VALUES ($1, clock_timestamp() + $2::interval)
           ON CONFLICT (replica) DO UPDATE SET alive_until = EXCLUDED.alive_until`,
          [replica, lease],
        );
        const alive = await client.query<{ replicas: string }>(
          'SELECT count(*) AS replicas FROM replicas WHERE alive_until > clock_timestamp()',
        );
        const share = Math.ceil(partitionCount / Math.max(1, Number(alive.rows[0]?.replicas ?? 1)));
        await client.query(
          `UPDATE partitions p SET replica = CASE WHEN mine.position <= $2 THEN $1 END,
                  leased_until = CASE WHEN mine.position <= $2 THEN clock_timestamp() + $3::interval ELSE '-infinity' END
           FROM (SELECT partition, row_number() OVER (ORDER BY partition) AS position FROM partitions
                 WHERE replica = $1) AS mine
           WHERE p.partition = mine.partition AND p.replica = $1`,
          [replica, share, lease],
        );
        await client.query(
          `UPDATE partitions p SET replica = $1, leased_until = clock_timestamp() + $3::interval
           FROM (SELECT partition FROM partitions WHERE replica IS NULL OR leased_until < clock_timestamp()
                 ORDER BY random() LIMIT greatest(0, $2 - (SELECT count(*) FROM partitions WHERE replica = $1))
                 FOR UPDATE SKIP LOCKED) AS free
           WHERE p.partition = free.partition`,
          [replica, share, lease],
        );
        await client.query(
          "DELETE FROM replicas WHERE alive_until < clock_timestamp() - interval '1 hour' AND replica <> $1",
          [replica],
        );
        const leased = await client.query<{ partition: number }>(
          'SELECT partition FROM partitions WHERE replica = $1 ORDER BY partition',
          [replica],
        );
        return leased.rows.map(({ partition }) => partition);
      }),
    release: async (replica) => {
      await query({
        name: 'release_partitions',
        text: "UPDATE partitions SET replica = NULL, leased_until = '-infinity' WHERE replica = $1",
        values: [replica],
      });
      await query({ name: 'forget_replica', text: 'DELETE FROM replicas WHERE replica = $1', values: [replica] });
    },
  };
}
