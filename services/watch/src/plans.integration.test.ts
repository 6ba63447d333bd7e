import { recordPlans, type PlanRecorder } from '@assay/stack/testing/query-plans';
import type { ServiceDatabase } from '@assay/stack/testing/service-database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Postgres } from '@assay/storage/postgres';
import { createDeliveryRecords } from './delivery/claim/delivery-records.ts';
import { createClaimStore } from './delivery/claim/store.ts';
import { createPrecheckStore } from './delivery/precheck/precheck.ts';
import { createSettlementStore } from './delivery/settlement/store.ts';
import { delivered } from './delivery/testing/replicas.ts';
import { claimOf, triggerOf } from './delivery/testing/watches.ts';
import { createAddressStore } from './detection/address-store.ts';
import { createPartitionLeaseStore } from './detection/lease-store.ts';
import { createWatchStore } from './registry/store.ts';
import { startWatchDatabase } from './testing/database.ts';

const tables = [
  'addresses',
  'watches',
  'deliveries',
  'settlements',
  'shares',
  'destinations',
  'failed_attempts',
  'destination_accounts',
  'notifications_in_flight',
  'partitions',
  'replicas',
];
const agedRows = 100_000;
const share = { maxUnpaid: 60, maxFailed: 60, maxFailedToday: 100 };

let database: ServiceDatabase;
let plans: PlanRecorder;

/**
 * Fills the tables like those of a service that has run for a long time. 100,000 deliveries were in flight and have
 * ended, and all but a few settlements are deleted. Autovacuum is off, so the dead rows stay.
 */
beforeAll(async () => {
  database = await startWatchDatabase();
  const { sql } = database;
  for (const table of tables) {
    await sql(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  const series = `generate_series(1, ${agedRows}) AS n`;
  await sql(`INSERT INTO addresses (address, partition) SELECT 'address-' || n, n % 64 FROM ${series}`);
  await sql(`INSERT INTO watches (id, account_id, type, params, webhook_url, min_interval_seconds, watched_address,
      secret_encrypted, secret_key_id)
    SELECT 'w_' || n, 'acc_' || n / 100, 'chain.token_risk', '{}', 'https://receiver.example/', 0, 'address-' || n, '', 'k1'
    FROM ${series}`);
  await sql(`INSERT INTO deliveries (trigger_id, watch_id, run, leased_until, traceparent, hold_id, taken_at)
    SELECT 't-' || n, 'w_' || n, 'r', clock(), '00-' || lpad(n::text, 32, '0') || '-1111111111111111-00', 'h-' || n, clock()
    FROM ${series}`);
  await sql(`UPDATE deliveries SET state = 'ended', outcome = 'delivered', ended_at = clock()`);
  await sql(`INSERT INTO settlements (hold_id, capture_micros, traceparent, created_at, due_at)
    SELECT 'h-' || n, 1, '', clock(), clock() FROM ${series}`);
  await sql('DELETE FROM settlements');
  await sql(`INSERT INTO shares (account_id, minute) SELECT 'acc_' || n, date_trunc('minute', clock()) FROM ${series}`);
  await sql(`INSERT INTO failed_attempts (account_id, day) SELECT 'acc_' || n, current_date FROM ${series}`);
  await sql(`INSERT INTO destinations (destination, minute)
    SELECT 'domain ' || n || '.example', date_trunc('minute', clock()) FROM ${series}`);
  await sql(`INSERT INTO destination_accounts (destination, account_id, minute)
    SELECT 'domain ' || n || '.example', 'acc_1', date_trunc('minute', clock()) FROM ${series}`);
  await sql(`INSERT INTO notifications_in_flight (destination, trigger_id, leased_until)
    SELECT 'domain ' || n || '.example', 't-' || n, clock() + interval '1 minute' FROM ${series}`);
  plans = await recordPlans(database.url, 'watch');
}, 120_000);

afterAll(async () => {
  await plans.close();
  await database.close();
});

let steps = 0;
const newClaim = () => claimOf(`w_${500 + (steps += 1)}`, String(steps));

/**
 * Maximum number of rows that a statement may read and discard. Only a statement whose cost grows with a table exceeds
 * it.
 */
const maxRemovedRows = 1_000;

type Work = (postgres: Pick<Postgres, 'query'>) => Promise<unknown>;
const claims = (postgres: Pick<Postgres, 'query'>) =>
  createClaimStore(postgres, {
    leaseMs: 30_000,
    deferMs: 90_000,
    share,
    destinationShare: { maxInFlight: 32, maxPerMinute: 600 },
  });
const prechecks = (postgres: Pick<Postgres, 'query'>) => createPrecheckStore(postgres, 90_000, share);

const indexes: ReadonlySet<string | undefined> = new Set([
  'addresses_pkey',
  'watches_pkey',
  'watches_by_account',
  'deliveries_pkey',
  'deliveries_one_of_a_watch',
  'deliveries_by_end',
  'deliveries_by_trace',
  'deliveries_by_watch',
  'settlements_by_due',
  'settlements_pkey',
  'shares_pkey',
  'destinations_pkey',
  'destination_accounts_pkey',
  'destination_accounts_by_minute',
  'failed_attempts_pkey',
  'failed_attempts_by_day',
  'notifications_in_flight_pkey',
  'notifications_in_flight_by_trigger',
]);
const shareIndexes: ReadonlySet<string | undefined> = new Set([
  ...indexes,
  'shares_by_minute',
  'destinations_by_minute',
  'notifications_in_flight_by_lease',
]);
/**
 * Only the sweep may read the index of deliveries in flight, because the index contains the dead entries of all recent
 * deliveries.
 */
const sweepIndexes: ReadonlySet<string | undefined> = new Set(['deliveries_under_way']);

test.each<[string, Work, ReadonlySet<string | undefined>?]>([
  [
    'a delivery',
    async (postgres) => {
      const claim = newClaim();
      await claims(postgres).claim(claim, []);
      await claims(postgres).startSending(claim, ['domain example.com'], []);
      await claims(postgres).end(claim, delivered, []);
    },
  ],
  [
    'a released claim',
    async (postgres) => {
      const claim = newClaim();
      await claims(postgres).claim(claim, []);
      await claims(postgres).release(claim, true);
    },
  ],
  ['a precheck', (postgres) => prechecks(postgres).precheck(triggerOf(newClaim()))],
  ['a deferral', (postgres) => prechecks(postgres).defer(triggerOf(newClaim()))],
  [
    'a claim released for its destination',
    async (postgres) => {
      const claim = newClaim();
      await claims(postgres).claim(claim, []);
      await claims(postgres).releaseForDestination(claim);
    },
  ],
  ['the removal of old shares', (postgres) => createDeliveryRecords(postgres).deleteOldShares(100), shareIndexes],
  ['a deferral for a share', (postgres) => prechecks(postgres).deferForShare(triggerOf(newClaim()), 'unpaid')],
  ['the end of expired deliveries', (postgres) => createDeliveryRecords(postgres).endExpired(100), sweepIndexes],
  ['the removal of old deliveries', (postgres) => createDeliveryRecords(postgres).deleteOld(7, 1_000)],
  ['a delivery by its trace', (postgres) => createDeliveryRecords(postgres).find('0'.repeat(32))],
  [
    'a page of the deliveries of a watch',
    (postgres) => createDeliveryRecords(postgres).list({ accountId: 'acc_7', watchId: 'w_700' }, undefined, 51),
  ],
  ['due settlements', (postgres) => createSettlementStore(postgres).claimDue(100)],
  [
    'detection',
    async (postgres) => {
      const store = createAddressStore(postgres);
      const address = 'address-77';
      const first = { address, before: null, contentHash: Buffer.alloc(32, 1), slot: 1n };
      await store.setBaselines([first]);
      const [row] = await store.byAddress([address]);
      const changed = { ...first, before: row ?? null, contentHash: Buffer.alloc(32, 2), slot: 2n };
      expect(await store.markPending([changed])).toEqual([address]);
      await store.finish(await store.findPending([address]));
      await store.inPartitions([3]);
    },
    new Set(['addresses_pkey', 'addresses_by_partition', 'watches_by_address', 'watches_pkey']),
  ],
  [
    'the creation and the deletion of a watch',
    async (postgres) => {
      const store = createWatchStore(postgres as Postgres);
      const owned = { id: 'w_new', accountId: 'acc_7', watchedAddress: 'address-new' };
      const minLevel = 'single_source' as const;
      const question = { type: 'chain.token_risk', params: {}, condition: undefined, minLevel, minIntervalSeconds: 0 };
      const secret = { keyId: 'k1', sealed: Buffer.alloc(1) };
      const watch = { ...owned, ...question, webhookUrl: 'https://receiver.example/', secret };
      expect(await store.insert(watch, 1_000)).toBeDefined();
      expect(await store.find('acc_7', 'w_new')).toBeDefined();
      expect(await store.remove('acc_7', 'w_new')).toBe(true);
    },
    new Set(['addresses_pkey', 'watches_pkey', 'watches_by_account', 'watches_by_address']),
  ],
  ['a list of watches', (postgres) => createWatchStore(postgres as Postgres).list('acc_7', [])],
])('%s finds its rows by the intended indexes', async (_title, work, allowed = indexes) => {
  const accesses = await plans.accessesOf(() => work(plans));
  expect(accesses.length).toBeGreaterThan(0);
  expect(accesses.filter(({ index }) => !allowed.has(index))).toEqual([]);
  expect(accesses.filter(({ removedRows }) => removedRows > maxRemovedRows)).toEqual([]);
});

test('the leases of partitions read no table but the two that have a row for each partition and each replica', async () => {
  const { sql } = database;
  const store = createPartitionLeaseStore(plans as unknown as Postgres);
  await store.prepare();
  await sql(
    `INSERT INTO replicas (replica, alive_until) SELECT 'old-' || n, now() - interval '2 hours' FROM generate_series(1, 5000) AS n`,
  );
  await sql('DO $$BEGIN FOR n IN 1..300 LOOP UPDATE partitions SET leased_until = now(); END LOOP; END$$');
  await store.renew('replica-a', 1_000);
  const accesses = await plans.accessesOf(async () => {
    await store.prepare();
    expect(await store.renew('replica-a', 1_000)).toHaveLength(64);
    await store.release('replica-a');
  });
  expect(new Set(accesses.map(({ table }) => table.replace(/^$/, 'partitions')))).toEqual(
    new Set(['partitions', 'replicas']),
  );
  expect(accesses.filter(({ removedRows }) => removedRows > 64)).toEqual([]);
});
