import type { Postgres } from './postgres.ts';

/**
 * Maximum wait for a table lock, in milliseconds. A statement that waits for a lock also blocks all later calls that
 * need the table.
 */
const lockTimeoutMs = 2_500;
/**
 * A time in milliseconds. The client waits this much longer than the server's statement timeout, so that the server
 * cancels the statement first.
 */
const answerReserveMs = 2_000;

/**
 * Runs a statement that returns a `count`, and returns the count. No two replicas run the same work at the same time.
 * While another replica runs the work, the function returns zero immediately. Rejects when a lock is not available
 * within 2.5 seconds.
 * @param work the name of the work. Among the replicas of one schema, only one runs the work with this name at a time.
 * @param timeoutMs the time limit of the statement. When absent, the usual limit of statements applies.
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
