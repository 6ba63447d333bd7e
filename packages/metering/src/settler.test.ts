import { Fault } from '@assay/faults/faults';
import type { SettleRequest } from '@assay/rpc/gen/assay/billing/v1/SettleRequest';
import type { SettleResponse__Output } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import { expect, test } from '@jest/globals';
import { createSettler, type PendingSettlement } from './settler.ts';

const capture: PendingSettlement = {
  holdId: 'wh_1',
  captureMicros: 500n,
  outcome: 'delivered',
  level: 'anchored',
  traceparent: '',
  tries: 0,
};
const release: PendingSettlement = {
  ...capture,
  holdId: 'wh_2',
  captureMicros: 0n,
  outcome: 'unmet',
  level: '',
};

type BillingAnswer = SettleResponse__Output['settlement'] | 'unavailable';

/** Creates a settler over a fake billing service that returns `answer`, and records the calls. */
function setUp(answer: (request: SettleRequest) => BillingAnswer, due: readonly PendingSettlement[] = []) {
  const requests: SettleRequest[] = [];
  const removed: string[] = [];
  const postponed: Record<string, number> = {};
  const answers: string[] = [];
  let remaining = [...due];
  const settler = createSettler({
    billing: {
      Settle: async (request) => {
        requests.push(request);
        const settlement = answer(request);
        if (settlement === 'unavailable') {
          throw new Fault('UNAVAILABLE');
        }
        return { settlement, balance_micros: '0', captured_micros: String(request.capture_micros) };
      },
    },
    store: {
      claimDue: async (max) => {
        const batch = remaining.slice(0, max);
        remaining = remaining.slice(max);
        return batch;
      },
      remove: async (ids) => void removed.push(...ids),
      postpone: async (settlements) => settlements.forEach(({ holdId, afterMs }) => (postponed[holdId] = afterMs)),
    },
    onAnswer: (answered) => void answers.push(answered),
    onFailure: (error) => {
      throw error;
    },
  });
  return { settler, requests, removed, postponed, answers };
}

test('a capture with its level and a release reach billing, and both are removed when billing has accepted them', async () => {
  const { settler, requests, removed } = setUp(() => 'SETTLEMENT_SETTLED');
  settler.enqueue(capture);
  settler.enqueue(release);
  await settler.idle();
  expect(requests).toEqual([
    { hold_id: 'wh_1', capture_micros: '500', received: true, outcome: 'delivered', level: 'anchored' },
    { hold_id: 'wh_2', capture_micros: '0', outcome: 'unmet', level: '' },
  ]);
  expect(removed).toEqual(['wh_1', 'wh_2']);
});

test.each([
  ['SETTLEMENT_LAPSED', 'wh_2'],
  ['SETTLEMENT_UNKNOWN_HOLD', 'wh_2'],
  ['SETTLEMENT_LAPSED', 'wh_1'],
] as const)('%s for %s is final', async (answer, holdId) => {
  const { settler, removed, postponed } = setUp(() => answer);
  settler.enqueue(holdId === 'wh_1' ? capture : release);
  await settler.idle();
  expect(removed).toEqual([holdId]);
  expect(postponed).toEqual({});
});

test.each([
  ['SETTLEMENT_SHORT', 0, 60_000],
  ['SETTLEMENT_SHORT', 3, 480_000],
  ['SETTLEMENT_SHORT', 30, 3_600_000],
  ['SETTLEMENT_UNKNOWN_HOLD', 0, 60_000],
  ['unavailable', 0, 2_000],
  ['unavailable', 2, 8_000],
  ['unavailable', 30, 64_000],
] as const)(
  'a capture that billing answers with %s after %i tries is repeated after %i ms',
  async (answer, tries, afterMs) => {
    const { settler, removed, postponed } = setUp(() => answer);
    settler.enqueue({ ...capture, tries });
    await settler.idle();
    expect(removed).toEqual([]);
    expect(postponed).toEqual({ wh_1: afterMs });
  },
);

test('a release is repeated when billing is unavailable', async () => {
  const { settler, postponed } = setUp(() => 'unavailable');
  settler.enqueue(release);
  await settler.idle();
  expect(postponed).toEqual({ wh_2: 2_000 });
});

test('settleDue settles everything that is due, and one failure does not stop the others', async () => {
  const due = Array.from({ length: 250 }, (_unused, index) => ({ ...capture, holdId: `wh_${index}` }));
  const fails = ({ hold_id: id }: SettleRequest): BillingAnswer =>
    id === 'wh_7' ? 'unavailable' : 'SETTLEMENT_SETTLED';
  const { settler, removed, postponed, answers } = setUp(fails, due);
  await settler.settleDue();
  expect(removed).toHaveLength(249);
  expect(postponed).toEqual({ wh_7: 2_000 });
  expect(answers.filter((answered) => answered === 'UNAVAILABLE')).toHaveLength(1);
});

test('settlements above the limit of the queue are left to settleDue, and later ones are settled again', async () => {
  const { settler, removed } = setUp(() => 'SETTLEMENT_SETTLED');
  for (let index = 0; index < 2_500; index += 1) {
    settler.enqueue({ ...capture, holdId: `wh_${index}` });
  }
  await settler.idle();
  expect(removed).toHaveLength(2_000);
  settler.enqueue({ ...capture, holdId: 'wh_later' });
  await settler.idle();
  expect(removed.at(-1)).toBe('wh_later');
});

test('a database that is unavailable after billing answered leaves the settlement to settleDue', async () => {
  const failures: unknown[] = [];
  const settler = createSettler({
    billing: {
      Settle: async () => ({ settlement: 'SETTLEMENT_SETTLED', balance_micros: '0', captured_micros: '0' }),
    },
    store: {
      claimDue: async () => [],
      remove: async () => {
        throw new Error('the database is unavailable');
      },
      postpone: async () => undefined,
    },
    onAnswer: () => undefined,
    onFailure: (error) => failures.push(error),
  });
  settler.enqueue(capture);
  await settler.idle();
  expect(failures).toHaveLength(1);
});
