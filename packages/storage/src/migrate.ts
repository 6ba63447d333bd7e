import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { pause } from '@assay/runtime/clock';
import { explainPostgresError, isPostgresUnavailable, postgresWaitCause } from './postgres-problem.ts';
import { refusePooler } from './postgres-pooler.ts';
import { applyRepeatable } from './repeatable-migrations.ts';

const connectionTimeoutMs = 10_000;
/**
 * Maximum wait for a table lock, in milliseconds. Later statements on the table queue behind a statement that waits for
 * a lock. So a migration gives up soon, lets the later statements pass, and tries again.
 */
const lockTimeoutMs = 2_500;
const minPauseMs = 200;
const maxPauseMs = 2_000;
/** Time for which a migration tries again, in milliseconds from its start. */
const patienceMs = 120_000;
/** SQLSTATE lock_not_available: the lock timeout expired. */
const lockNotAvailable = '55P03';

/** The time limits of a migration, in milliseconds. Tests use shorter ones. */
export type MigrationPatience = { readonly lockTimeoutMs: number; readonly patienceMs: number };

/**
 * Applies the missing migrations of one service's schema, and returns how many changed the schema. Several processes
 * may call it at once: one migrates, and the others wait. A statement that waits 2.5 seconds for a lock fails. The
 * function then tries the migration again after a random pause. It does so for two minutes in total.
 * @param directory a folder of files named NNNN_words.sql. Each file runs once, in its own transaction. Its folder
 * `repeatable`, if present, contains the schema's functions: see applyRepeatable. Every change of a function needs a
 * new numbered file. By this file an older release recognises a newer schema, and does not restore old functions.
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
  // When the connection is lost, the statement in flight rejects too, and the caller handles its rejection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${patience.lockTimeoutMs}`);
    return await untilLocked(client, patience.patienceMs, () => applyLocked(client, schema, directory));
  } finally {
    // Behind a connection pooler, another client could otherwise get this session with its locks.
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await client.end();
  }
}

/** Repeats work after a random pause when it failed because a lock was not available in time. */
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
      // Release the lock, so that no other process waits while this one pauses.
      await client.query('SELECT pg_advisory_unlock_all()');
      await pause(minPauseMs + Math.random() * (maxPauseMs - minPauseMs));
    }
  }
}

/**
 * Applies the migrations under a lock. The library has a lock of its own, which makes a second process fail. This lock
 * makes the second process wait instead.
 */
async function applyLocked(client: pg.Client, schema: string, directory: string): Promise<number> {
  await client.query("SELECT pg_advisory_lock(hashtext('assay migrate'), hashtext($1))", [schema]);
  const schemas = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  // Create the schema only if it is missing. The schema's owner may not create schemas, and PostgreSQL checks that
  // right even if the schema exists.
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
 * Returns whether the folder contains every version that the schema has. During an update, a replica of the previous
 * release may start after the newer release has migrated. The older replica must not restore its older functions.
 */
async function isNewest(client: pg.Client, schema: string, directory: string): Promise<boolean> {
  const folderVersions = new Set(await versionsIn(directory));
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${pg.escapeIdentifier(schema)}.migrations`);
  return rows.every(({ name }) => folderVersions.has(name));
}

/**
 * How long a service waits, in milliseconds, for PostgreSQL and for migrations that another process runs. `everyMs` is
 * the interval at which it checks.
 */
export type SchemaWait = { readonly waitMs: number; readonly everyMs: number };

const schemaWait: SchemaWait = { waitMs: 60_000, everyMs: 1_000 };

/**
 * Migrates a service's schema at its start, or waits up to a minute until another process has migrated it. Also waits
 * up to a minute for a PostgreSQL that is not reachable yet or has no DNS name yet. The service is not ready during the
 * wait. Throws an error when the wait was in vain, or when a pooler is unsuitable. The error names the missing
 * versions, the problem with the connection, or the feature that the pooler lacks.
 * @param directory the folder of migrations, as for migrate.
 * @param log receives one line with the reason and the maximum wait when the service begins to wait.
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
      if (!isPostgresUnavailable(error) || performance.now() >= deadlineMs) {
        throw explainPostgresError(error, url, 'ASSAY_PG_URL');
      }
      if (tries === 0) {
        const cause = postgresWaitCause(error, url, 'ASSAY_PG_URL');
        log.warn({ cause, waitSeconds: wait.waitMs / 1_000 }, 'began to wait for PostgreSQL');
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

/** Returns the versions in the folder that the schema lacks. Returns all of them when the schema was never migrated. */
async function missingVersions(client: pg.Client, schema: string, directory: string): Promise<readonly string[]> {
  const folderVersions = await versionsIn(directory);
  const table = `${pg.escapeIdentifier(schema)}.migrations`;
  const tables = await client.query<{ name: string | null }>('SELECT to_regclass($1)::text AS name', [table]);
  if (tables.rows[0]?.name === null) {
    return folderVersions;
  }
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table}`);
  const applied = new Set(rows.map(({ name }) => name));
  return folderVersions.filter((name) => !applied.has(name));
}

async function versionsIn(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => name.endsWith('.sql')).map((name) => basename(name, '.sql'));
}
