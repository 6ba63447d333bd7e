import { fileURLToPath } from 'node:url';
import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';

/** A real PostgreSQL for one test file, with billing's schema. */
export type BillingDatabase = ServiceDatabase & {
  /** Resolves once `waiters` connections wait for a lock. */
  readonly untilWaiting: (waiters: number) => Promise<void>;
  /**
   * Locks rows, starts work that needs them, and releases the rows once `waiters` connections wait for a lock. The work
   * is then certain to run concurrently. Resolves with the result of the work.
   * @param meanwhile runs while the connections wait.
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

/** Starts PostgreSQL in a new directory, which `close` removes, and migrates it. */
export async function startBillingDatabase(): Promise<BillingDatabase> {
  const database = await startServiceDatabase('billing', migrations);
  const locking = database.open();
  const untilWaiting = async (waiters: number): Promise<void> => {
    // Within a transaction, PostgreSQL always shows the same list of connections, so every query runs in a separate
    // one.
    for (let waiting = 0; waiting < waiters;) {
      const rows = await database.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      waiting = rows.length;
    }
  };
  return {
    ...database,
    untilWaiting,
    whileLocked: async (lock, waiters, work, meanwhile) => {
      const { result } = await locking.transaction(async (client) => {
        await client.query(lock.text, [...lock.values]);
        const started = work();
        await untilWaiting(waiters);
        await meanwhile?.();
        return { result: started };
      });
      return result;
    },
  };
}
