import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { migrate } from '@assay/storage/migrate';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, type PostgresServer } from './postgres.ts';

let dataDir: string;
let server: PostgresServer;
let caller: pg.Client;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-migrations-'));
  server = await startPostgres({ dataDir, log: () => undefined });
  caller = await connect();
}, 60_000);

afterAll(async () => {
  await caller.end();
  await server.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(() => caller.query('DROP SCHEMA IF EXISTS example CASCADE'));

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url, options: '-c lock_timeout=10000' });
  await client.connect();
  return client;
}

/**
 * Writes a folder of migrations. The first migration creates a table. Each of the others makes one of the given
 * changes.
 */
function writeMigrations(...changes: string[]): string {
  const directory = mkdtempSync(join(dataDir, 'migrations-'));
  mkdirSync(directory, { recursive: true });
  ['CREATE TABLE items (id integer PRIMARY KEY)', ...changes].forEach((text, index) =>
    writeFileSync(join(directory, `000${index + 1}_change.sql`), `${text};\n`),
  );
  return directory;
}

/** Holds a read lock on the example table until the work has ended. */
async function whileRead<Result>(work: () => Promise<Result>): Promise<Result> {
  const reader = await connect();
  try {
    await reader.query('BEGIN');
    await reader.query('SELECT FROM example.items');
    return await work();
  } finally {
    await reader.end();
  }
}

async function untilWaiting(): Promise<void> {
  for (let waiting = 0; waiting === 0;) {
    const waitingStatements = await caller.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'assay-example-migrate'`,
    );
    waiting = waitingStatements.rowCount ?? 0;
  }
}

const short = { lockTimeoutMs: 100, patienceMs: 60_000 };

test('a migration that waits for a lock gives way to the calls behind it, and ends when the lock is free', async () => {
  await migrate(server.url, 'example', writeMigrations());
  const { migrating } = await whileRead(async () => {
    const started = migrate(server.url, 'example', writeMigrations('ALTER TABLE items ADD COLUMN name text'), short);
    await untilWaiting();
    // This call waits behind the migration until the migration gives up, because the reader holds its lock all the
    // time.
    await caller.query('SELECT FROM example.items');
    return { migrating: started };
  });
  expect(await migrating).toBe(1);
  await expect(caller.query('SELECT name FROM example.items')).resolves.toBeDefined();
});

test('a migration that never gets its lock fails and changes nothing', async () => {
  const directory = writeMigrations('ALTER TABLE items ADD COLUMN name text');
  await migrate(server.url, 'example', writeMigrations());
  const failing = whileRead(() => migrate(server.url, 'example', directory, { lockTimeoutMs: 50, patienceMs: 100 }));
  await expect(failing).rejects.toMatchObject({ code: '55P03' });
  expect(await migrate(server.url, 'example', directory, short)).toBe(1);
});

test('replicas wait for the one that migrates, however long it takes', async () => {
  const directory = writeMigrations('SELECT pg_sleep(0.5)');
  const applied = await Promise.all(Array.from({ length: 3 }, () => migrate(server.url, 'example', directory, short)));
  expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
});
