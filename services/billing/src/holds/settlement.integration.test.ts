import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SettleResponse } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import type { Postgres } from '@assay/service/postgres';
import { context, freshHoldId, holdOf, openCustomer, openReplica, type Customer } from '../testing/customers.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createHoldStore, type HoldStore } from './store.ts';

let database: TestDatabase;
let postgres: Postgres;
let replicas: ReturnType<typeof openReplica>[];
let store: HoldStore;

beforeAll(async () => {
  database = await startTestDatabase();
  postgres = database.open();
  replicas = [openReplica(postgres), openReplica(database.open())];
  store = createHoldStore(postgres.query, { holdLifetimeMs: 60_000, confirmWithinMs: 60_000 });
  await database.stepClock(0);
}, 60_000);

afterAll(async () => {
  expect(await database.sql('SELECT * FROM audit()')).toEqual([]);
  await database.close();
});

function replicaAt(index: number): ReturnType<typeof openReplica> {
  const replica = replicas[index % replicas.length];
  if (replica === undefined) {
    throw new Error('no replica');
  }
  return replica;
}

/** Opens an account and takes one hold on it. */
async function held(holdMicros: number, creditMicros = 1_000): Promise<{ customer: Customer; holdId: string }> {
  const customer = await openCustomer(postgres, { creditMicros });
  const holdId = freshHoldId();
  const answer = await replicaAt(0).hold.submit(holdOf(customer, holdMicros, holdId), context());
  expect(answer.held).toBe(true);
  return { customer, holdId };
}

function settle(holdId: string, captureMicros: number, replica = 0): Promise<SettleResponse> {
  return replicaAt(replica).settle.submit(
    { hold_id: holdId, capture_micros: String(captureMicros), received: false },
    context(),
  );
}

function confirm(delivered: string[], undelivered: string[] = [], replica = 0): Promise<unknown> {
  return replicaAt(replica).confirm.submit(
    { delivered_hold_ids: delivered, undelivered_hold_ids: undelivered },
    context(),
  );
}

/** An account's balance, what it holds, and its ledger without the opening credit. */
async function books(customer: Customer): Promise<unknown> {
  const [account] = await database.sql<{ balance: number; held: number }>(
    'SELECT balance_micros::integer AS balance, held_micros::integer AS held FROM accounts WHERE id = $1',
    [customer.accountId],
  );
  const rows = await database.sql<{ row: string }>(
    `SELECT kind || ' ' || amount_micros AS row FROM ledger
     WHERE account_id = $1 AND kind <> 'credit' ORDER BY at, kind`,
    [customer.accountId],
  );
  return { ...account, ledger: rows.map(({ row }) => row) };
}

test('a settlement charges what it captures and releases the rest', async () => {
  const { customer, holdId } = await held(800);
  expect(await settle(holdId, 300)).toEqual({
    settlement: 'SETTLEMENT_SETTLED',
    balance_micros: '700',
    captured_micros: '300',
  });
  expect(await books(customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
});

test('the same settlement sent 24 times at once over two replicas charges once, and every reply says the same', async () => {
  const { customer, holdId } = await held(800);
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => settle(holdId, 300, index)));
  const first = { settlement: 'SETTLEMENT_SETTLED', balance_micros: '700', captured_micros: '300' };
  expect(answers).toEqual(Array.from({ length: 24 }, () => first));
  expect(await books(customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
});

test('a settlement that began before its hold was committed finds none, and charges nothing', async () => {
  const [earlier, later] = [await held(100), await openCustomer(postgres, { creditMicros: 1_000 })];
  const holdId = freshHoldId();
  const requests = [earlier.holdId, holdId].map((id) => ({ hold_id: id, capture_micros: '60', received: false }));
  // The statement waits for the account of the first hold; meanwhile the second hold comes into sight.
  const settled = await database.whileLocked(
    { text: 'SELECT FROM accounts WHERE id = $1 FOR UPDATE', values: [earlier.customer.accountId] },
    1,
    () => store.settle(requests, []),
    () => replicaAt(1).hold.submit(holdOf(later, 100, holdId), context()),
  );
  expect(settled).toMatchObject([{ settlement: 'SETTLEMENT_SETTLED' }, { settlement: 'SETTLEMENT_UNKNOWN_HOLD' }]);
  expect(await books(later)).toEqual({ balance: 1_000, held: 100, ledger: [] });
});

test('a settlement repeated later, for another amount and after other charges, is answered as the first was', async () => {
  const { customer, holdId } = await held(500);
  const first = await settle(holdId, 100);
  const other = freshHoldId();
  await replicaAt(0).hold.submit(holdOf(customer, 400, other), context());
  await settle(other, 400);
  expect(await settle(holdId, 500)).toEqual(first);
});

test('each reply of one statement shows the balance after its own capture, and other holds are not deducted', async () => {
  const customer = await openCustomer(postgres, { creditMicros: 1_000 });
  const ids = Array.from({ length: 4 }, () => freshHoldId());
  await Promise.all(ids.map((id) => replicaAt(0).hold.submit(holdOf(customer, 250, id), context())));
  const answers = await Promise.all(ids.slice(0, 3).map((id, index) => settle(id, [100, 0, 250][index] ?? 0)));
  expect(answers.map((answer) => answer.balance_micros)).toEqual(['900', '900', '650']);
  expect(await books(customer)).toMatchObject({ balance: 650, held: 250 });
});

test('a capture of zero releases the hold and writes nothing to the ledger', async () => {
  const { customer, holdId } = await held(800);
  expect(await settle(holdId, 0)).toMatchObject({ settlement: 'SETTLEMENT_SETTLED', captured_micros: '0' });
  expect(await books(customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
});

test('a capture above what was held is refused as a bug and changes nothing, and its neighbours are settled', async () => {
  const [tooMuch, fine] = [await held(100), await held(100)];
  const [refused, settled] = await Promise.allSettled([settle(tooMuch.holdId, 101), settle(fine.holdId, 100)]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } });
  expect(settled).toMatchObject({ status: 'fulfilled', value: { balance_micros: '900' } });
  expect(await books(tooMuch.customer)).toEqual({ balance: 1_000, held: 100, ledger: [] });
});

test('a hold that nobody took is unknown', async () => {
  expect(await settle('hold-that-nobody-took', 1)).toMatchObject({ settlement: 'SETTLEMENT_UNKNOWN_HOLD' });
});

test('a hold lapses after 60 seconds: its settlement charges nothing, swept before or not', async () => {
  const [swept, unswept] = [await held(800), await held(800)];
  await database.stepClock(59_999);
  expect(await store.sweep({ reverse: true, limit: 100 })).toEqual([]);
  await database.stepClock(1);
  expect(await settle(unswept.holdId, 300)).toEqual({
    settlement: 'SETTLEMENT_LAPSED',
    balance_micros: '1000',
    captured_micros: '0',
  });
  expect(await store.sweep({ reverse: true, limit: 100 })).toContainEqual({ id: swept.holdId, state: 'lapsed' });
  expect(await settle(swept.holdId, 300)).toMatchObject({ settlement: 'SETTLEMENT_LAPSED', balance_micros: '1000' });
  for (const { customer } of [swept, unswept]) {
    expect(await books(customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
  }
});

test('a charge that is not confirmed within 60 seconds is given back, and a confirmed one stays', async () => {
  const [lost, kept] = [await held(800), await held(800)];
  await settle(lost.holdId, 300);
  await settle(kept.holdId, 300);
  await confirm([kept.holdId]);
  await database.stepClock(60_000);
  expect(await store.sweep({ reverse: false, limit: 100 })).toEqual([]);
  expect(await books(lost.customer)).toMatchObject({ balance: 700 });
  expect(await store.sweep({ reverse: true, limit: 100 })).toEqual([{ id: lost.holdId, state: 'reversed' }]);
  expect(await books(lost.customer)).toEqual({ balance: 1_000, held: 0, ledger: ['capture -300', 'reversal 300'] });
  expect(await books(kept.customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
  expect(await settle(lost.holdId, 300)).toMatchObject({ settlement: 'SETTLEMENT_LAPSED', captured_micros: '0' });
});

test('a confirmation that comes after the charge was given back changes nothing and is warned of', async () => {
  const { customer, holdId } = await held(800);
  await settle(holdId, 300);
  await database.stepClock(60_000);
  await store.sweep({ reverse: true, limit: 100 });
  await confirm([holdId]);
  expect(await books(customer)).toMatchObject({ balance: 1_000 });
  expect(replicaAt(0).unconfirmedHolds).toContainEqual({ id: holdId, state: 'reversed' });
});

test('an answer that did not leave is given back at once: a charge reversed, an open hold released, once however often', async () => {
  const [captured, open] = [await held(800), await held(800)];
  await settle(captured.holdId, 300);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      confirm([], [captured.holdId, open.holdId, 'hold-that-nobody-took'], index),
    ),
  );
  expect(await books(captured.customer)).toEqual({ balance: 1_000, held: 0, ledger: ['capture -300', 'reversal 300'] });
  expect(await books(open.customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
  expect(await settle(open.holdId, 300)).toMatchObject({ captured_micros: '0', balance_micros: '1000' });
});

test('a charge that was confirmed is not given back by a later word that it was not delivered', async () => {
  const { customer, holdId } = await held(800);
  await settle(holdId, 300);
  await confirm([holdId]);
  await confirm([], [holdId]);
  expect(await books(customer)).toMatchObject({ balance: 700, ledger: ['capture -300'] });
});

test('a released hold that is confirmed gives no warning', async () => {
  const { holdId } = await held(800);
  await settle(holdId, 0);
  await confirm([holdId]);
  expect(replicaAt(0).unconfirmedHolds.map(({ id }) => id)).not.toContain(holdId);
});

test('several sweepers at once end each hold once', async () => {
  const holds = await Promise.all(Array.from({ length: 40 }, () => held(800)));
  await Promise.all(holds.slice(0, 20).map(({ holdId }) => settle(holdId, 300)));
  await database.stepClock(60_000);
  const sweeps = await Promise.all(Array.from({ length: 6 }, () => store.sweep({ reverse: true, limit: 15 })));
  for (let last = await store.sweep({ reverse: true, limit: 15 }); last.length > 0;) {
    sweeps.push(last);
    last = await store.sweep({ reverse: true, limit: 15 });
  }
  const ended = sweeps.flat().map(({ id }) => id);
  expect(ended.toSorted()).toEqual(holds.map(({ holdId }) => holdId).toSorted());
  expect(await Promise.all(holds.map(({ customer }) => books(customer)))).toEqual(
    holds.map((_, index) => ({
      balance: 1_000,
      held: 0,
      ledger: index < 20 ? ['capture -300', 'reversal 300'] : [],
    })),
  );
});

test.each([
  'UPDATE ledger SET amount_micros = 1',
  "UPDATE ledger SET amount_micros = 1 WHERE operation_id = 'nothing'",
  'DELETE FROM ledger',
  'TRUNCATE ledger',
  'DELETE FROM accounts',
  'TRUNCATE accounts CASCADE',
])('what is recorded is never taken back: %s', async (statement) => {
  await expect(database.sql(statement)).rejects.toThrow(/is refused on billing\./);
});

test.each([
  'UPDATE accounts SET balance_micros = -1',
  'UPDATE accounts SET held_micros = balance_micros + 1',
  'UPDATE accounts SET held_micros = -1',
])('the schema itself refuses an overdrawn account: %s', async (statement) => {
  await openCustomer(postgres);
  await expect(database.sql(statement)).rejects.toThrow('accounts_are_never_overdrawn');
});

test('the schema itself refuses a second charge for one hold', async () => {
  const { customer, holdId } = await held(800);
  await settle(holdId, 300);
  const again = database.sql("INSERT INTO ledger VALUES ($1, $2, 'capture', -1, clock())", [
    holdId,
    customer.accountId,
  ]);
  await expect(again).rejects.toThrow('ledger_pkey');
});
