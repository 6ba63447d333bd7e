import { fileURLToPath } from 'node:url';
import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';

/** A real PostgreSQL of a test's own, with billing's schema in it. */
export type TestDatabase = ServiceDatabase & {
  /**
   * Keeps rows locked while work begins, and lets them go once so many connections wait for a lock: what the work does
   * then certainly happens at once. Resolves with the work's result.
   * @param meanwhile is done while they wait.
   */
  readonly whileLocked: <Result>(
    lock: { readonly text: string; readonly values: readonly unknown[] },
    waiters: number,
    work: () => Promise<Result>,
    meanwhile?: () => Promise<unknown>,
  ) => Promise<Result>;
};

/** The folder of billing's migrations. */
export const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Starts PostgreSQL over a directory that `close` removes, and migrates it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const database = await startServiceDatabase('billing', migrations);
  const locking = database.open();
  return {
    ...database,
    whileLocked: async (lock, waiters, work, meanwhile) => {
      const { result } = await locking.transaction(async (client) => {
        await client.query(lock.text, [...lock.values]);
        const begun = work();
        // Within one transaction the list of connections stays as it was first seen, so each look is one of its own.
        for (let waiting = 0; waiting < waiters;) {
          const rows = await database.sql(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          waiting = rows.length;
        }
        await meanwhile?.();
        return { result: begun };
      });
      return result;
    },
  };
}
