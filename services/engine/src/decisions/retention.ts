import { exclusiveCount } from '@assay/storage/exclusive-count';
import type { Postgres } from '@assay/storage/postgres';

/** The number of days for which decisions are stored, and for which partitions are made ahead. */
export type RetentionOptions = { readonly retentionDays: number; readonly daysAhead: number };

/** The result of one pass. The count of a step is zero when another replica ran it. */
export type RetentionPass = {
  readonly made: number;
  readonly dropped: number;
  readonly deleted: number;
  /** Number of partitions that got the index by the last digits of trace ids. */
  readonly indexed: number;
  /** Number of consecutive days, today included, that have a partition. */
  readonly daysAhead: number;
};

const rowsPerDeletion = 5_000;
/** Time limit for building the index of one partition, in milliseconds. */
const indexTimeoutMs = 600_000;

/**
 * Makes the partitions of the coming days, and removes decisions that are older than the retention. Each step is a
 * transaction that only one replica runs at a time. A step that fails, for example because of a lock, changes nothing.
 */
export async function keepPartitions(
  postgres: Pick<Postgres, 'transaction'>,
  { retentionDays, daysAhead }: RetentionOptions,
): Promise<RetentionPass> {
  const count = (text: string, ...values: number[]): Promise<number> =>
    exclusiveCount(postgres, 'retention', text, values);
  const madeCount = await count('SELECT make_partitions($1) AS count', daysAhead);
  const dropped = await count('SELECT drop_partitions($1) AS count', retentionDays);
  let deleted = 0;
  for (let rows = rowsPerDeletion; rows === rowsPerDeletion; deleted += rows) {
    rows = await count('SELECT delete_old_decisions($1, $2) AS count', retentionDays, rowsPerDeletion);
  }
  let indexed = 0;
  for (let partitions = 1; partitions > 0; indexed += partitions) {
    partitions = await exclusiveCount(
      postgres,
      'retention',
      'SELECT index_partition_end() AS count',
      [],
      indexTimeoutMs,
    );
  }
  const { rows } = await postgres.transaction((client) =>
    client.query<{ count: number }>('SELECT count_days_ahead() AS count'),
  );
  return { made: madeCount, dropped, deleted, indexed, daysAhead: rows[0]?.count ?? 0 };
}
