import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordPlans, type PlanRecorder, type TableAccess } from '@assay/stack/testing/query-plans';
import { createAccountStore } from './accounts/store.ts';
import { createHoldStore, type HoldStore } from './holds/store.ts';
import { createAccountOnce, createKeyOnce } from './accounts/create-once.ts';
import { createOperatorStore } from './operators/store.ts';
import { createPageStore, type PageStore } from './pages/store.ts';
import { endOldRows } from './retention.ts';
import { agedTables, ageTables, type AgedTables } from './testing/aged-tables.ts';
import { startBillingDatabase, type BillingDatabase } from './testing/billing-database.ts';
import { createIdempotentCallStore, type CallAttempt, type IdempotentCallStore } from './idempotency/store.ts';
import type { Postgres } from '@assay/storage/postgres';
import { createSealer } from '@assay/storage/sealing';
import { newHoldId, openCustomer, traceId, type Customer } from './testing/customers.ts';

const itemsPerStatement = 10;

let database: BillingDatabase;
let plans: PlanRecorder;
let store: HoldStore;
let calls: IdempotentCallStore;
let customer: Customer;
let aged: AgedTables;
const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');

beforeAll(async () => {
  database = await startBillingDatabase();
  customer = await openCustomer(database.open(), { creditMicros: 1_000_000_000, rateLimit: 1_000_000 });
  aged = await ageTables(database, customer);
  plans = await recordPlans(database.url, 'billing');
  calls = createIdempotentCallStore(plans.query);
  store = createHoldStore(plans.query, { holdLifetimeMs: 60_000, confirmWithinMs: 60_000 });
}, 120_000);

afterAll(async () => {
  await plans.close();
  await database.close();
}, 60_000);

function newIds(): string[] {
  return Array.from({ length: itemsPerStatement }, () => newHoldId());
}

async function holdAll(ids: readonly string[]): Promise<void> {
  await store.hold(
    ids.map((id) => ({
      account_id: customer.accountId,
      hold_micros: '10',
      hold_id: id,
      trace_id: traceId,
      operation: 'get_data spot.price',
    })),
    [],
  );
}

async function captureAll(ids: readonly string[], received = false): Promise<void> {
  await store.settle(
    ids.map((id) => ({ hold_id: id, capture_micros: '5', received })),
    [],
  );
}

/** Fails unless every table access uses one of the allowed indexes. */
function expectIndexes(accesses: readonly TableAccess[], allowed: readonly string[]): void {
  expect(accesses.length).toBeGreaterThan(0);
  const isIntended = ({ table, index = '' }: TableAccess): boolean =>
    allowed.includes(aged.indexOfTable.get(index) ?? index) || (index === '' && aged.emptyTables.has(table));
  expect(accesses.filter((access) => !isIntended(access))).toEqual([]);
  const removed = accesses.reduce((sum, { removedRows }) => sum + removedRows, 0);
  expect(removed).toBeLessThanOrEqual(3 * itemsPerStatement);
}

/** Fails when statements read a partition of holds or of the ledger that is not in `allowed`. */
function expectPartitions(accesses: readonly TableAccess[], allowed: readonly string[]): void {
  const partitions = new Set(accesses.map(({ table }) => table).filter((table) => /^(holds|ledger)_/.test(table)));
  expect([...partitions].filter((table) => !allowed.includes(table))).toEqual([]);
  expect(partitions.size).toBeGreaterThan(0);
}

/**
 * Runs statements on holds of today, and returns their table accesses. Fails when they read the partition of another
 * day.
 */
async function accessesToday(work: () => Promise<unknown>): Promise<TableAccess[]> {
  const accesses = await plans.accessesOf(work);
  expectPartitions(accesses, [`holds_${today}`]);
  return accesses;
}

/** Returns an attempt of a new idempotent call. */
function newAttempt(keySha256: Buffer = randomBytes(32)): CallAttempt {
  return { accountId: customer.accountId, keySha256, traceId: randomBytes(16).toString('hex') };
}

/** Rotates the key of a customer, and then repeats the same rotation. */
async function rotateTwice(pages: PageStore, { accountId, keySha256 }: Customer, id: string): Promise<void> {
  const rotation = { accountId, hashStart: keySha256.subarray(0, 16), overlapSeconds: 3_600, maxKeys: 50 };
  const sealedKey = { keyId: 'k1', sealed: Buffer.alloc(1) };
  for (let times = 0; times < 2; times += 1) {
    const next = { sha256: randomBytes(32), prefix: 'asy_0000' };
    await pages.rotateKeyOnce(rotation, next, { id, fingerprint: Buffer.alloc(32), sealedKey });
  }
}

const action = { tokenSha256: Buffer.alloc(32), action: 'billing.AddCredits', arguments: {}, outcome: 'OK' };
const byKey = ['accounts_pkey', 'keys_pkey', 'holds_pkey', 'refusals_pkey', 'ledger_pkey', 'idempotent_calls_pkey'];

describe.each(['missing', 'current'])('with %s statistics', (statistics) => {
  beforeAll(async () => {
    for (const table of statistics === 'current' ? agedTables : []) {
      await database.sql(`ANALYZE ${table}`);
    }
  }, 60_000);

  test('an admission reads keys, accounts and holds by their primary keys', async () => {
    const ids = newIds();
    const admit = (): Promise<unknown> =>
      store.admit(
        ids.map((id) => ({
          key_sha256: customer.keySha256,
          hold_micros: '10',
          hold_id: id,
          trace_id: traceId,
          operation: 'get_data spot.price',
        })),
        [],
      );
    expectIndexes(await accessesToday(admit), byKey);
  });

  test('a hold reads accounts and holds by their primary keys', async () => {
    const ids = newIds();
    expectIndexes(await accessesToday(() => holdAll(ids)), byKey);
  });

  test.each([false, true])('a settlement reads holds by their primary key (already received: %s)', async (received) => {
    const ids = newIds();
    await holdAll(ids);
    expectIndexes(await accessesToday(() => captureAll(ids, received)), byKey);
  });

  test('a confirmation reads holds by their primary key, not the index of pending holds', async () => {
    const ids = newIds();
    await holdAll(ids);
    await captureAll(ids);
    expectIndexes(await accessesToday(() => store.confirm(ids, [], [])), byKey);
  });

  test('a reversal reads holds by their primary key, not the index of pending holds', async () => {
    const ids = newIds();
    await holdAll(ids);
    await captureAll(ids);
    expectIndexes(await accessesToday(() => store.confirm([], ids, [])), byKey);
  });

  test('an idempotent call reads its row by the primary key, and the holds of an attempt by its trace', async () => {
    const fingerprint = randomBytes(32);
    const first = newAttempt();
    const next = newAttempt(first.keySha256);
    const beginTwice = async (): Promise<void> => {
      await calls.begin(first, fingerprint, 'call_1');
      await calls.abandon(first);
      await calls.begin(next, fingerprint, 'call_1');
      await calls.finish(next, 200, { keyId: 'k1', sealed: Buffer.alloc(1) });
      await calls.begin(first, fingerprint, 'call_1');
    };
    expectIndexes(await plans.accessesOf(beginTwice), [...byKey, 'holds_by_trace']);
  });

  test('a sweep finds expired calls by their time and deletes them by their primary key', async () => {
    await database.sql(
      `UPDATE idempotent_calls SET expires_at = now() - interval '1 day' WHERE call_id IN ('call_40000', 'call_40001')`,
    );
    const accesses = await plans.accessesOf(() => calls.sweep(500));
    expectIndexes(accesses, ['idempotent_calls_pkey', 'idempotent_calls_by_expiry']);
  });

  test('the charges of an account are found by their trace', async () => {
    const accounts = createAccountStore(plans.query);
    expectIndexes(await plans.accessesOf(() => accounts.accountCharges(customer.accountId, newAttempt().traceId)), [
      'holds_by_trace',
    ]);
  });

  test('the commands of operators find accounts, keys, operations and operators by their indexes', async () => {
    const accounts = createAccountStore(plans.query);
    const operators = createOperatorStore(plans.query);
    const sealer = createSealer([{ id: 'k1', key: Buffer.alloc(32) }], 'ASSAY_BILLING_SECRET_KEYS');
    const ports = { accounts, sealer, defaultRateLimit: 10, maxKeys: 50 };
    const { accountId, keySha256 } = customer;
    const operation = `op-${statistics}`;
    const request = { name: 'a', credit_micros: '5', rate_limit_per_minute: 0, operation_id: operation };
    const accesses = await plans.accessesOf(async () => {
      await createAccountOnce(ports, request);
      await createAccountOnce(ports, request);
      await createKeyOnce(ports, { account_id: accountId, operation_id: operation });
      await createKeyOnce(ports, { account_id: accountId, operation_id: operation });
      await createKeyOnce(ports, { account_id: accountId, operation_id: '' });
      await accounts.forgetSealedKeys();
      const id = `acc_${randomBytes(8).toString('hex')}`;
      await accounts.openAccount({ id, name: 'a', rateLimitPerMinute: 10, creditMicros: '5', operationId: id });
      await accounts.findAccount(accountId);
      await accounts.setRateLimit(accountId, 1_000_000);
      await accounts.addCredits(accountId, operation, '5');
      await accounts.findKeys('asy_none');
      await accounts.revokeKey(Buffer.alloc(keySha256.length));
      await accounts.charges(newAttempt().traceId);
      await operators.create(`ann-${statistics}`, randomBytes(32));
      await operators.rotate('o7', randomBytes(32));
      await operators.revoke('o7');
      await operators.find(randomBytes(32));
      await operators.record('o1', { ...action, actionId: operation });
    });
    expectIndexes(accesses, [
      ...byKey,
      'keys_by_account',
      'keys_by_prefix',
      'holds_by_trace',
      'key_creations_pkey',
      'key_creations_with_key',
      'operators_pkey',
      'operators_token_sha256_key',
    ]);
  });

  test('retention finds accounts by their ids, old holds by account and time, and old actions by their time', async () => {
    const days = { holds: 400, ledger: 0, operatorActions: 90 };
    const accesses = await plans.accessesOf(() => endOldRows(plans as unknown as Postgres, days));
    expectIndexes(
      accesses.filter(({ table, index = '' }) => !`${table} ${index}`.includes('pg_')),
      ['accounts_pkey', 'holds_by_account', 'usage_by_hour_pkey', 'operator_actions_by_time', 'ctid'],
    );
    expectPartitions(accesses, ['holds_other', 'holds_past']);
  }, 60_000);

  test('pages find keys and holds by the account, and ledger entries by account and time', async () => {
    const pages = createPageStore(plans.query);
    const { accountId } = customer;
    const hour = { from: new Date(Date.now() + 3_600_000).toISOString(), to: 'infinity' };
    const always = { from: '-infinity', to: 'infinity' };
    const accesses = await plans.accessesOf(async () => {
      await pages.keys(accountId);
      await pages.revokeKey(accountId, Buffer.alloc(16));
      await rotateTwice(pages, customer, `rotate-${statistics}`);
      await pages.ledger(accountId, always, undefined, itemsPerStatement);
      await pages.ledger(accountId, always, { at: '2020-01-01T00:00:00.000000Z', operationId: 'a', kind: 'credit' }, 1);
      await pages.usage(accountId, hour, 'hour');
      await pages.usage(accountId, hour, 'day');
      await createAccountStore(plans.query).listAccounts([accountId]);
    });
    expectIndexes(accesses, [
      'keys_by_account',
      'ledger_by_account',
      'holds_by_account',
      'holds_ended_by_account',
      'usage_by_hour_pkey',
      'usage_by_day_pkey',
      'holds_pkey',
      'accounts_pkey',
      'keys_pkey',
      'key_creations_pkey',
    ]);
  });

  test.each(['hour', 'day'] as const)('usage by the %s of a long history reads no hold', async (step) => {
    const pages = createPageStore(plans.query);
    const month = { from: new Date(Date.now() - 31 * 86_400_000).toISOString(), to: 'infinity' };
    const accesses = await plans.accessesOf(() => pages.usage(customer.accountId, month, step));
    const read = accesses.filter(({ isExecuted }) => isExecuted).map(({ table }) => table);
    expect(read.filter((table) => table.startsWith('holds'))).toEqual([]);
    expect(read).toContain('usage_by_hour');
  });

  test('a count of earlier usage finds the holds of an account by their time', async () => {
    const { accountId } = await openCustomer(database.open());
    await database.sql(`UPDATE accounts SET usage_counted_from = 'infinity' WHERE id = $1`, [accountId]);
    const accesses = await plans.accessesOf(() =>
      plans.query({ name: 'count_usage', text: 'SELECT count_usage($1, 2000)', values: [accountId] }),
    );
    expectIndexes(accesses, ['accounts_pkey', 'holds_by_account', 'holds_ended_by_account', 'usage_by_hour_pkey']);
  });

  test('a sweep finds due holds by the index of pending holds and ends them by their primary key', async () => {
    const ids = newIds();
    await holdAll(ids);
    // Every partition has an index of pending holds. The sweep searches each of these indexes, but it reads only rows
    // of today.
    await database.sql(`UPDATE holds SET due_at = now() - interval '1 minute' WHERE id = ANY ($1)`, [ids]);
    const accesses = await plans.accessesOf(() => store.sweep({ reverse: true, limit: 500 }));
    expect(accesses.some(({ index = '' }) => aged.indexOfTable.get(index) === 'holds_pending')).toBe(true);
    expectIndexes(accesses, [...byKey, 'holds_pending', 'refusals_by_time']);
  });
});
