import { expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { createSweeper, type SweeperOptions } from './sweeper.ts';
import type { HoldState } from './store.ts';
import { openGate } from '../testing/customers.ts';

/** Returns a sweeper with a fake database that gives prepared answers, and a clock that the test advances. */
function openSweeper(answers: HoldState[][] = [], endDue: SweeperOptions['endDue'] = async () => []) {
  const clock = { nowMs: 1_000_000 };
  const sweeps: { reverse: boolean; limit: number; except?: readonly string[] }[] = [];
  const ended: HoldState[] = [];
  const busy: string[] = [];
  let isUnavailable = false;
  const sweeper = createSweeper({
    sweep: async (options) => {
      if (isUnavailable) {
        throw new Error('the database is unavailable');
      }
      sweeps.push(options);
      return answers.shift() ?? [];
    },
    endDue,
    gate: openGate(),
    onSwept: (holds) => ended.push(...holds),
    onBusy: (accountId) => busy.push(accountId),
    clock: { monotonic: () => clock.nowMs },
    intervalMs: 3_000,
    graceMs: 15_000,
  });
  const passAfter = async (afterMs: number): Promise<boolean | undefined> => {
    clock.nowMs += afterMs;
    await sweeper.pass();
    return sweeps.at(-1)?.reverse;
  };
  return { passAfter, sweeps, ended, busy, setUnavailable: (value: boolean) => (isUnavailable = value) };
}

test('charges are reversed only after billing has run for the grace time', async () => {
  const { passAfter } = openSweeper();
  const reversed = [];
  for (const afterMs of [0, 3_000, 3_000, 3_000, 3_000, 2_999, 1]) {
    reversed.push(await passAfter(afterMs));
  }
  expect(reversed).toEqual([false, false, false, false, false, false, true]);
});

test('the grace time starts again after a long outage of the database', async () => {
  const { passAfter, setUnavailable } = openSweeper();
  await passAfter(0);
  await passAfter(3_000);
  for (const afterMs of [3_000, 3_000, 3_000, 3_000]) {
    await passAfter(afterMs);
  }
  expect(await passAfter(3_000)).toBe(true);
  setUnavailable(true);
  await expect(passAfter(20_000)).rejects.toThrow('unavailable');
  await expect(passAfter(20_000)).rejects.toThrow('unavailable');
  setUnavailable(false);
  expect(await passAfter(3_000)).toBe(false);
  expect(await passAfter(14_999)).toBe(false);
  expect(await passAfter(1)).toBe(true);
});

test('the grace time starts again after the process was suspended', async () => {
  const { passAfter } = openSweeper();
  await passAfter(0);
  await passAfter(15_000);
  expect(await passAfter(3_000)).toBe(true);
  expect(await passAfter(120_000)).toBe(false);
});

test('a pass continues until no hold is due, and reports every hold that it ended', async () => {
  const many = (count: number): HoldState[] =>
    Array.from({ length: count }, (_, index) => ({ id: `h${index}`, state: 'lapsed' }));
  const { passAfter, sweeps, ended } = openSweeper([many(500), many(500), many(7)]);
  await passAfter(0);
  expect(sweeps).toHaveLength(3);
  expect(ended).toHaveLength(1_007);
});

test('a pass ends the free holds first, then those of each locked account, and reports an account that stays locked', async () => {
  const holds = [
    { id: 'a', state: 'lapsed' },
    { id: 'b', state: 'busy', busyAccount: 'acc_1' },
    { id: 'c', state: 'busy', busyAccount: 'acc_2' },
    { id: 'd', state: 'busy', busyAccount: 'acc_1' },
  ];
  const { passAfter, ended, busy, sweeps } = openSweeper([holds], async (ids) => {
    if (ids.includes('c')) {
      throw new Fault('UNAVAILABLE');
    }
    return ids.map((id) => ({ id, state: 'lapsed' }));
  });
  await passAfter(0);
  expect(ended.map(({ id }) => id)).toEqual(['a', 'b', 'd']);
  expect([busy, sweeps.length]).toEqual([['acc_2'], 1]);
});
