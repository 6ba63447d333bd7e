import { beforeAll, expect, test } from '@jest/globals';
import { addCredits } from './accounts/accounts.ts';
import { createAccountStore } from './accounts/store.ts';
import { getUsage } from './pages/pages.ts';
import { createPageStore } from './pages/store.ts';
import { endOldRows, makeDays } from './retention.ts';
import { useBilling } from './testing/billing-world.ts';
import { context, firstHoldAt, holdOf, newHoldId, openCustomer, type Customer } from './testing/customers.ts';

const billing = useBilling({ steppedClock: true });
const dayMs = 86_400_000;
const days = { holds: 30, ledger: 0, operatorActions: 90 };
/** The test's time, in milliseconds since the Unix epoch. For every test it starts at the beginning of a new day. */
let nowMs = 0;

beforeAll(async () => {
  const [row] = await billing.database.sql<{ ms: string }>('SELECT (extract(epoch FROM clock()) * 1000)::bigint AS ms');
  nowMs = Number(row?.ms);
});

async function stepDays(count: number): Promise<void> {
  await billing.database.stepClock(count * dayMs);
  nowMs += count * dayMs;
}

async function audit(): Promise<unknown[]> {
  return billing.database.sql('SELECT * FROM audit()');
}

const nameOf = (table: 'holds' | 'ledger', ms: number): string =>
  `${table}_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Takes a hold of ten micro-credits, and captures `captureMicros` of them. */
async function settle(customer: Customer, holdId = newHoldId(nowMs), captureMicros = 5): Promise<string> {
  await billing.replicaAt(0).hold.submit(holdOf(customer, 10, holdId), context());
  const settlement = { hold_id: holdId, capture_micros: String(captureMicros), received: true, outcome: 'delivered' };
  await billing.replicaAt(0).settle.submit(settlement, context());
  return holdId;
}

/** Returns the name of the partition that contains a hold, or the entries of an operation. */
async function partitionOf(table: 'holds' | 'ledger', id: string): Promise<string | undefined> {
  const key = table === 'holds' ? 'id' : 'operation_id';
  const rows = await billing.database.sql<{ name: string }>(
    `SELECT DISTINCT tableoid::regclass::text AS name FROM ${table} WHERE ${key} = $1`,
    [id],
  );
  return rows.map(({ name }) => name).join();
}

async function usageOf(customer: Customer): Promise<unknown[]> {
  const store = createPageStore(billing.postgres.query);
  const range = { from_ms: String(nowMs - 300 * dayMs), to_ms: String(nowMs + dayMs) };
  const request = { account_id: customer.accountId, ...range, step: 'USAGE_STEP_DAY' as const };
  const { rows = [] } = await getUsage(store, request);
  return rows.map(({ start_ms: start, calls, debited_micros: debited }) => [
    String(start),
    Number(calls),
    String(debited),
  ]);
}

test('holds and ledger entries are in the partition of their day, and other ids in the default partition', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const timed = await settle(customer);
  expect(await partitionOf('holds', timed)).toBe(nameOf('holds', nowMs));
  expect(await partitionOf('ledger', timed)).toBe(nameOf('ledger', nowMs));
  for (const id of ['h_0199', 'wh_0199', 'ht_g']) {
    await settle(customer, id);
    expect(await partitionOf('holds', id)).toBe('holds_other');
    expect(await partitionOf('ledger', id)).toBe('ledger_other');
  }
  const early = await settle(customer, newHoldId(nowMs - 40 * dayMs));
  expect(await partitionOf('holds', early)).toBe('holds_past');
});

test('several replicas at once make each day once while calls run, and holds that came before their day move', async () => {
  await makeDays(billing.postgres);
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000_000 });
  const early = await settle(customer, newHoldId(nowMs + 8 * dayMs));
  expect(await partitionOf('holds', early)).toBe('holds_future');
  await stepDays(2);
  let over = false;
  const taken: string[] = [];
  const caller = (async () => {
    while (!over) {
      taken.push(await settle(customer, newHoldId(nowMs + 7 * dayMs)));
    }
  })();
  const passes = await Promise.all(Array.from({ length: 4 }, () => makeDays(billing.database.open())));
  over = true;
  await caller;
  expect(passes.reduce((sum, { made }) => sum + made, 0)).toBe(4);
  expect(await makeDays(billing.postgres)).toEqual({ made: 0, ahead: 8 });
  expect(await partitionOf('holds', early)).toBe(nameOf('holds', nowMs + 6 * dayMs));
  expect(await partitionOf('ledger', early)).toBe(nameOf('ledger', nowMs + 6 * dayMs));
  for (const id of taken) {
    expect(await partitionOf('holds', id)).toBe(nameOf('holds', nowMs + 7 * dayMs));
  }
});

test('ended holds without a day go after their time, and pending holds, the ledger, the balance and the usage stay', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 10_000 });
  await Promise.all(Array.from({ length: 450 }, (_unused, index) => settle(customer, `h_${index}`)));
  await billing.replicaAt(0).hold.submit(holdOf(customer, 10, 'h_pending'), context());
  await billing.database.stepClock(60_000);
  await stepDays(30);
  await makeDays(billing.postgres);
  const young = await settle(customer);
  const before = [await billing.booksOf(customer), await usageOf(customer)];

  // Two replicas delete at the same time. Together they delete each row only once.
  const passes = await Promise.all([endOldRows(billing.postgres, days), endOldRows(billing.database.open(), days)]);
  const again = await endOldRows(billing.postgres, days);
  // Besides these 450 holds, four holds of the first test are deleted one by one. The ids of three contain no day, and
  // the id of one contains a past day.
  expect([...passes, again].reduce((sum, { holds }) => sum + holds, 0)).toBe(454);
  const left = await billing.database.sql('SELECT id FROM holds WHERE account_id = $1', [customer.accountId]);
  expect(new Set(left)).toEqual(new Set([{ id: 'h_pending' }, { id: young }]));
  expect([await billing.booksOf(customer), await usageOf(customer)]).toEqual(before);
  expect(await audit()).toEqual([]);
}, 60_000);

test('a day of holds ends as a whole once none is pending, and its usage stays', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 10_000 });
  const ended = [await settle(customer), await settle(customer)];
  const reversed = newHoldId(nowMs);
  await billing.replicaAt(0).hold.submit(holdOf(customer, 10, reversed), context());
  const capture = { hold_id: reversed, capture_micros: '7', received: false, outcome: 'delivered' };
  await billing.replicaAt(0).settle.submit(capture, context());
  const name = nameOf('holds', nowMs);
  await stepDays(31);
  await makeDays(billing.postgres);
  const young = await settle(customer);

  await endOldRows(billing.postgres, days);
  expect(await partitionOf('holds', ended[0] ?? '')).toBe(name);
  await billing.replicaAt(0).confirm.submit({ delivered_hold_ids: [], undelivered_hold_ids: [reversed] }, context());
  const before = [await billing.booksOf(customer), await usageOf(customer)];
  // The loop detaches days without counting them, as a replica does that dies in between. The usage includes each
  // detached day all the time.
  const taken = async (): Promise<number> => {
    const rows = await billing.database.sql<{ count: number }>('SELECT end_oldest_day_of_holds(30) AS count');
    return rows[0]?.count ?? 0;
  };
  while ((await taken()) > 0) {
    expect([await billing.booksOf(customer), await usageOf(customer)]).toEqual(before);
  }
  expect(await audit()).toEqual([]);
  await Promise.all([endOldRows(billing.postgres, days), endOldRows(billing.database.open(), days)]);
  await endOldRows(billing.postgres, days);
  expect([await billing.booksOf(customer), await usageOf(customer)]).toEqual(before);
  expect(await billing.database.sql('SELECT to_regclass($1) AS name', [name])).toEqual([{ name: null }]);
  expect(await billing.database.sql('SELECT id FROM holds WHERE account_id = $1', [customer.accountId])).toEqual([
    { id: young },
  ]);
  expect(await audit()).toEqual([]);

  // A settlement that arrives after its hold was removed gets the answer for an unknown hold. It does not make its
  // batch fail.
  const late = { hold_id: ended[0] ?? '', capture_micros: '5', received: true };
  const [answer] = await billing.store.settle([late], []);
  expect(answer).toMatchObject({ settlement: 'SETTLEMENT_UNKNOWN_HOLD' });
  expect(await settle(customer, `${firstHoldAt(nowMs - 31 * dayMs)}${'f'.repeat(20)}`)).toBeDefined();
}, 60_000);

test('a dropped day of the ledger leaves each account its sum, once, and the balances are the sums at all times', async () => {
  const accounts = createAccountStore(billing.postgres.query);
  const [first, second] = [
    await openCustomer(billing.postgres, { creditMicros: 1_000 }),
    await openCustomer(billing.postgres, { creditMicros: 1_000 }),
  ];
  const credit = { account_id: first.accountId, credit_micros: '50', operation_id: 'top-up-1' };
  await addCredits(accounts, credit);
  const old = await settle(first, newHoldId(nowMs), 4);
  await settle(first, newHoldId(nowMs), 3);
  await settle(second, newHoldId(nowMs), 0);
  const oldDay = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '');
  const dropAll = async (keepDays: number): Promise<void> => {
    const text = 'SELECT drop_oldest_day_of_ledger($1) AS count';
    for (let count = 1; count > 0;) {
      count = (await billing.database.sql<{ count: number }>(text, [keepDays]))[0]?.count ?? 0;
    }
  };

  // A day of the ledger is stored for at least 90 days, even with a lower setting. It is also stored as long as one of
  // its holds is stored. If the setting is zero, it is never removed.
  await stepDays(90);
  await makeDays(billing.postgres);
  await endOldRows(billing.postgres, days);
  await dropAll(1);
  expect(await partitionOf('ledger', old)).toBe(`ledger_${oldDay}`);
  await stepDays(1);
  await makeDays(billing.postgres);
  const young = await settle(first, newHoldId(nowMs), 2);
  const straggler = newHoldId(nowMs - 91 * dayMs);
  await settle(second, straggler, 0);
  await dropAll(90);
  expect(await partitionOf('ledger', old)).toBe(`ledger_${oldDay}`);
  await billing.database.sql(
    `WITH gone AS (DELETE FROM holds WHERE id = $1 RETURNING *)
     DELETE FROM usage_by_hour AS u USING gone
     WHERE u.account_id = gone.account_id AND u.hour = date_trunc('hour', gone.held_at, 'UTC')`,
    [straggler],
  );
  await endOldRows(billing.postgres, days);
  expect(await partitionOf('ledger', old)).toBe(`ledger_${oldDay}`);

  let over = false;
  const problems: unknown[] = [];
  const reader = (async () => {
    while (!over) {
      problems.push(...(await audit()));
    }
  })();
  const caller = (async () => {
    while (!over) {
      await settle(first, newHoldId(nowMs), 1);
    }
  })();
  const passes = await Promise.all([
    endOldRows(billing.postgres, { ...days, ledger: 90 }),
    endOldRows(billing.database.open(), { ...days, ledger: 90 }),
  ]);
  over = true;
  await Promise.all([reader, caller]);
  expect(problems).toEqual([]);
  expect(passes.reduce((sum, { ledgerDays }) => sum + ledgerDays, 0)).toBeGreaterThan(0);
  await endOldRows(billing.postgres, { ...days, ledger: 90 });
  const entries = `SELECT kind, amount_micros::integer AS amount FROM ledger WHERE operation_id = $1 AND account_id = $2`;
  expect(await billing.database.sql(entries, [`carried_${oldDay}`, first.accountId])).toEqual([
    { kind: 'carried', amount: -7 },
  ]);
  expect(await billing.database.sql(entries, [`carried_${oldDay}`, second.accountId])).toEqual([]);
  expect(await partitionOf('ledger', old)).toBe('');
  expect(await partitionOf('ledger', young)).toBe(nameOf('ledger', nowMs));
  expect(await audit()).toEqual([]);
  // The operation ids of credits are unique across all days.
  await addCredits(accounts, credit);
  await expect(addCredits(accounts, { ...credit, credit_micros: '51' })).rejects.toMatchObject({
    code: 'INVALID_PARAM',
  });
  expect(await billing.booksOf(first)).toMatchObject({ held: 0 });
}, 120_000);

test('actions of operators go after their time, and nobody deletes those of the last 90 days', async () => {
  await billing.database.sql(
    `INSERT INTO operator_actions (action_id, at, actor, action, arguments, outcome)
     SELECT 'a', clock_timestamp() - age * interval '1 day', 'ann', 'billing.GetAccount', '{}', 'OK'
     FROM unnest(ARRAY[1, 89, 91, 400]) AS age`,
  );
  expect(await endOldRows(billing.postgres, days)).toMatchObject({ operatorActions: 2 });
  const refused = expect.stringContaining('operator_actions');
  for (const statement of ['DELETE FROM', 'TRUNCATE']) {
    await expect(billing.database.sql(`${statement} operator_actions`)).rejects.toMatchObject({ message: refused });
  }
  await expect(billing.database.sql(`UPDATE operator_actions SET actor = 'bob'`)).rejects.toMatchObject({
    message: refused,
  });
}, 60_000);
