import { mkdtempSync, rmSync } from 'node:fs';
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

test('replicas that start at the same moment migrate once: one applies all, the others wait and apply nothing', async () => {
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(server.url, 'billing', migrations)));
  const total = Math.max(...applied);
  expect(total).toBeGreaterThanOrEqual(4);
  expect(applied.toSorted((left, right) => left - right)).toEqual([0, 0, 0, 0, 0, total]);
});

test('a schema that is up to date is left as it is', async () => {
  expect(await migrate(server.url, 'billing', migrations)).toBe(0);
});

test('schemas of two services migrate side by side', async () => {
  const applied = await Promise.all([
    migrate(server.url, 'billing_a', migrations),
    migrate(server.url, 'billing_b', migrations),
  ]);
  expect(applied[0]).toBe(applied[1]);
  expect(applied[0]).toBeGreaterThanOrEqual(4);
});
