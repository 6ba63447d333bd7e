import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '@assay/stack/postgres';

/**
 * A PostgreSQL server for a benchmark. It does not sync to disk and has no autovacuum, so that only the statements cost
 * time.
 */
export type BenchDatabase = {
  /** Opens a connection to a database; when absent, to the server's default database. `remove` closes the connection. */
  readonly connect: (database?: string) => Promise<pg.Client>;
  /** Closes every connection, stops the server and deletes its data. */
  readonly remove: () => Promise<void>;
};

const common = {
  fsync: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '512MB',
};

/**
 * Starts a server in a temporary folder.
 * @param settings PostgreSQL settings to add to those that every benchmark uses.
 */
export async function startBenchDatabase(
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), `assay-${name}-`));
  const options = { dataDir, log: () => undefined };
  const first = await startPostgres(options);
  const setUp = new pg.Client(first.url);
  await setUp.connect();
  for (const [setting, value] of Object.entries({ ...common, ...settings })) {
    await setUp.query(`ALTER SYSTEM SET ${setting} = '${value}'`);
  }
  await setUp.end();
  await first.stop();
  const server = await startPostgres(options);
  const clients: pg.Client[] = [];
  return {
    connect: async (database) => {
      const url = new URL(server.url);
      url.pathname = database === undefined ? url.pathname : `/${database}`;
      const client = new pg.Client(url.href);
      // The server ends idle connections when it stops.
      client.on('error', () => undefined);
      await client.connect();
      clients.push(client);
      return client;
    },
    remove: async () => {
      await Promise.allSettled(clients.map((client) => client.end()));
      await server.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
