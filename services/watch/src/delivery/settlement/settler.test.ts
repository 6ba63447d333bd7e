import { Fault } from '@assay/faults/faults';
import type { SettleRequest } from '@assay/rpc/gen/assay/billing/v1/SettleRequest';
import type { SettleResponse__Output } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import { expect, test } from '@jest/globals';
import { createSettler } from './settler.ts';
import type { OwedSettlement } from '../claim/store.ts';

const receipt: OwedSettlement = { holdId: 'wh_1', captureMicros: 500n, traceparent: '', tries: 0 };
const release: OwedSettlement = { ...receipt, holdId: 'wh_2', captureMicros: 0n };

type Answer = SettleResponse__Output['settlement'] | 'away';

/** A settler over a billing that answers as told, and what it did. */
function settlerThat(answer: (request: SettleRequest) => Answer, due: readonly OwedSettlement[] = []) {
  const requests: SettleRequest[] = [];
  const taken: string[] = [];
  const postponed: Record<string, number> = {};
  const answers: string[] = [];
  let left = [...due];
  const settler = createSettler({
    settle: async (request) => {
      requests.push(request);
      const settlement = answer(request);
      if (settlement === 'away') {
        throw new Fault('UNAVAILABLE');
      }
      return { settlement, balance_micros: '0', captured_micros: String(request.capture_micros) };
    },
    store: {
      dueSettlements: async (most) => {
        const batch = left.slice(0, most);
        left = left.slice(most);
        return batch;
      },
      settled: async (ids) => void taken.push(...ids),
      postpone: async (settlements) => settlements.forEach(({ holdId, afterMs }) => (postponed[holdId] = afterMs)),
    },
    answered: (word) => void answers.push(word),
    failed: (error) => {
      throw error;
    },
  });
  return { settler, requests, taken, postponed, answers };
}

test('a receipt is captured as received, a release as nothing, and both are forgotten once billing has them', async () => {
  const { settler, requests, taken } = settlerThat(() => 'SETTLEMENT_SETTLED');
  settler.soon(receipt);
  settler.soon(release);
  await settler.idle();
  expect(requests).toEqual([
    { hold_id: 'wh_1', capture_micros: '500', received: true },
    { hold_id: 'wh_2', capture_micros: '0', received: false },
  ]);
  expect(taken).toEqual(['wh_1', 'wh_2']);
});

test.each([
  ['SETTLEMENT_LAPSED', 'wh_2'],
  ['SETTLEMENT_UNKNOWN_HOLD', 'wh_2'],
  ['SETTLEMENT_LAPSED', 'wh_1'],
] as const)('%s for %s is the end of it', async (answer, holdId) => {
  const { settler, taken, postponed } = settlerThat(() => answer);
  settler.soon(holdId === 'wh_1' ? receipt : release);
  await settler.idle();
  expect(taken).toEqual([holdId]);
  expect(postponed).toEqual({});
});

test.each([
  ['SETTLEMENT_SHORT', 0, 60_000],
  ['SETTLEMENT_SHORT', 3, 480_000],
  ['SETTLEMENT_SHORT', 30, 3_600_000],
  ['SETTLEMENT_UNKNOWN_HOLD', 0, 60_000],
  ['away', 0, 2_000],
  ['away', 2, 8_000],
  ['away', 30, 64_000],
] as const)(
  'a receipt that billing answers with %s after %i tries is told again after %i ms',
  async (answer, tries, afterMs) => {
    const { settler, taken, postponed } = settlerThat(() => answer);
    settler.soon({ ...receipt, tries });
    await settler.idle();
    expect(taken).toEqual([]);
    expect(postponed).toEqual({ wh_1: afterMs });
  },
);

test('a release that billing is away for is told again as well', async () => {
  const { settler, postponed } = settlerThat(() => 'away');
  settler.soon(release);
  await settler.idle();
  expect(postponed).toEqual({ wh_2: 2_000 });
});

test('a pass tells all that is due, each by itself: one that fails does not stop the others', async () => {
  const due = Array.from({ length: 250 }, (_unused, index) => ({ ...receipt, holdId: `wh_${index}` }));
  const fails = ({ hold_id: id }: SettleRequest): Answer => (id === 'wh_7' ? 'away' : 'SETTLEMENT_SETTLED');
  const { settler, taken, postponed, answers } = settlerThat(fails, due);
  await settler.pass();
  expect(taken).toHaveLength(249);
  expect(postponed).toEqual({ wh_7: 2_000 });
  expect(answers.filter((word) => word === 'UNAVAILABLE')).toHaveLength(1);
});

test('what is handed over while others are told is told after them, and the bound leaves the rest to a later pass', async () => {
  const { settler, taken } = settlerThat(() => 'SETTLEMENT_SETTLED');
  for (let index = 0; index < 2_500; index += 1) {
    settler.soon({ ...receipt, holdId: `wh_${index}` });
  }
  await settler.idle();
  expect(taken).toHaveLength(2_000);
  settler.soon({ ...receipt, holdId: 'wh_later' });
  await settler.idle();
  expect(taken.at(-1)).toBe('wh_later');
});

test('a database that is away when billing has taken it leaves the settlement for a pass, and breaks nothing', async () => {
  const failures: unknown[] = [];
  const settler = createSettler({
    settle: async () => ({ settlement: 'SETTLEMENT_SETTLED', balance_micros: '0', captured_micros: '0' }),
    store: {
      dueSettlements: async () => [],
      settled: async () => {
        throw new Error('the database is away');
      },
      postpone: async () => undefined,
    },
    answered: () => undefined,
    failed: (error) => failures.push(error),
  });
  settler.soon(receipt);
  await settler.idle();
  expect(failures).toHaveLength(1);
});
