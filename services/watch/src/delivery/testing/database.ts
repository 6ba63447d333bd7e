import { createLogger } from '@assay/service/log';
import { migrate } from '@assay/service/migrate';
import { openPostgres, type Postgres } from '@assay/service/postgres';
import { startPostgres } from '@assay/stack/postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A real PostgreSQL of a test's own, with the service's schema in it. */
export type TestDatabase = {
  /** Opens one replica's pool. */
  readonly open: () => Postgres;
  /** Runs any statement and returns its rows. */
  readonly sql: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** From the first call on, the schema's clock stands still, and moves only by what it is told. */
  readonly stepClock: (byMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
const poolSize = 8;

/** Starts PostgreSQL over a directory that `close` removes, and migrates it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-watch-'));
  const server = await startPostgres({ dataDir, log: () => undefined });
  await migrate(server.url, 'watch', migrations);
  const log = createLogger('watch', 'silent');
  const closers: (() => unknown)[] = [];
  const open = (): Postgres =>
    openPostgres({ ASSAY_PG_URL: server.url, ASSAY_PG_POOL_SIZE: poolSize }, 'watch', {
      log,
      check: () => undefined,
      defer: (_name, close) => closers.push(close),
    });
  const own = open();
  const sql = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    own.transaction(async (client) => (await client.query(text, [...values])).rows as Row[]);
  return {
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
    close: async () => {
      for (const close of closers) {
        await close();
      }
      await server.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
