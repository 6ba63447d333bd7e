import { createLogger } from '@assay/telemetry/log';
import { migrate } from '@assay/storage/migrate';
import { openPostgres, type PoolLimits, type Postgres } from '@assay/storage/postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres.ts';
import { createRoles } from '../roles.ts';

/** A real PostgreSQL server for one test, with one service's schema. */
export type ServiceDatabase = {
  readonly url: string;
  /** Opens a connection pool like that of one replica, under the service's role. `close` closes it. */
  readonly open: (limits?: PoolLimits) => Postgres;
  /** Runs a statement as a superuser and returns its rows. */
  readonly sql: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Advances the schema's clock. After the first call, the clock stands still between calls. */
  readonly stepClock: (byMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

const poolSize = 8;

/**
 * Starts PostgreSQL in a temporary directory, creates the roles and applies the service's migrations. `close` stops the
 * server and removes the directory.
 * @param migrations the folder of the service's migrations.
 */
export async function startServiceDatabase(service: string, migrations: string): Promise<ServiceDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), `assay-${service}-`));
  const server = await startPostgres({ dataDir, log: () => undefined });
  const roles = (await createRoles(server.url)).get(service);
  if (roles === undefined) {
    throw new Error(`${service} has no roles in deploy/postgres/roles.sql`);
  }
  await migrate(roles.owner, service, migrations);
  const log = createLogger(service, 'silent');
  const closers: (() => unknown)[] = [];
  const openAs = (url: string, limits?: PoolLimits): Postgres =>
    openPostgres(
      { ASSAY_PG_URL: url, ASSAY_PG_POOL_SIZE: poolSize },
      service,
      { log, check: () => undefined, defer: (_name, close) => closers.push(close) },
      limits,
    );
  const open = (limits?: PoolLimits): Postgres => openAs(roles.service, limits);
  const superuserPool = openAs(server.url);
  const sql = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    superuserPool.transaction(async (client) => (await client.query(text, [...values])).rows as Row[]);
  let replaced: Promise<void> | undefined;
  return {
    url: server.url,
    open,
    sql,
    stepClock: async (byMs) => {
      // The first call replaces the schema's clock. All tests of a file share the new clock.
      replaced ??= replaceClock(sql, service);
      await replaced;
      await sql(`UPDATE test_clock SET at = at + interval '${byMs} milliseconds'`);
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

/** Replaces the schema's clock by one that stands still. It starts at the current time. */
async function replaceClock(sql: ServiceDatabase['sql'], service: string): Promise<void> {
  await sql('CREATE TABLE test_clock (at timestamptz NOT NULL)');
  await sql(`GRANT SELECT ON test_clock TO assay_${service}, assay_${service}_owner`);
  await sql('INSERT INTO test_clock SELECT clock_timestamp()');
  await sql(
    `CREATE OR REPLACE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM test_clock'`,
  );
}
