import { beforeEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import { rootContext } from '@assay/rpc/context';
import { delivered, fakeBilling } from './testing/fake-services.ts';
import { createCharging, newHold, type Charging, type Hold } from './metered-call.ts';
import type { Call } from './route.ts';

const admitted = { accountId: 'acc_1', balanceMicros: 0n };
let fake: ReturnType<typeof fakeBilling>;
let confirmed: [string, boolean][];
let overHold: bigint[];
let charging: Charging;
let hold: Hold;
let open: boolean;
let call: Call;

beforeEach(() => {
  fake = fakeBilling();
  fake.open(10_000n);
  confirmed = [];
  overHold = [];
  open = true;
  call = { traceId: `tr_${'a'.repeat(32)}`, context: rootContext(9_500), open: () => open };
  charging = createCharging({
    billing: fake.billing,
    confirmations: {
      delivered: (id) => confirmed.push([id, true]),
      undelivered: (id) => confirmed.push([id, false]),
    },
    markupBasisPoints: 12_500n,
    overHold: (_hold, debit) => overHold.push(debit),
  });
  hold = newHold('ask token.price', 2_500n);
});

/** Work whose one part is its answer. */
const chargedFor = (work: (context: Call['context']) => Promise<VerifyResponse__Output>) =>
  charging.charged(call, hold, { work, parts: (answer) => [answer] });

test('a delivery is charged its whole cost times the markup, rounded up, and says what is left', async () => {
  await charging.take(call, admitted, hold);
  const charged = await chargedFor(async () => delivered);
  expect(charged).toMatchObject({ debitedMicros: 1_252n, balanceMicros: 8_748n });
  charged.handedOver(true);
  expect(confirmed).toEqual([[hold.id, true]]);
});

test.each(['OUTCOME_REFUSED', 'OUTCOME_NO_SOURCE', 'OUTCOME_FAILED'] as const)('%s is not charged', async (outcome) => {
  await charging.take(call, admitted, hold);
  const charged = await chargedFor(async () => ({ ...delivered, outcome }));
  charged.handedOver(true);
  expect(charged).toMatchObject({ debitedMicros: 0n, balanceMicros: 10_000n });
  expect(fake.state.holds.get(hold.id)?.captured).toBe(0n);
  expect(confirmed).toEqual([]);
});

test('work that breaks releases its hold before its failure is told', async () => {
  await charging.take(call, admitted, hold);
  const broken = chargedFor(() => Promise.reject(new Fault('RESOLVE_FAILED')));
  await expect(broken).rejects.toMatchObject({ code: 'RESOLVE_FAILED' });
  expect(fake.state.holds.get(hold.id)?.captured).toBe(0n);
});

test('work that breaks while billing is away is released once billing is back', async () => {
  await charging.take(call, admitted, hold);
  fake.state.before.Settle = () => Promise.reject(new Fault('UNAVAILABLE'));
  const broken = chargedFor(() => Promise.reject(new Fault('RESOLVE_FAILED')));
  await expect(broken).rejects.toMatchObject({ code: 'RESOLVE_FAILED' });
  expect(confirmed).toEqual([[hold.id, false]]);
});

test.each(['SETTLEMENT_LAPSED', 'SETTLEMENT_UNKNOWN_HOLD', 'SETTLEMENT_UNSPECIFIED'] as const)(
  'a settlement that is answered %s delivers nothing, and whatever it took is given back',
  async (settlement) => {
    charging = createCharging({
      billing: {
        Hold: fake.billing.Hold,
        Settle: async () => ({ settlement, balance_micros: '10000', captured_micros: '0' }),
      },
      confirmations: { delivered: () => undefined, undelivered: (id) => confirmed.push([id, false]) },
      markupBasisPoints: 12_500n,
      overHold: () => undefined,
    });
    await expect(chargedFor(async () => delivered)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(confirmed).toEqual([[hold.id, false]]);
  },
);

test('a settlement that cannot be had delivers nothing, and whatever it took is given back', async () => {
  await charging.take(call, admitted, hold);
  fake.state.before.Settle = () => Promise.reject(new Fault('DEADLINE_EXCEEDED'));
  await expect(chargedFor(async () => delivered)).rejects.toMatchObject({
    code: 'DEADLINE_EXCEEDED',
  });
  expect(confirmed).toEqual([[hold.id, false]]);
});

test('a caller who is gone by the time of the settlement is not charged', async () => {
  await charging.take(call, admitted, hold);
  const gone = chargedFor(async () => {
    open = false;
    return delivered;
  });
  await expect(gone).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  expect(fake.state.holds.get(hold.id)?.captured).toBe(0n);
});

test('work that cost more than its hold is charged the hold, and somebody hears of it', async () => {
  await charging.take(call, admitted, hold);
  const charged = await chargedFor(async () => ({ ...delivered, total_cost_micros: '2001' }));
  expect(charged.debitedMicros).toBe(2_500n);
  expect(overHold).toEqual([2_502n]);
});

test('a hold that the balance does not cover is refused with the balance', async () => {
  const large = newHold('ask token.price', 10_001n);
  await expect(charging.take(call, admitted, large)).rejects.toMatchObject({
    code: 'INSUFFICIENT_CREDITS',
    extra: { balance: 10_000n },
  });
});

test('a hold of which nobody knows whether it was taken is released', async () => {
  fake.state.before.Hold = () => Promise.reject(new Fault('UNAVAILABLE'));
  await expect(charging.take(call, admitted, hold)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(confirmed).toEqual([[hold.id, false]]);
});

test('work is given less time than the call, so that its settlement still fits', async () => {
  await charging.take(call, admitted, hold);
  let deadlineAtMs = 0;
  await chargedFor(async (context) => {
    deadlineAtMs = context.deadlineAtMs;
    return delivered;
  });
  expect(call.context.deadlineAtMs - deadlineAtMs).toBe(1_000);
});

test('even a call that costs nothing takes a hold, since a hold of zero is none', () => {
  expect(newHold('get_data free', 0n).micros).toBe(1n);
  expect(newHold('a', 5n).id).not.toBe(newHold('a', 5n).id);
});

test('several parts are charged together, each as it would be alone, delivered ones only', async () => {
  await charging.take(call, admitted, hold);
  const refused = { ...delivered, outcome: 'OUTCOME_REFUSED' as const };
  const small = { ...delivered, total_cost_micros: '1' };
  const parts = [delivered, refused, small, small];
  const paid = await charging.charged(call, hold, { work: async () => parts, parts: (answer) => answer });
  expect(paid).toMatchObject({ debitedMicros: 1_256n, partDebitsMicros: [1_252n, 0n, 2n, 2n], balanceMicros: 8_744n });
  paid.handedOver(true);
  expect(confirmed).toEqual([[hold.id, true]]);
});

test('what must be kept first is kept while the call is settled', async () => {
  await charging.take(call, admitted, hold);
  const order: string[] = [];
  fake.state.before.Settle = async () => {
    order.push('settling');
    await new Promise((soon) => setImmediate(soon));
  };
  const keep = async (answer: VerifyResponse__Output): Promise<void> => {
    order.push(`keeping ${answer.source}`);
    await new Promise((soon) => setImmediate(soon));
    order.push('kept');
  };
  await charging.charged(call, hold, { work: async () => delivered, parts: (answer) => [answer], keep });
  expect(order).toEqual(['keeping sandbox.coinbase', 'settling', 'kept']);
});

test('what could not be kept is not delivered, and its capture is given back once it stands', async () => {
  await charging.take(call, admitted, hold);
  const keep = () => Promise.reject(new Fault('UNAVAILABLE', 'nowhere to keep it'));
  const lost = charging.charged(call, hold, { work: async () => delivered, parts: (answer) => [answer], keep });
  await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'nowhere to keep it' });
  expect(fake.state.holds.get(hold.id)?.captured).toBe(1_252n);
  expect(confirmed).toEqual([[hold.id, false]]);
});

test('what was captured is what the parts are said to have come to, also when they came to more than was held', async () => {
  await charging.take(call, admitted, hold);
  const parts = [delivered, delivered];
  const paid = await charging.charged(call, hold, { work: async () => parts, parts: (answer) => answer });
  expect(paid).toMatchObject({ debitedMicros: 2_500n, partDebitsMicros: [1_252n, 1_248n] });
  expect(overHold).toEqual([2_504n]);
});
