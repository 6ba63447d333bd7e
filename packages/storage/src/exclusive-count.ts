import type { Postgres } from './postgres.ts';

/** A statement that waits for a table lock makes the calls behind it wait. */
const lockTimeoutMs = 2_500;
/** The server cancels a slow statement first. */
const answerReserveMs = 2_000;

/**
 * Runs a statement that returns a `count`, in a transaction that no other replica runs at the same time, and returns the
 * count. Returns zero at once while another replica runs it. Rejects when a lock is not available for 2.5 seconds.
 * @param work names the work. Replicas exclude each other by it, for each schema.
 * @param timeoutMs the time that the statement may take; that of every statement when absent.
 */
export function exclusiveCount(
  postgres: Pick<Postgres, 'transaction'>,
  work: string,
  text: string,
  values: readonly unknown[],
  timeoutMs?: number,
): Promise<number> {
  return postgres.transaction(async (client) => {
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    const { rows } = await client.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtext($1), hashtext(current_schema())) AS free',
      [`assay ${work}`],
    );
    if (rows[0]?.free !== true) {
      return 0;
    }
    if (timeoutMs !== undefined) {
      await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
    }
    const result = await client.query<{ count: number }>({
      text,
      values: [...values],
      ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs + answerReserveMs }),
    });
    return result.rows[0]?.count ?? 0;
  });
}
