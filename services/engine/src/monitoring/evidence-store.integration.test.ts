import type { DuePoint } from '@assay/independence/verdicts/evidence-history';
import type { Postgres } from '@assay/storage/postgres';
import { recordPlans, type PlanRecorder } from '@assay/stack/testing/query-plans';
import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { deleteOldPoints, loadPoints, savePoints } from './evidence-store.ts';
import { holdLeaderLease } from './store.ts';

const minuteMs = 60_000;
const leader = randomUUID();
const pair = { key: 'spot.price:BTC', a: 'coinbase', b: 'kraken' };
let database: ServiceDatabase;
let plans: PlanRecorder;
let postgres: Postgres;

beforeAll(async () => {
  database = await startServiceDatabase('engine', fileURLToPath(new URL('../../migrations', import.meta.url)));
  plans = await recordPlans(database.url, 'engine');
  postgres = plans as unknown as Postgres;
  await holdLeaderLease(postgres, leader, 600_000);
}, 60_000);

afterAll(async () => {
  await plans.close();
  await database.close();
});

beforeEach(() => database.sql('TRUNCATE pair_evidence'));

const startMs = Date.now() - 60 * minuteMs;
const pointAt = (afterMs: number, changed: Partial<DuePoint> = {}): DuePoint => ({
  ...pair,
  atMs: startMs + afterMs,
  verdict: 'unknown',
  nats: 2.5,
  natsAgainst: 1.5,
  observations: 40,
  minGapMs: 5 * minuteMs,
  ...changed,
});
const storedAfterMs = async (): Promise<number[]> =>
  (await loadPoints(postgres, pair)).map(({ at_ms: atMs }) => Number(atMs) - startMs);

test('points of many pairs are stored in one statement and read by pair, in either order of its providers', async () => {
  const other = { b: 'okx' };
  await savePoints(postgres, leader, [
    pointAt(0),
    pointAt(0, other),
    pointAt(9 * minuteMs, { verdict: 'independent' }),
  ]);
  const points = await loadPoints(postgres, { key: pair.key, a: 'kraken', b: 'coinbase' });
  expect(points).toEqual([
    { at_ms: String(startMs), verdict: 'unknown', nats: 2.5, nats_against: 1.5, observations: 40 },
    {
      at_ms: String(startMs + 9 * minuteMs),
      verdict: 'independent',
      nats: 2.5,
      nats_against: 1.5,
      observations: 40,
    },
  ]);
  expect(await loadPoints(postgres, { ...pair, ...other })).toHaveLength(1);
});

test('a new leader that knows no point adds none too soon, but every change of a verdict', async () => {
  await savePoints(postgres, leader, [pointAt(0)]);
  await savePoints(postgres, leader, [pointAt(0), pointAt(minuteMs)]);
  await savePoints(postgres, leader, [pointAt(2 * minuteMs, { verdict: 'shared_upstream' })]);
  await savePoints(postgres, leader, [pointAt(3 * minuteMs)]);
  await savePoints(postgres, leader, [pointAt(-minuteMs, { verdict: 'independent' })]);
  await savePoints(postgres, leader, [pointAt(8 * minuteMs)]);
  expect(await storedAfterMs()).toEqual([0, 2, 3, 8].map((minutes) => minutes * minuteMs));
});

test('a replica without the lease stores no point', async () => {
  await savePoints(postgres, randomUUID(), [pointAt(0)]);
  expect(await storedAfterMs()).toEqual([]);
});

test('points beyond the retention and beyond the maximum number of rows are deleted, the oldest first', async () => {
  const dayMs = 24 * 60 * minuteMs;
  const points = [-15 * dayMs, -13 * dayMs, -dayMs, 0].map((afterMs) => pointAt(afterMs));
  for (const point of points) {
    await savePoints(postgres, leader, [point]);
  }
  await deleteOldPoints(postgres, 14);
  expect(await storedAfterMs()).toEqual([-13 * dayMs, -dayMs, 0]);
  await database.sql('ANALYZE pair_evidence');
  await deleteOldPoints(postgres, 14, 2);
  expect(await storedAfterMs()).toEqual([-dayMs, 0]);
});

test('on an aged table every statement finds its rows by an index', async () => {
  await database.sql('ALTER TABLE pair_evidence SET (autovacuum_enabled = off)');
  await database.sql(
    `INSERT INTO pair_evidence
     SELECT 'spot.price:K' || n % 50, 'coinbase', 'kraken', now() - n * interval '10 seconds', 'unknown', 1, 1, 1
     FROM generate_series(1, 100000) AS n`,
  );
  await database.sql('UPDATE pair_evidence SET observations = 2 WHERE at > now() - interval $$1 day$$');
  const accesses = await plans.accessesOf(async () => {
    await savePoints(postgres, leader, [pointAt(0, { key: 'spot.price:K7', atMs: Date.now() })]);
    expect(await loadPoints(postgres, { ...pair, key: 'spot.price:K7' })).toHaveLength(2_000);
    await deleteOldPoints(postgres, 11);
  });
  const intended = ['pair_evidence_pkey', 'pair_evidence_by_time', 'measurement_lead_pkey', 'ctid'];
  expect(accesses.filter(({ index = '', table }) => table !== 'pg_class' && !intended.includes(index))).toEqual([]);
}, 60_000);
