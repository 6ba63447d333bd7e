import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@assay/service/migrate';
import { startPostgres, type PostgresServer } from '@assay/stack/postgres';
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
