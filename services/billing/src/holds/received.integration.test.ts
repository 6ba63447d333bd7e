import { expect, test } from '@jest/globals';
import type { SettleResponse } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import { useBilling } from '../testing/billing-world.ts';
import { context, openCustomer } from '../testing/customers.ts';

const billing = useBilling({ steppedClock: true });

/** Advances the clock so that all open holds lapse. */
async function lapse(): Promise<void> {
  await billing.database.stepClock(60_000);
  await billing.store.sweep({ reverse: true, limit: 1_000 });
}

function settleReceived(holdId: string, captureMicros: number, replica = 0): Promise<SettleResponse> {
  return billing
    .replicaAt(replica)
    .settle.submit({ hold_id: holdId, capture_micros: String(captureMicros), received: true }, context());
}

const charged = { settlement: 'SETTLEMENT_SETTLED', balance_micros: '700', captured_micros: '300' };

test('a settlement after receipt is final: it needs no confirmation and is not reversed', async () => {
  const { customer, holdId } = await billing.openHold(800);
  expect(await settleReceived(holdId, 300)).toEqual(charged);
  await billing.database.stepClock(600_000);
  expect(await billing.store.sweep({ reverse: true, limit: 1_000 })).toEqual([]);
  await billing.replicaAt(0).confirm.submit({ delivered_hold_ids: [], undelivered_hold_ids: [holdId] }, context());
  expect(await billing.booksOf(customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
});

test('a settlement after receipt captures a lapsed hold once, however often and to whichever replica it is sent', async () => {
  const { customer, holdId } = await billing.openHold(800);
  await lapse();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => settleReceived(holdId, 300, index)));
  expect(answers).toEqual(Array.from({ length: 12 }, () => charged));
  expect(await billing.booksOf(customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
});

test('an overdue hold that was not swept still covers its settlement after receipt', async () => {
  const { customer, holdId } = await billing.openHold(800);
  await billing.takeHold(customer, 200);
  await billing.database.stepClock(60_000);
  expect(await settleReceived(holdId, 800)).toMatchObject({ settlement: 'SETTLEMENT_SETTLED', captured_micros: '800' });
  expect(await billing.booksOf(customer)).toEqual({ balance: 200, held: 200, ledger: ['capture -800'] });
});

test('a late capture never takes what another hold binds: it is short, and succeeds once there is credit', async () => {
  const { customer, holdId } = await billing.openHold(800);
  await lapse();
  const otherHoldId = await billing.takeHold(customer, 900);
  const short = { settlement: 'SETTLEMENT_SHORT', balance_micros: '1000', captured_micros: '0' };
  expect(await settleReceived(holdId, 300)).toEqual(short);
  expect(await billing.booksOf(customer)).toEqual({ balance: 1_000, held: 900, ledger: [] });
  const release = { hold_id: otherHoldId, capture_micros: '0', received: false };
  await billing.replicaAt(0).settle.submit(release, context());
  expect(await settleReceived(holdId, 300)).toEqual(charged);
});

test('late captures of one statement share the free credit, and one that is too large does not stop a smaller one', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const ids = [
    await billing.takeHold(customer, 400),
    await billing.takeHold(customer, 400),
    await billing.takeHold(customer, 200),
  ];
  await lapse();
  await billing.takeHold(customer, 400);
  const requests = [400, 400, 200].map((amount, index) => ({
    hold_id: ids[index] ?? '',
    capture_micros: String(amount),
    received: true,
  }));
  const settled = await billing.store.settle(requests, []);
  expect(settled).toMatchObject([
    { settlement: 'SETTLEMENT_SETTLED', balance_micros: '600' },
    { settlement: 'SETTLEMENT_SHORT' },
    { settlement: 'SETTLEMENT_SETTLED', balance_micros: '400' },
  ]);
  expect(await billing.booksOf(customer)).toMatchObject({ balance: 400, held: 400 });
});

test('a late capture never exceeds its hold, and a late release changes nothing', async () => {
  const { customer, holdId } = await billing.openHold(800);
  await lapse();
  await expect(settleReceived(holdId, 801)).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(await settleReceived(holdId, 0)).toMatchObject({ settlement: 'SETTLEMENT_LAPSED', captured_micros: '0' });
  expect(await billing.booksOf(customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
});

test('a settlement without a receipt never captures a lapsed hold', async () => {
  const { customer, holdId } = await billing.openHold(800);
  await lapse();
  const settlement = { hold_id: holdId, capture_micros: '300', received: false };
  const answer = await billing.replicaAt(0).settle.submit(settlement, context());
  expect(answer).toMatchObject({ settlement: 'SETTLEMENT_LAPSED', captured_micros: '0' });
  expect(await billing.booksOf(customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
});

test('the function signature of the previous release still settles, without a receipt', async () => {
  const { customer, holdId } = await billing.openHold(800);
  const rows = await billing.database.sql(
    `SELECT outcome FROM settle_holds(ARRAY[$1]::text[], ARRAY[300]::bigint[], interval '1 minute')`,
    [holdId],
  );
  expect(rows).toEqual([{ outcome: 'settled' }]);
  await lapse();
  expect(await billing.booksOf(customer)).toEqual({
    balance: 1_000,
    held: 0,
    ledger: ['capture -300', 'reversal 300'],
  });
});
