import { runner } from 'node-pg-migrate';
import pg from 'pg';

const connectionTimeoutMs = 10_000;
const lockTimeoutMs = 60_000;

/**
 * Brings one service's schema up to its newest migration and says how many were applied. Safe to run from several
 * processes at once: the first takes an advisory lock and the others wait for it, a minute at most.
 * @param directory holds files named NNNN_words.sql, each run in a transaction of its own.
 */
export async function migrate(databaseUrl: string, schema: string, directory: string): Promise<number> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: `assay-${schema}-migrate`,
  });
  // A lost connection also rejects the statement in flight, which is where it is dealt with.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await applyLocked(client, schema, directory);
  } finally {
    await client.end();
  }
}

/** The runner's own lock refuses whoever comes second instead of waiting, so a lock of ours is put around it. */
async function applyLocked(client: pg.Client, schema: string, directory: string): Promise<number> {
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  await client.query("SELECT pg_advisory_lock(hashtext('assay migrate'), hashtext($1))", [schema]);
  const applied = await runner({
    dbClient: client,
    noLock: true,
    dir: directory,
    direction: 'up',
    schema,
    createSchema: true,
    migrationsSchema: schema,
    createMigrationsSchema: true,
    migrationsTable: 'migrations',
    log: () => undefined,
  });
  return applied.length;
}
