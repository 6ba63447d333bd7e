import { exclusiveCount } from '@assay/storage/exclusive-count';
import type { Postgres } from '@assay/storage/postgres';

const rowsPerDeletion = 5_000;

/**
 * Deletes the failed calls that are older than the retention, in batches, and returns their number. Only one replica
 * deletes at a time.
 */
export async function deleteOldFailedCalls(
  postgres: Pick<Postgres, 'transaction'>,
  retentionDays: number,
): Promise<number> {
  let deleted = 0;
  for (let rows = rowsPerDeletion; rows === rowsPerDeletion; deleted += rows) {
    rows = await exclusiveCount(postgres, 'retention of failed calls', deleteText, [retentionDays, rowsPerDeletion]);
  }
  await exclusiveCount(postgres, 'retention of failed calls', deleteCountsText, [retentionDays]);
  return deleted;
}

/** A trace id begins with its time, so the primary key finds the oldest rows. */
const deleteText = `
  WITH deleted AS (
    DELETE FROM failed_calls WHERE trace_id IN (
      SELECT trace_id FROM failed_calls WHERE trace_id < first_trace_of(now() - make_interval(days => $1))
      ORDER BY trace_id LIMIT $2
    ) RETURNING 1
  )
  SELECT count(*)::integer AS count FROM deleted`;

const deleteCountsText = `
  WITH deleted AS (
    DELETE FROM failed_calls_left_out WHERE minute < now() - make_interval(days => $1) RETURNING 1
  )
  SELECT count(*)::integer AS count FROM deleted`;
