import { beforeEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import { rootContext } from '@assay/rpc/context';
import { delivered, fakeBilling } from '../testing/fake-services.ts';
import { createMeteredCalls, newHold, type MeteredCalls, type Hold } from './metered-call.ts';
import type { ApiCall } from './api-call.ts';

const admitted = { accountId: 'acc_1', balanceMicros: 0n };
let fake: ReturnType<typeof fakeBilling>;
let confirmed: [string, boolean][];
let exceededDebits: bigint[];
let meteredCalls: MeteredCalls;
let hold: Hold;
let isOpen: boolean;
let call: ApiCall;

beforeEach(() => {
  fake = fakeBilling();
  fake.open(10_000n);
  confirmed = [];
  exceededDebits = [];
  isOpen = true;
  call = { traceId: `tr_${'a'.repeat(32)}`, context: rootContext(9_500), isOpen: () => isOpen };
  meteredCalls = createMeteredCalls({
    billing: fake.billing,
    confirmations: {
      delivered: (id) => confirmed.push([id, true]),
      undelivered: (id) => confirmed.push([id, false]),
    },
    markupBasisPoints: 12_500n,
    onHoldExceeded: (_hold, debit) => exceededDebits.push(debit),
  });
  hold = newHold('ask token.price', 2_500n);
});

/** Runs work whose result has a single part. */
const runMetered = (work: (context: ApiCall['context']) => Promise<VerifyResponse__Output>) =>
  meteredCalls.run(call, hold, { work, parts: (result) => [result] });

test('a delivery is charged its total cost times the markup, rounded up, and returns the balance', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const metered = await runMetered(async () => delivered);
  expect(metered).toMatchObject({ debitedMicros: 1_252n, balanceMicros: 8_748n });
  metered.onDelivered(true);
  expect(confirmed).toEqual([[hold.id, true]]);
});

test.each(['OUTCOME_REFUSED', 'OUTCOME_NO_SOURCE', 'OUTCOME_FAILED'] as const)('%s is free', async (outcome) => {
  await meteredCalls.takeHold(call, admitted, hold);
  const metered = await runMetered(async () => ({ ...delivered, outcome }));
  metered.onDelivered(true);
  expect(metered).toMatchObject({ debitedMicros: 0n, balanceMicros: 10_000n });
  expect(fake.state.holds.get(hold.id)?.captured).toBe(0n);
  expect(confirmed).toEqual([]);
});

test('work that fails releases its hold before its failure is thrown', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const failed = runMetered(() => Promise.reject(new Fault('RESOLVE_FAILED')));
  await expect(failed).rejects.toMatchObject({ code: 'RESOLVE_FAILED' });
  expect(fake.state.holds.get(hold.id)?.captured).toBe(0n);
});

test('the hold of failed work is released later when billing is unavailable', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  fake.state.before.Settle = () => Promise.reject(new Fault('UNAVAILABLE'));
  const failed = runMetered(() => Promise.reject(new Fault('RESOLVE_FAILED')));
  await expect(failed).rejects.toMatchObject({ code: 'RESOLVE_FAILED' });
  expect(confirmed).toEqual([[hold.id, false]]);
});

test.each(['SETTLEMENT_LAPSED', 'SETTLEMENT_UNKNOWN_HOLD', 'SETTLEMENT_UNSPECIFIED'] as const)(
  'a settlement with the result %s delivers nothing, and its capture is reversed',
  async (settlement) => {
    meteredCalls = createMeteredCalls({
      billing: {
        Hold: fake.billing.Hold,
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
  fake.state.before.Settle = () => Promise.reject(new Fault('DEADLINE_EXCEEDED'));
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
  expect(fake.state.holds.get(hold.id)?.captured).toBe(0n);
});

test('work that cost more than its hold is charged the hold and reported', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const metered = await runMetered(async () => ({ ...delivered, total_cost_micros: '2001' }));
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
  fake.state.before.Hold = () => Promise.reject(new Fault('UNAVAILABLE'));
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
  const refused = { ...delivered, outcome: 'OUTCOME_REFUSED' as const };
  const cheap = { ...delivered, total_cost_micros: '1' };
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
  fake.state.before.Settle = async () => {
    order.push('settling');
    await new Promise((resolve) => setImmediate(resolve));
  };
  const persist = async (result: VerifyResponse__Output): Promise<void> => {
    order.push(`persisting ${result.source}`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push('persisted');
  };
  await meteredCalls.run(call, hold, { work: async () => delivered, parts: (result) => [result], persist });
  expect(order).toEqual(['persisting sandbox.coinbase', 'settling', 'persisted']);
});

test('a result that cannot be persisted is not delivered, and its capture is reversed', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const persist = () => Promise.reject(new Fault('UNAVAILABLE', 'the store is unavailable'));
  const lost = meteredCalls.run(call, hold, { work: async () => delivered, parts: (result) => [result], persist });
  await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'the store is unavailable' });
  expect(fake.state.holds.get(hold.id)?.captured).toBe(1_252n);
  expect(confirmed).toEqual([[hold.id, false]]);
});

test('the shares of the parts add up to the captured amount, even if their prices exceed the hold', async () => {
  await meteredCalls.takeHold(call, admitted, hold);
  const parts = [delivered, delivered];
  const metered = await meteredCalls.run(call, hold, { work: async () => parts, parts: (result) => result });
  expect(metered).toMatchObject({ debitedMicros: 2_500n, partDebitsMicros: [1_252n, 1_248n] });
  expect(exceededDebits).toEqual([2_504n]);
});
