import { expect, test } from '@jest/globals';
import type { Reading } from './change-detector.ts';
import { keepPolling, pollOnce } from './poller.ts';
import type { AddressRow } from './address-store.ts';

const row = (address: string, pending = false): AddressRow => ({
  address,
  content_hash: Buffer.alloc(32),
  slot: '1',
  pending_hash: pending ? Buffer.alloc(32) : null,
});
const rows = (count: number): AddressRow[] => Array.from({ length: count }, (_unused, index) => row(`a${index}`));

function setUp(kept: readonly AddressRow[], options: { held?: number[]; failAt?: number } = {}) {
  const calls: string[][] = [];
  const compared: string[] = [];
  const resumed: string[] = [];
  const failures: unknown[] = [];
  let underWay = 0;
  let most = 0;
  const read = async (addresses: readonly string[]): Promise<Reading> => {
    calls.push([...addresses]);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    if (calls.length === options.failAt) {
      throw new Error('the node is away');
    }
    return { slot: 5n, accounts: new Map() };
  };
  const round = (concurrency = 3) =>
    pollOnce({
      store: { addressesIn: async () => [...kept] },
      held: () => options.held ?? [0],
      read,
      changes: {
        compare: async (some) => void compared.push(...some.map(({ address }) => address)),
        resume: async (some) => void resumed.push(...some),
      },
      concurrency,
      failed: (error) => failures.push(error),
    });
  return { round, calls, compared, resumed, failures, most: () => most };
}

test('every address is read once, a hundred in a call, with no more calls at once than allowed', async () => {
  const { round, calls, compared, most } = setUp(rows(950));
  expect(await round()).toEqual({ read: 950, missed: 0 });
  expect(calls.map(({ length }) => length).toSorted((one, other) => one - other)).toEqual([50, ...Array(9).fill(100)]);
  expect(new Set(compared).size).toBe(950);
  expect(compared).toHaveLength(950);
  expect(most()).toBe(3);
});

test('a replica that holds nothing reads nothing', async () => {
  const { round, calls } = setUp(rows(10), { held: [] });
  expect(await round()).toEqual({ read: 0, missed: 0 });
  expect(calls).toEqual([]);
});

test('what is pending is published before anything new is looked for, and is not read', async () => {
  const { round, calls, compared, resumed } = setUp([row('a'), row('b', true), row('c')]);
  expect(await round()).toEqual({ read: 3, missed: 0 });
  expect(resumed).toEqual(['b']);
  expect(calls).toEqual([['a', 'c']]);
  expect(compared).toEqual(['a', 'c']);
});

test('a read that fails ends the round: the rest is missed, and is told of once', async () => {
  const { round, calls, failures } = setUp(rows(1_000), { failAt: 2 });
  const { read, missed } = await round(1);
  expect({ read, missed, failures: failures.length, calls: calls.length }).toEqual({
    read: 100,
    missed: 900,
    failures: 1,
    calls: 2,
  });
});

function manualClock() {
  const timers: { readonly atMs: number; readonly call: () => void }[] = [];
  let nowMs = 0;
  return {
    clock: {
      now: () => nowMs,
      after: (ms: number, call: () => void) => {
        const timer = { atMs: nowMs + ms, call };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
      },
    },
    waits: () => timers.map(({ atMs }) => atMs - nowMs),
    pass: (ms: number) => {
      nowMs += ms;
    },
    fire: () => timers.shift()?.call(),
  };
}

test('rounds begin an interval apart, or at once after a longer one, and never two at a time', async () => {
  const { clock, waits, pass, fire } = manualClock();
  const ends: (() => void)[] = [];
  const stop = keepPolling(() => new Promise((end) => ends.push(end)), 1_000, clock);
  pass(300);
  expect(waits()).toEqual([]);
  ends.shift()?.();
  await new Promise(setImmediate);
  expect(waits()).toEqual([700]);
  pass(700);
  fire();
  pass(2_500);
  ends.shift()?.();
  await new Promise(setImmediate);
  expect(waits()).toEqual([0]);
  fire();
  const stopped = stop();
  ends.shift()?.();
  await stopped;
  expect(waits()).toEqual([]);
});
