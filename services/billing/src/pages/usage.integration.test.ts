import { expect, test } from '@jest/globals';
import type { Postgres } from '@assay/storage/postgres';
import type { PoolClient } from 'pg';
import { endOldRows, makeDays } from '../retention.ts';
import { useBilling } from '../testing/billing-world.ts';
import { context, holdOf, newHoldId, openCustomer, type Customer } from '../testing/customers.ts';
import { countUsage } from './count-usage.ts';
import { createPageStore } from './store.ts';

const billing = useBilling({ steppedClock: true });
const minuteMs = 60_000;
const dayMs = 86_400_000;
const holdsPerStep = 4;
const always = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };
const ends = [
  { outcome: 'delivered', level: 'anchored' },
  { outcome: 'refused', level: '' },
  { outcome: '', level: 'consensus' },
];

async function nowMs(): Promise<number> {
  const [row] = await billing.database.sql<{ ms: string }>('SELECT (extract(epoch FROM clock()) * 1000)::bigint AS ms');
  return Number(row?.ms);
}

/** Opens an account as the previous version left it: usage is not counted when a hold ends. */
async function openEarlierCustomer(): Promise<Customer> {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000_000_000 });
  await billing.database.sql('UPDATE accounts SET usage_counted_from = DEFAULT WHERE id = $1', [customer.accountId]);
  return customer;
}

/** Takes some holds, and ends them in every possible way. Returns the ids of the holds that stay open. */
async function callsOf(customer: Customer, seed: number, lapsed: readonly string[] = []): Promise<string[]> {
  const replica = billing.replicaAt(seed);
  const ms = await nowMs();
  const ids = Array.from({ length: 6 }, () => newHoldId(ms));
  await Promise.all(ids.map((id) => replica.hold.submit(holdOf(customer, 100, id), context())));
  const [received = '', delivered = '', undelivered = '', released = '', ...open] = ids;
  const settle = (id: string, micros: number, isReceived: boolean, end = ends[(seed + micros) % ends.length]) =>
    replica.settle.submit({ hold_id: id, capture_micros: String(micros), received: isReceived, ...end }, context());
  await Promise.all([
    settle(received, 30 + (seed % 3), true),
    settle(delivered, 20, false),
    settle(undelivered, 10, false),
    settle(released, 0, false),
    ...lapsed.map((id) => settle(id, 50, true)),
  ]);
  await replica.confirm.submit({ delivered_hold_ids: [delivered], undelivered_hold_ids: [undelivered] }, context());
  return open;
}

/**
 * Gives an account a history of half a day. In each round, the holds that stayed open lapse, and one of them is
 * captured in the next round.
 */
async function makeHistory(customer: Customer): Promise<void> {
  let lapsed: string[] = [];
  for (let round = 0; round < 24; round += 1) {
    const open = await callsOf(customer, round, lapsed.slice(0, 1));
    await billing.database.stepClock(31 * minuteMs);
    await billing.store.sweep({ reverse: true, limit: 500 });
    lapsed = open;
  }
}

type Row = { readonly start: number; readonly key: string; readonly calls: bigint; readonly micros: bigint };

/** Sums up the rows of holds in the test itself, with one sum for each type, outcome and level. */
function sumsOf(rows: readonly Row[]): string[] {
  const sums = new Map<string, { calls: bigint; micros: bigint }>();
  for (const { start, key, calls, micros } of rows) {
    const name = `${start} ${key}`;
    const sum = sums.get(name) ?? { calls: 0n, micros: 0n };
    sums.set(name, { calls: sum.calls + calls, micros: sum.micros + micros });
  }
  return [...sums].map(([name, { calls, micros }]) => `${name} ${calls} ${micros}`).toSorted();
}

/**
 * Returns an account's usage by step twice, from one snapshot of the database: as a page shows it, and as the sum over
 * every hold.
 */
async function usageOf({ accountId }: Customer, step: 'hour' | 'day'): Promise<{ page: string[]; raw: string[] }> {
  const stepMs = step === 'day' ? dayMs : dayMs / 24;
  return billing.postgres.transaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const query: Postgres['query'] = async ({ text, values = [] }) => (await client.query(text, [...values])).rows;
    const usage = await createPageStore(query).usage(accountId, always, step);
    const holds = await query<Record<string, string>>({
      name: 'raw',
      text: `SELECT extract(epoch FROM held_at) * 1000 AS ms, state, operation, outcome, level, captured_micros
        FROM (SELECT * FROM holds UNION ALL SELECT * FROM holds_ended) AS h WHERE account_id = $1 AND state <> 'open'`,
      values: [accountId],
    });
    const raw = holds.map(({ ms, state = '', operation = '', outcome, level, captured_micros: micros = '0' }) => {
      const ended = { reversed: 'undelivered', lapsed: 'unknown' }[state];
      const word = ended ?? outcome ?? (micros === '0' ? 'unknown' : 'delivered');
      const key = `${operation.split(' ').at(-1) ?? ''} ${word} ${level ?? ''}`;
      const start = Math.floor(Number(ms) / stepMs) * stepMs;
      return { start, key, calls: 1n, micros: state === 'reversed' ? 0n : BigInt(micros) };
    });
    return { page: sumsOf(usage.map(rowOf)), raw: sumsOf(raw) };
  });
}

function rowOf(row: Awaited<ReturnType<ReturnType<typeof createPageStore>['usage']>>[number]): Row {
  const key = `${String(row.type)} ${String(row.outcome)} ${String(row.level)}`;
  return {
    start: Number(row.start_ms),
    key,
    calls: BigInt(String(row.calls)),
    micros: BigInt(String(row.debited_micros)),
  };
}

async function expectExact(customers: readonly Customer[]): Promise<void> {
  for (const customer of customers) {
    for (const step of ['hour', 'day'] as const) {
      const { page, raw } = await usageOf(customer, step);
      expect(raw.length).toBeGreaterThan(0);
      expect(page).toEqual(raw);
    }
  }
  expect(await billing.database.sql('SELECT * FROM audit()')).toEqual([]);
}

async function uncounted(): Promise<number> {
  const rows = await billing.database.sql(`SELECT FROM accounts WHERE usage_counted_from > '-infinity'`);
  return rows.length;
}

class Crash extends Error {}

/**
 * Returns a database that fails before or after its n-th statement, as if the process had died. PostgreSQL then rolls
 * the transaction back.
 */
function crashingAt(point: number): Postgres {
  let passed = 0;
  const pass = async (client?: PoolClient): Promise<void> => {
    if (passed === point) {
      await client?.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      throw new Crash();
    }
    passed += 1;
  };
  return {
    query: async (statement) => {
      await pass();
      return billing.postgres.query(statement);
    },
    transaction: async (work) => {
      const result = await billing.postgres.transaction((client) => {
        const query = async (...given: [string]): Promise<unknown> => {
          await pass(client);
          const answer = await client.query(...given);
          await pass(client);
          return answer;
        };
        return work({ query } as unknown as PoolClient);
      });
      await pass();
      return result;
    },
  };
}

test('usage of earlier holds is the sum of the raw rows after a crash at any line of its count', async () => {
  const customers = [await openEarlierCustomer(), await openEarlierCustomer()];
  await Promise.all(customers.map(makeHistory));
  await expectExact(customers);
  let runs = 0;
  const isDone = async (): Promise<boolean> => {
    try {
      // The loop ends, because 24 statements contain more than one whole transaction.
      await countUsage(crashingAt(runs % 24), holdsPerStep);
      return true;
    } catch (error) {
      expect(String((error as Error).message)).toMatch(/^$|terminat|closed|not queryable/i);
      return false;
    }
  };
  while (!(await isDone())) {
    runs += 1;
    await expectExact(customers);
  }
  expect(runs).toBeGreaterThan(16);
  expect(await uncounted()).toBe(0);
  await expectExact(customers);
}, 300_000);

test('usage is the sum of the raw rows while calls end on several replicas and others count earlier ones', async () => {
  const earlier = [await openEarlierCustomer(), await openEarlierCustomer()];
  const customers = [...earlier, await openCustomer(billing.postgres, { creditMicros: 1_000_000_000 })];
  await Promise.all(customers.map(makeHistory));
  let isOver = false;
  const caller = async (customer: Customer, seed: number): Promise<void> => {
    let lapsed: string[] = [];
    for (let round = 0; !isOver; round += 1) {
      const open = await callsOf(customer, seed + round, lapsed.slice(0, 2));
      await billing.store.sweep({ reverse: true, limit: 500 });
      lapsed = open;
    }
  };
  const callers = [...customers, ...customers].map(caller);
  const ticker = (async () => {
    while (!isOver) {
      await billing.database.stepClock(2 * minuteMs);
    }
  })();
  const counters = [billing.postgres, billing.database.open()].map(async (postgres) => {
    while ((await uncounted()) > 0) {
      await countUsage(postgres, holdsPerStep);
    }
  });
  const reader = (async () => {
    for (let reads = 0; reads < 10; reads += 1) {
      await expectExact(customers);
    }
  })();
  await Promise.all([...counters, reader]).finally(() => {
    isOver = true;
  });
  await Promise.all([...callers, ticker]);
  await expectExact(customers);
}, 300_000);

test('usage by the day stays when holds are deleted, whether they were counted before, partly or not at all', async () => {
  const counted = await openCustomer(billing.postgres, { creditMicros: 1_000_000 });
  const [partly, not] = [await openEarlierCustomer(), await openEarlierCustomer()];
  const customers = [counted, partly, not];
  await Promise.all(customers.map(makeHistory));
  await billing.database.sql('SELECT count_usage($1, 20)', [partly.accountId]);
  const before = await Promise.all(customers.map(async (each) => (await usageOf(each, 'day')).page));
  await billing.database.stepClock(33 * dayMs);
  await makeDays(billing.postgres);
  const usagePages = async (): Promise<string[][]> =>
    Promise.all(customers.map(async (each) => (await usageOf(each, 'day')).page));
  // The loop detaches the days before their usage is counted. The pages must not change, neither now nor when the count
  // continues.
  while (((await billing.database.sql<{ n: number }>('SELECT end_oldest_day_of_holds(30) AS n'))[0]?.n ?? 0) > 0) {
    expect(await usagePages()).toEqual(before);
  }
  await billing.database.sql('SELECT count_usage($1, 20)', [partly.accountId]);
  expect(await usagePages()).toEqual(before);
  expect(await billing.database.sql('SELECT * FROM audit()')).toEqual([]);
  await endOldRows(billing.postgres, { holds: 30, ledger: 0, operatorActions: 90 });
  expect(await usagePages()).toEqual(before);
  await countUsage(billing.postgres);
  expect(await usagePages()).toEqual(before);
  const ids = customers.map(({ accountId }) => accountId);
  expect(await billing.database.sql('SELECT FROM usage_by_hour WHERE account_id = ANY ($1)', [ids])).toEqual([]);
}, 120_000);
