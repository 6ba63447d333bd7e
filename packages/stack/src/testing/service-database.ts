import { createLogger } from '@assay/service/log';
import { migrate } from '@assay/service/migrate';
import { openPostgres, type Postgres } from '@assay/service/postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres.ts';

/** A real PostgreSQL server for one test, with one service's schema. */
export type ServiceDatabase = {
  readonly url: string;
  /** Opens the pool of one replica. `close` ends it. */
  readonly open: () => Postgres;
  /** Runs a statement and returns its rows. */
  readonly sql: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Moves the schema's clock. From the first call on, that clock stands still between calls. */
  readonly stepClock: (byMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

const poolSize = 8;

/**
 * Starts PostgreSQL in a temporary directory and applies the service's migrations. `close` removes the directory.
 * @param migrations the folder of the service's migrations.
 */
export async function startServiceDatabase(service: string, migrations: string): Promise<ServiceDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), `assay-${service}-`));
  const server = await startPostgres({ dataDir, log: () => undefined });
  await migrate(server.url, service, migrations);
  const log = createLogger(service, 'silent');
  const closers: (() => unknown)[] = [];
  const open = (): Postgres =>
    openPostgres({ ASSAY_PG_URL: server.url, ASSAY_PG_POOL_SIZE: poolSize }, service, {
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
    close: async () => {
      for (const close of closers) {
        await close();
      }
      await server.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
