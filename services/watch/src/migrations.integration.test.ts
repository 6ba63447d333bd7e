import { createLogger } from '@assay/telemetry/log';
import { migrate } from '@assay/storage/migrate';
import { openPostgres, type Postgres } from '@assay/storage/postgres';
import { startPostgres, type PostgresServer } from '@assay/stack/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
let directory: string;
let server: PostgresServer;
let postgres: Postgres;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-watch-'));
  server = await startPostgres({ dataDir: join(directory, 'data'), log: () => undefined });
  postgres = openPostgres({ ASSAY_PG_URL: server.url, ASSAY_PG_POOL_SIZE: 1 }, 'public', {
    log: createLogger('watch', 'silent'),
    defer: (_name, close) => void closers.push(close),
    check: () => undefined,
  });
}, 60_000);

afterAll(async () => {
  await closers[0]?.();
  await server.remove();
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(async () => {
  await sql('DROP SCHEMA IF EXISTS watch CASCADE');
  await sql('DROP SCHEMA IF EXISTS example CASCADE');
});

/** Runs a statement and returns its rows. */
const sql = <Row extends object>(text: string): Promise<Row[]> =>
  postgres.transaction(async (client) => (await client.query(text)).rows as Row[]);

test('one file defines every function of the schema', async () => {
  await migrate(server.url, 'watch', migrations);
  const rows = await sql<{ name: string }>(
    "SELECT proname AS name FROM pg_proc WHERE pronamespace = 'watch'::regnamespace",
  );
  const file = readFileSync(join(migrations, 'repeatable', 'functions.sql'), 'utf8');
  const defined = [...file.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map(([, name = '']) => name);
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(defined));
  expect(rows).toHaveLength(defined.length);
});

test('replicas that start together migrate once, and an up-to-date schema stays as it is', async () => {
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(server.url, 'watch', migrations)));
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql')).length;
  expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, 0, files + 1]);
});

/** Writes the migrations of the schema `example`: one table and one function with the given body. */
function writeExample(body: string): string {
  const example = join(directory, 'example');
  mkdirSync(join(example, 'repeatable'), { recursive: true });
  writeFileSync(join(example, '0001_items.sql'), 'CREATE TABLE items (id integer PRIMARY KEY);');
  writeFileSync(
    join(example, 'repeatable', 'functions.sql'),
    `CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql AS $$ ${body} $$;`,
  );
  return example;
}

const answer = async (): Promise<number | undefined> =>
  (await sql<{ answer: number }>('SELECT example.answer() AS answer'))[0]?.answer;

test('a function follows its file: it is created after the tables and replaced when the file changed', async () => {
  const applied: number[] = [];
  for (const body of ['SELECT 1', 'SELECT 1', 'SELECT 2']) {
    applied.push(await migrate(server.url, 'example', writeExample(body)));
  }
  expect(applied).toEqual([2, 0, 1]);
  expect(await answer()).toBe(2);
});

test('a function that was altered by hand is restored', async () => {
  const example = writeExample('SELECT 1');
  await migrate(server.url, 'example', example);
  await sql("CREATE OR REPLACE FUNCTION example.answer() RETURNS integer LANGUAGE sql AS 'SELECT 7'");
  expect(await migrate(server.url, 'example', example)).toBe(1);
  expect(await answer()).toBe(1);
});

test('a file that fails is rolled back and fails the migration', async () => {
  await migrate(server.url, 'example', writeExample('SELECT 1'));
  const example = writeExample('SELECT 2');
  writeFileSync(join(example, 'repeatable', 'later.sql'), 'SELECT no_such_function();');
  await expect(migrate(server.url, 'example', example)).rejects.toThrow('no_such_function');
  expect(await answer()).toBe(1);
  rmSync(join(example, 'repeatable', 'later.sql'));
});
