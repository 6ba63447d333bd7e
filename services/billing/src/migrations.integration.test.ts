import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@assay/storage/migrate';
import { startPostgres, type PostgresServer } from '@assay/stack/postgres';
import pg from 'pg';
import { migrations } from './testing/billing-database.ts';

let dataDir: string;
let server: PostgresServer;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-billing-'));
  server = await startPostgres({ dataDir, log: () => undefined });
}, 60_000);

afterAll(async () => {
  await server.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

test('of several replicas that start together one migrates, and the others wait and apply nothing', async () => {
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(server.url, 'billing', migrations)));
  const total = Math.max(...applied);
  expect(total).toBeGreaterThanOrEqual(4);
  expect(applied.toSorted((left, right) => left - right)).toEqual([0, 0, 0, 0, 0, total]);
});

test('a schema that is up to date stays unchanged', async () => {
  expect(await migrate(server.url, 'billing', migrations)).toBe(0);
});

test('schemas of two services migrate at the same time', async () => {
  const applied = await Promise.all([
    migrate(server.url, 'billing_a', migrations),
    migrate(server.url, 'billing_b', migrations),
  ]);
  expect(applied[0]).toBe(applied[1]);
  expect(applied[0]).toBeGreaterThanOrEqual(4);
});

test('a replica of an older release leaves the functions of a newer release alone', async () => {
  const older = mkdtempSync(join(tmpdir(), 'assay-older-'));
  cpSync(migrations, older, { recursive: true });
  const newest = readdirSync(older)
    .toSorted()
    .findLast((name) => name.endsWith('.sql'));
  rmSync(join(older, newest ?? ''));
  writeFileSync(
    join(older, 'repeatable', 'functions.sql'),
    "CREATE OR REPLACE FUNCTION confirm_holds(p_delivered text[], p_undelivered text[]) RETURNS TABLE (id text, state text) LANGUAGE sql AS 'SELECT NULL::text, NULL::text'",
  );
  expect(await migrate(server.url, 'billing', older)).toBe(0);
  expect(await migrate(server.url, 'billing', migrations)).toBe(0);
  rmSync(older, { recursive: true, force: true });
});

test('tables of before become partitions without a rewrite, and further days do not read them', async () => {
  const older = mkdtempSync(join(tmpdir(), 'assay-older-'));
  cpSync(migrations, older, { recursive: true });
  for (const name of readdirSync(older).filter((each) => each >= '0014' && each.endsWith('.sql'))) {
    rmSync(join(older, name));
  }
  rmSync(join(older, 'repeatable'), { recursive: true });
  await migrate(server.url, 'aged', older);
  rmSync(older, { recursive: true, force: true });
  const client = new pg.Client({ connectionString: server.url, options: '-c search_path=aged' });
  const notices: string[] = [];
  client.on('notice', ({ message = '' }) => notices.push(message));
  await client.connect();
  const files = async (names: readonly string[]): Promise<unknown[]> =>
    (await client.query('SELECT pg_relation_filenode(name::regclass) AS file FROM unnest($1::text[]) AS name', [names]))
      .rows;
  try {
    await client.query(
      `INSERT INTO holds (id, account_id, trace_id, operation, held_micros, state, held_at, due_at, ended_at)
       SELECT p || md5(n::text), 'acc_1', 'a', 'gate', 1, 'released', now(), now(), now()
       FROM generate_series(1, 500) AS n, unnest(ARRAY['h_', 'wh_', '']) AS p`,
    );
    await client.query(
      `INSERT INTO ledger SELECT p || md5(n::text), 'system:credits', 'credit', n, now()
       FROM generate_series(1, 500) AS n, unnest(ARRAY['h_', 'credit-']) AS p`,
    );
    const before = await files(['holds', 'holds_pkey', 'holds_by_account', 'ledger', 'ledger_pkey']);
    await migrate(server.url, 'aged', migrations);
    const now = ['holds_other', 'holds_other_pkey', 'holds_other_by_account', 'ledger_other', 'ledger_other_pkey'];
    expect(await files(now)).toEqual(before);
    const { rows } = await client.query<{ holds: number; entries: number }>(
      'SELECT (SELECT count(*)::integer FROM holds) AS holds, (SELECT count(*)::integer FROM ledger) AS entries',
    );
    expect(rows).toEqual([{ holds: 1_500, entries: 1_000 }]);

    await client.query('SET client_min_messages = debug1');
    await client.query(`SELECT make_days('holds', 9), make_days('ledger', 9)`);
    for (const table of ['holds_other', 'ledger_other']) {
      expect(notices).toContain(
        `updated partition constraint for default partition "${table}" is implied by existing constraints`,
      );
    }
    expect(notices.filter((text) => text.includes('verifying table') && text.includes('_other'))).toEqual([]);
  } finally {
    await client.end();
  }
}, 60_000);
