import { beforeEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import type { VerifiedAnswer } from '@assay/rpc/verified-answer';
import { rootContext } from '@assay/rpc/context';
import { newHold, type Hold, type MeteringBilling } from './hold.ts';
import { createMeteredCalls, type MeteredCalls, type OpenCall } from './metered-call.ts';
import { deliveryCosting, undelivered } from './testing/answers.ts';
import { ledgerBilling, type BillingFate } from './testing/ledger-billing.ts';
import { createModel, type LedgerModel } from './testing/ledger-model.ts';

const admitted = { accountId: 'acc_1' };
const delivered = deliveryCosting(1_001n);
let ledger: LedgerModel;
let billing: MeteringBilling;
/** What happens to the next request to billing of each method. */
let fates: Partial<Record<keyof MeteringBilling, BillingFate>>;
let confirmed: [string, boolean][];
let onRequest: (method: string) => void;
let exceededDebits: bigint[];
let meteredCalls: MeteredCalls;
let hold: Hold;
let isOpen: boolean;
let call: OpenCall;

beforeEach(() => {
  ledger = createModel(1, 10_000);
  fates = {};
  onRequest = () => undefined;
  billing = ledgerBilling(ledger, (method) => {
    onRequest(method);
    return fates[method] ?? 'answered';
  });
  confirmed = [];
  exceededDebits = [];
  isOpen = true;
  call = { context: rootContext(9_500), isOpen: () => isOpen };
  meteredCalls = createMeteredCalls({
    billing,
    confirmations: {
      delivered: (id) => confirmed.push([id, true]),
      undelivered: (id) => confirmed.push([id, false]),
    },
    markupBasisPoints: 12_500n,
    onHoldExceeded: (_hold, debit) => exceededDebits.push(debit),
  });
  hold = newHold('ask token.price', 2_500n);
});

/** Runs metered work whose result is a single answer. */
const runMetered = (work: (context: OpenCall['context']) => Promise<VerifiedAnswer>) =>
  meteredCalls.run(call, hold, { work, parts: (result) => [result] });

test('a delivery is charged its total cost times the markup, rounded up, and returns the balance', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const metered = await runMetered(async () => delivered);
  expect(metered).toMatchObject({ debitedMicros: 1_252n, balanceMicros: 8_748n });
  metered.onDelivered(true);
  expect(confirmed).toEqual([[hold.id, true]]);
});

test.each(['refused', 'no_source', 'failed'] as const)('%s is free', async (outcome) => {
  await meteredCalls.takeHold(call, admitted, hold);
  const metered = await runMetered(async () => undelivered(outcome));
  metered.onDelivered(true);
  expect(metered).toMatchObject({ debitedMicros: 0n, balanceMicros: 10_000n });
  expect(ledger.holds.get(hold.id)).toMatchObject({ state: 'released', captured: 0 });
  expect(confirmed).toEqual([]);
});

test('work that fails releases its hold before its failure is thrown', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const failed = runMetered(() => Promise.reject(new Fault('RESOLVE_FAILED')));
  await expect(failed).rejects.toMatchObject({ code: 'RESOLVE_FAILED' });
  expect(ledger.holds.get(hold.id)).toMatchObject({ state: 'released', captured: 0 });
});

test('the hold of failed work is released later when billing is unavailable', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  fates.Settle = 'lost_request';
  const failed = runMetered(() => Promise.reject(new Fault('RESOLVE_FAILED')));
  await expect(failed).rejects.toMatchObject({ code: 'RESOLVE_FAILED' });
  expect(confirmed).toEqual([[hold.id, false]]);
});

test.each(['SETTLEMENT_LAPSED', 'SETTLEMENT_UNKNOWN_HOLD', 'SETTLEMENT_UNSPECIFIED'] as const)(
  'a settlement with the result %s delivers nothing, and its capture is reversed',
  async (settlement) => {
    meteredCalls = createMeteredCalls({
      billing: {
        Hold: billing.Hold,
        Settle: async () => ({ settlement, balance_micros: '10000', captured_micros: '0' }),
      },
      confirmations: { delivered: () => undefined, undelivered: (id) => confirmed.push([id, false]) },
      markupBasisPoints: 12_500n,
      onHoldExceeded: () => undefined,
    });
    await expect(runMetered(async () => delivered)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(confirmed).toEqual([[hold.id, false]]);
  },
);

test('a settlement that fails delivers nothing, and its capture is reversed', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  fates.Settle = 'late_response';
  await expect(runMetered(async () => delivered)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect(confirmed).toEqual([[hold.id, false]]);
});

test('a caller who disconnects before the settlement is not charged', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const disconnected = runMetered(async () => {
    isOpen = false;
    return delivered;
  });
  await expect(disconnected).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  expect(ledger.holds.get(hold.id)).toMatchObject({ state: 'released', captured: 0 });
});

test('work that cost more than its hold is charged the hold and reported', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const metered = await runMetered(async () => deliveryCosting(2_001n));
  expect(metered.debitedMicros).toBe(2_500n);
  expect(exceededDebits).toEqual([2_502n]);
});

test('a hold that the balance does not cover is refused with the balance', async () => {
  const large = newHold('ask token.price', 10_001n);
  await expect(meteredCalls.takeHold(call, admitted, large)).rejects.toMatchObject({
    code: 'INSUFFICIENT_CREDITS',
    extra: { balance: 10_000n },
  });
});

test('a hold that billing may have taken is released', async () => {
  fates.Hold = 'lost_response';
  await expect(meteredCalls.takeHold(call, admitted, hold)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(confirmed).toEqual([[hold.id, false]]);
});

test('work gets less time than its call, so that the settlement still fits', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  let deadlineAtMs = 0;
  await runMetered(async (context) => {
    deadlineAtMs = context.deadlineAtMs;
    return delivered;
  });
  expect(call.context.deadlineAtMs - deadlineAtMs).toBe(1_000);
});

test('a free call takes a hold too, because billing reads zero as no hold', () => {
  expect(newHold('get_data free', 0n).micros).toBe(1n);
  expect(newHold('a', 5n).id).not.toBe(newHold('a', 5n).id);
});

test('several parts share one charge, and only delivered parts have a price', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const refused = undelivered('refused');
  const cheap = deliveryCosting(1n);
  const parts = [delivered, refused, cheap, cheap];
  const metered = await meteredCalls.run(call, hold, { work: async () => parts, parts: (result) => result });
  expect(metered).toMatchObject({
    debitedMicros: 1_256n,
    partDebitsMicros: [1_252n, 0n, 2n, 2n],
    balanceMicros: 8_744n,
  });
  metered.onDelivered(true);
  expect(confirmed).toEqual([[hold.id, true]]);
});

test('the result is persisted while the call is settled', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const order: string[] = [];
  onRequest = (method) => order.push(method);
  const persist = async (result: VerifiedAnswer): Promise<void> => {
    order.push(`persisting ${result.outcome}`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push('persisted');
  };
  await meteredCalls.run(call, hold, { work: async () => delivered, parts: (result) => [result], persist });
  expect(order).toEqual(['persisting delivered', 'Settle', 'persisted']);
});

test('a result that cannot be persisted is not delivered, and its capture is reversed', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const persist = () => Promise.reject(new Fault('UNAVAILABLE', 'the store is unavailable'));
  const lost = meteredCalls.run(call, hold, { work: async () => delivered, parts: (result) => [result], persist });
  await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'the store is unavailable' });
  expect(ledger.holds.get(hold.id)).toMatchObject({ captured: 1_252 });
  expect(confirmed).toEqual([[hold.id, false]]);
});

test('the shares of the parts add up to the captured amount, even if their prices exceed the hold', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const parts = [delivered, delivered];
  const metered = await meteredCalls.run(call, hold, { work: async () => parts, parts: (result) => result });
  expect(metered).toMatchObject({ debitedMicros: 2_500n, partDebitsMicros: [1_252n, 1_248n] });
  expect(exceededDebits).toEqual([2_504n]);
});
