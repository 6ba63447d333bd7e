import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { applyRepeatable } from './repeatable-migrations.ts';

const connectionTimeoutMs = 10_000;
const lockTimeoutMs = 60_000;

/**
 * Applies the migrations that one service's schema lacks, and returns the number of those that changed it. Several
 * processes may call it at once: each takes an advisory lock and waits for it at most one minute.
 * @param directory a folder of files named NNNN_words.sql. Each file runs once, in its own transaction. Its folder
 * `repeatable`, if there is one, holds the schema's functions: see applyRepeatable.
 */
export async function migrate(databaseUrl: string, schema: string, directory: string): Promise<number> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: `assay-${schema}-migrate`,
  });
  // A lost connection also rejects the statement in flight. The caller handles that rejection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await applyLocked(client, schema, directory);
  } finally {
    await client.end();
  }
}

/** The runner's own lock refuses a second process at once. This lock makes it wait instead. */
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
  return applied.length + (await applyRepeatable(client, schema, directory));
}
