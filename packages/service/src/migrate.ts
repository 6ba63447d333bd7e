import { runner } from 'node-pg-migrate';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import pg from 'pg';
import { applyRepeatable } from './repeatable-migrations.ts';

const connectionTimeoutMs = 10_000;
const lockTimeoutMs = 60_000;

/**
 * Applies the migrations that one service's schema lacks, and returns the number of those that changed it. Several
 * processes may call it at once: each takes an advisory lock and waits for it at most one minute.
 * @param directory a folder of files named NNNN_words.sql. Each file runs once, in its own transaction. Its folder
 * `repeatable`, if there is one, holds the schema's functions: see applyRepeatable. A change of a function comes with a new
 * version, so that an older release leaves the functions of a newer one alone.
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
  return (
    applied.length +
    ((await isNewest(client, schema, directory)) ? await applyRepeatable(client, schema, directory) : 0)
  );
}

/**
 * Returns whether the schema has no version that the folder lacks. During an update a replica of the previous release may
 * start after the newer one migrated: it must not put its older functions back.
 */
async function isNewest(client: pg.Client, schema: string, directory: string): Promise<boolean> {
  const known = new Set((await readdir(directory)).map((file) => basename(file, '.sql')));
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${pg.escapeIdentifier(schema)}.migrations`);
  return rows.every(({ name }) => known.has(name));
}
