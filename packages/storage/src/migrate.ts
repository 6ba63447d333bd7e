import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { pause } from '@assay/runtime/clock';
import { explainPostgresError, isPostgresUnavailable } from './postgres-problem.ts';
import { refusePooler } from './postgres-pooler.ts';
import { applyRepeatable } from './repeatable-migrations.ts';

const connectionTimeoutMs = 10_000;
/**
 * A statement that waits for a table lock makes every later statement on the table wait behind it. A migration therefore
 * gives up soon, lets the others pass, and tries again.
 */
const lockTimeoutMs = 2_500;
const minPauseMs = 200;
const maxPauseMs = 2_000;
/** Time for which a migration tries again, counted from its start. */
const patienceMs = 120_000;
/** SQLSTATE lock_not_available: the lock timeout passed. */
const lockNotAvailable = '55P03';

/** Times of a migration, which tests shorten. */
export type MigrationPatience = { readonly lockTimeoutMs: number; readonly patienceMs: number };

/**
 * Applies the migrations that one service's schema lacks, and returns the number of those that changed it. Several
 * processes may call it at once: one migrates, and the others wait. No statement waits for a lock longer than 2.5 seconds.
 * Then it fails, and is tried again after a random pause, for two minutes in all.
 * @param directory a folder of files named NNNN_words.sql. Each file runs once, in its own transaction. Its folder
 * `repeatable`, if there is one, holds the schema's functions: see applyRepeatable. A change of a function comes with a new
 * version, so that an older release leaves the functions of a newer one alone.
 */
export async function migrate(
  databaseUrl: string,
  schema: string,
  directory: string,
  patience: MigrationPatience = { lockTimeoutMs, patienceMs },
): Promise<number> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: `assay-${schema}-migrate`,
  });
  // A lost connection also rejects the statement in flight. The caller handles that rejection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${patience.lockTimeoutMs}`);
    return await untilLocked(client, patience.patienceMs, () => applyLocked(client, schema, directory));
  } finally {
    // A pooler may give this session to somebody else, with its locks.
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await client.end();
  }
}

/** Runs work again after a random pause while a lock is not available in time. */
async function untilLocked<Result>(client: pg.Client, tryForMs: number, work: () => Promise<Result>): Promise<Result> {
  const deadlineMs = performance.now() + tryForMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || performance.now() >= deadlineMs) {
        throw error;
      }
      await client.query('ROLLBACK');
      // Nobody else may wait for this process while it pauses.
      await client.query('SELECT pg_advisory_unlock_all()');
      await pause(minPauseMs + Math.random() * (maxPauseMs - minPauseMs));
    }
  }
}

/** The runner's own lock refuses a second process at once. This lock makes it wait instead. */
async function applyLocked(client: pg.Client, schema: string, directory: string): Promise<number> {
  await client.query("SELECT pg_advisory_lock(hashtext('assay migrate'), hashtext($1))", [schema]);
  const schemas = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  // The owner of a schema may not create schemas, and PostgreSQL checks that right even when the schema exists.
  const isMissing = schemas.rowCount === 0;
  const applied = await runner({
    dbClient: client,
    noLock: true,
    dir: directory,
    direction: 'up',
    schema,
    createSchema: isMissing,
    migrationsSchema: schema,
    createMigrationsSchema: isMissing,
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
  const known = new Set(await versionsIn(directory));
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${pg.escapeIdentifier(schema)}.migrations`);
  return rows.every(({ name }) => known.has(name));
}

/** How long a service waits for PostgreSQL, and for migrations that somebody else runs. */
export type SchemaWait = { readonly waitMs: number; readonly everyMs: number };

const schemaWait: SchemaWait = { waitMs: 60_000, everyMs: 1_000 };

/**
 * Migrates a service's schema at its start, or waits a minute until somebody did. Waits a minute for a PostgreSQL that cannot
 * be reached yet, or whose name is not known yet. The service is not ready meanwhile. Throws an error that names the missing
 * versions, what is wrong with the connection, or what a pooler before PostgreSQL loses.
 * @param directory as for migrate.
 * @param log receives one line with the reason when the service begins to wait.
 */
export async function prepareSchema(
  config: { readonly ASSAY_PG_URL: string; readonly ASSAY_MIGRATE_AT_START: boolean },
  schema: string,
  directory: string,
  log: { readonly warn: (fields: object, message: string) => void },
  wait: SchemaWait = schemaWait,
): Promise<void> {
  const { ASSAY_PG_URL: url } = config;
  const deadlineMs = performance.now() + wait.waitMs;
  for (let tries = 0; ; tries += 1) {
    try {
      await refusePooler(url, schema);
      await (config.ASSAY_MIGRATE_AT_START
        ? migrate(url, schema, directory)
        : untilMigrated(url, schema, directory, log, wait));
      return;
    } catch (error) {
      const explained = explainPostgresError(error, url, 'ASSAY_PG_URL');
      if (!isPostgresUnavailable(error) || performance.now() >= deadlineMs) {
        throw explained;
      }
      if (tries === 0) {
        log.warn({ cause: (explained as Error).message }, 'began to wait for PostgreSQL');
      }
      await pause(wait.everyMs);
    }
  }
}

async function untilMigrated(
  databaseUrl: string,
  schema: string,
  directory: string,
  log: { readonly warn: (fields: object, message: string) => void },
  wait: SchemaWait,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: `assay-${schema}-check`,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const deadline = performance.now() + wait.waitMs;
    for (let tries = 0; ; tries += 1) {
      const missing = await missingVersions(client, schema, directory);
      if (missing.length === 0) {
        return;
      }
      if (performance.now() >= deadline) {
        throw new Error(`the schema ${schema} lacks ${missing.join(', ')}; run the migrations of this version first`);
      }
      if (tries === 0) {
        log.warn({ schema, missing: missing.length }, 'began to wait for missing migrations');
      }
      await pause(wait.everyMs);
    }
  } finally {
    await client.end();
  }
}

/** Returns the versions of the folder that the schema lacks: all of them when nobody has migrated it yet. */
async function missingVersions(client: pg.Client, schema: string, directory: string): Promise<readonly string[]> {
  const known = await versionsIn(directory);
  const table = `${pg.escapeIdentifier(schema)}.migrations`;
  const tables = await client.query<{ name: string | null }>('SELECT to_regclass($1)::text AS name', [table]);
  if (tables.rows[0]?.name === null) {
    return known;
  }
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table}`);
  const applied = new Set(rows.map(({ name }) => name));
  return known.filter((name) => !applied.has(name));
}

async function versionsIn(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => name.endsWith('.sql')).map((name) => basename(name, '.sql'));
}
