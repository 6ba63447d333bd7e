import { expect, test } from '@jest/globals';
import type { SettleResponse } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import { useBilling } from '../testing/billing-world.ts';
import { context, holdOf, newHoldId, openCustomer } from '../testing/customers.ts';

const billing = useBilling({ steppedClock: true });

function settle(holdId: string, captureMicros: number, replica = 0): Promise<SettleResponse> {
  return billing
    .replicaAt(replica)
    .settle.submit({ hold_id: holdId, capture_micros: String(captureMicros), received: false }, context());
}

function confirm(delivered: string[], undelivered: string[] = [], replica = 0): Promise<unknown> {
  return billing
    .replicaAt(replica)
    .confirm.submit({ delivered_hold_ids: delivered, undelivered_hold_ids: undelivered }, context());
}

test('a settlement charges the captured amount and releases the rest', async () => {
  const { customer, holdId } = await billing.openHold(800);
  expect(await settle(holdId, 300)).toEqual({
    settlement: 'SETTLEMENT_SETTLED',
    balance_micros: '700',
    captured_micros: '300',
  });
  expect(await billing.booksOf(customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
});

test('a settlement sent 24 times at once to two replicas charges once, and all responses are equal', async () => {
  const { customer, holdId } = await billing.openHold(800);
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => settle(holdId, 300, index)));
  const first = { settlement: 'SETTLEMENT_SETTLED', balance_micros: '700', captured_micros: '300' };
  expect(answers).toEqual(Array.from({ length: 24 }, () => first));
  expect(await billing.booksOf(customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
});

test('a settlement that starts before its hold is committed finds no hold and charges nothing', async () => {
  const [earlier, later] = [await billing.openHold(100), await openCustomer(billing.postgres, { creditMicros: 1_000 })];
  const holdId = newHoldId();
  const requests = [earlier.holdId, holdId].map((id) => ({ hold_id: id, capture_micros: '60', received: false }));
  // The statement waits for the account of the first hold. Meanwhile another transaction commits the second hold.
  const settled = await billing.database.whileLocked(
    { text: 'SELECT FROM accounts WHERE id = $1 FOR UPDATE', values: [earlier.customer.accountId] },
    1,
    () => billing.store.settle(requests, []),
    () => billing.replicaAt(1).hold.submit(holdOf(later, 100, holdId), context()),
  );
  expect(settled).toMatchObject([{ settlement: 'SETTLEMENT_SETTLED' }, { settlement: 'SETTLEMENT_UNKNOWN_HOLD' }]);
  expect(await billing.booksOf(later)).toEqual({ balance: 1_000, held: 100, ledger: [] });
});

test('a repeated settlement gets the first response, even for another amount and after other charges', async () => {
  const { customer, holdId } = await billing.openHold(500);
  const first = await settle(holdId, 100);
  const otherHoldId = newHoldId();
  await billing.replicaAt(0).hold.submit(holdOf(customer, 400, otherHoldId), context());
  await settle(otherHoldId, 400);
  expect(await settle(holdId, 500)).toEqual(first);
});

test('each response of one statement has the balance after its own capture, with other holds not deducted', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const ids = Array.from({ length: 4 }, () => newHoldId());
  await Promise.all(ids.map((id) => billing.replicaAt(0).hold.submit(holdOf(customer, 250, id), context())));
  const answers = await Promise.all(ids.slice(0, 3).map((id, index) => settle(id, [100, 0, 250][index] ?? 0)));
  expect(answers.map((answer) => answer.balance_micros)).toEqual(['900', '900', '650']);
  expect(await billing.booksOf(customer)).toMatchObject({ balance: 650, held: 250 });
});

test('a capture of zero releases the hold and writes no ledger entry', async () => {
  const { customer, holdId } = await billing.openHold(800);
  expect(await settle(holdId, 0)).toMatchObject({ settlement: 'SETTLEMENT_SETTLED', captured_micros: '0' });
  expect(await billing.booksOf(customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
});

test('a capture above the held amount is INTERNAL and changes nothing, and the other items are settled', async () => {
  const [tooMuch, fine] = [await billing.openHold(100), await billing.openHold(100)];
  const [refused, settled] = await Promise.allSettled([settle(tooMuch.holdId, 101), settle(fine.holdId, 100)]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } });
  expect(settled).toMatchObject({ status: 'fulfilled', value: { balance_micros: '900' } });
  expect(await billing.booksOf(tooMuch.customer)).toEqual({ balance: 1_000, held: 100, ledger: [] });
});

test('a hold id that was never used is unknown', async () => {
  expect(await settle('hold-never-taken', 1)).toMatchObject({ settlement: 'SETTLEMENT_UNKNOWN_HOLD' });
});

test('a hold lapses after 60 seconds: a later settlement charges nothing, whether or not the hold was swept', async () => {
  const [swept, unswept] = [await billing.openHold(800), await billing.openHold(800)];
  await billing.database.stepClock(59_999);
  expect(await billing.store.sweep({ reverse: true, limit: 100 })).toEqual([]);
  await billing.database.stepClock(1);
  expect(await settle(unswept.holdId, 300)).toEqual({
    settlement: 'SETTLEMENT_LAPSED',
    balance_micros: '1000',
    captured_micros: '0',
  });
  expect(await billing.store.sweep({ reverse: true, limit: 100 })).toContainEqual({
    id: swept.holdId,
    state: 'lapsed',
  });
  expect(await settle(swept.holdId, 300)).toMatchObject({ settlement: 'SETTLEMENT_LAPSED', balance_micros: '1000' });
  for (const { customer } of [swept, unswept]) {
    expect(await billing.booksOf(customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
  }
});

test('a charge without a confirmation is reversed after 60 seconds, and a confirmed charge stays', async () => {
  const [unconfirmed, confirmed] = [await billing.openHold(800), await billing.openHold(800)];
  await settle(unconfirmed.holdId, 300);
  await settle(confirmed.holdId, 300);
  await confirm([confirmed.holdId]);
  await billing.database.stepClock(60_000);
  expect(await billing.store.sweep({ reverse: false, limit: 100 })).toEqual([]);
  expect(await billing.booksOf(unconfirmed.customer)).toMatchObject({ balance: 700 });
  expect(await billing.store.sweep({ reverse: true, limit: 100 })).toEqual([
    { id: unconfirmed.holdId, state: 'reversed' },
  ]);
  expect(await billing.booksOf(unconfirmed.customer)).toEqual({
    balance: 1_000,
    held: 0,
    ledger: ['capture -300', 'reversal 300'],
  });
  expect(await billing.booksOf(confirmed.customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
  expect(await settle(unconfirmed.holdId, 300)).toMatchObject({
    settlement: 'SETTLEMENT_LAPSED',
    captured_micros: '0',
  });
});

test('a confirmation after the reversal changes nothing and is reported', async () => {
  const { customer, holdId } = await billing.openHold(800);
  await settle(holdId, 300);
  await billing.database.stepClock(60_000);
  await billing.store.sweep({ reverse: true, limit: 100 });
  await confirm([holdId]);
  expect(await billing.booksOf(customer)).toMatchObject({ balance: 1_000 });
  expect(billing.replicaAt(0).unconfirmedHolds).toContainEqual({ id: holdId, state: 'reversed' });
});

test('an undelivered answer is reversed or released at once, and only once however often it is reported', async () => {
  const [captured, open] = [await billing.openHold(800), await billing.openHold(800)];
  await settle(captured.holdId, 300);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => confirm([], [captured.holdId, open.holdId, 'hold-never-taken'], index)),
  );
  expect(await billing.booksOf(captured.customer)).toEqual({
    balance: 1_000,
    held: 0,
    ledger: ['capture -300', 'reversal 300'],
  });
  expect(await billing.booksOf(open.customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
  expect(await settle(open.holdId, 300)).toMatchObject({ captured_micros: '0', balance_micros: '1000' });
});

test('a confirmed charge stays when it is later reported as undelivered', async () => {
  const { customer, holdId } = await billing.openHold(800);
  await settle(holdId, 300);
  await confirm([holdId]);
  await confirm([], [holdId]);
  expect(await billing.booksOf(customer)).toMatchObject({ balance: 700, ledger: ['capture -300'] });
});

test('a confirmation of a released hold is not reported', async () => {
  const { holdId } = await billing.openHold(800);
  await settle(holdId, 0);
  await confirm([holdId]);
  expect(billing.replicaAt(0).unconfirmedHolds.map(({ id }) => id)).not.toContain(holdId);
});

test('concurrent sweepers end each hold once', async () => {
  const holds = await Promise.all(Array.from({ length: 40 }, () => billing.openHold(800)));
  await Promise.all(holds.slice(0, 20).map(({ holdId }) => settle(holdId, 300)));
  await billing.database.stepClock(60_000);
  const sweeps = await Promise.all(Array.from({ length: 6 }, () => billing.store.sweep({ reverse: true, limit: 15 })));
  for (let swept = await billing.store.sweep({ reverse: true, limit: 15 }); swept.length > 0;) {
    sweeps.push(swept);
    swept = await billing.store.sweep({ reverse: true, limit: 15 });
  }
  const ended = sweeps.flat().map(({ id }) => id);
  expect(ended.toSorted()).toEqual(holds.map(({ holdId }) => holdId).toSorted());
  expect(await Promise.all(holds.map(({ customer }) => billing.booksOf(customer)))).toEqual(
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
])('the schema refuses to change recorded rows: %s', async (statement) => {
  await expect(billing.database.sql(statement)).rejects.toThrow(/is refused on billing\./);
});

test.each([
  'UPDATE accounts SET balance_micros = -1',
  'UPDATE accounts SET held_micros = balance_micros + 1',
  'UPDATE accounts SET held_micros = -1',
])('the schema refuses an overdrawn account: %s', async (statement) => {
  await openCustomer(billing.postgres);
  await expect(billing.database.sql(statement)).rejects.toThrow('accounts_are_never_overdrawn');
});

test('the schema refuses a second charge for one hold', async () => {
  const { customer, holdId } = await billing.openHold(800);
  await settle(holdId, 300);
  const again = billing.database.sql("INSERT INTO ledger VALUES ($1, $2, 'capture', -1, clock())", [
    holdId,
    customer.accountId,
  ]);
  await expect(again).rejects.toThrow(/ledger_\d{8}_pkey/);
});
