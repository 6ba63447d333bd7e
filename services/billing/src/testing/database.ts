import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@assay/service/log';
import { migrate } from '@assay/service/migrate';
import { openPostgres, type Postgres } from '@assay/service/postgres';
import { startPostgres } from '@assay/stack/postgres';

/** A real PostgreSQL of a test's own, with billing's schema in it. */
export type TestDatabase = {
  readonly url: string;
  /** Opens one replica's pool. */
  readonly open: () => Postgres;
  /** Runs any statement and returns its rows. */
  readonly sql: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** From the first call on, billing's clock stands still at the present moment, and moves only by what it is told. */
  readonly stepClock: (byMs: number) => Promise<void>;
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
  readonly close: () => Promise<void>;
};

/** The folder of billing's migrations. */
export const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

const poolSize = 8;

/** Starts PostgreSQL over a directory that `close` removes, and migrates it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-billing-'));
  const server = await startPostgres({ dataDir, log: () => undefined });
  await migrate(server.url, 'billing', migrations);
  const log = createLogger('billing', 'silent');
  const closers: (() => unknown)[] = [];
  const open = (): Postgres =>
    openPostgres({ ASSAY_PG_URL: server.url, ASSAY_PG_POOL_SIZE: poolSize }, 'billing', {
      log,
      check: () => undefined,
      defer: (_name, close) => closers.push(close),
    });
  const own = open();
  const sql = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    own.transaction(async (client) => (await client.query(text, [...values])).rows as Row[]);
  return {
    url: server.url,
    open,
    sql,
    stepClock: async (byMs) => {
      await sql('CREATE TABLE IF NOT EXISTS test_clock (at timestamptz NOT NULL)');
      await sql('INSERT INTO test_clock SELECT clock_timestamp() WHERE NOT EXISTS (SELECT FROM test_clock)');
      await sql(`UPDATE test_clock SET at = at + interval '${byMs} milliseconds'`);
      await sql(
        `CREATE OR REPLACE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM test_clock'`,
      );
    },
    whileLocked: async (lock, waiters, work, meanwhile) => {
      const { result } = await own.transaction(async (client) => {
        await client.query(lock.text, [...lock.values]);
        const begun = work();
        // Within one transaction the list of connections stays as it was first seen, so each look is one of its own.
        for (let waiting = 0; waiting < waiters;) {
          const rows = await sql(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          waiting = rows.length;
        }
        await meanwhile?.();
        return { result: begun };
      });
      return result;
    },
    close: async () => {
      for (const close of closers) {
        await close();
      }
      await server.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
