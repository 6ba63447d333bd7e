import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getMigrations } from 'better-auth/db/migration';
import type pg from 'pg';
import { fileURLToPath } from 'node:url';
import { testSignInSettings } from './testing/sign-in-settings.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
let database: ServiceDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await startServiceDatabase('dashboard', migrations);
  pool = openTestPool(database.url, 2, 'dashboard');
}, 60_000);

afterAll(async () => {
  await pool.end();
  await database.close();
});

const settings = () => testSignInSettings(pool, { take: async () => 0, giveBack: async () => undefined });

test('the migrations hold every table and column that sign-in uses, so better-auth has nothing to add', async () => {
  const { toBeCreated, toBeAdded } = await getMigrations(settings());
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
});

test('a column that the migrations lack would be found', async () => {
  await database.sql('ALTER TABLE dashboard.person DROP COLUMN image');
  const { toBeAdded } = await getMigrations(settings());
  expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([['person', ['image']]]);
});
