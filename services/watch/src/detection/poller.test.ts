import { expect, test } from '@jest/globals';
import type { AccountsSnapshot } from './accounts.ts';
import { pollOnce, startPolling } from './poller.ts';
import type { AddressRow } from './address-store.ts';

const row = (address: string, pending = false): AddressRow => ({
  address,
  content_hash: Buffer.alloc(32),
  slot: '1',
  pending_hash: pending ? Buffer.alloc(32) : null,
});
const rows = (count: number): AddressRow[] => Array.from({ length: count }, (_unused, index) => row(`a${index}`));

function setUp(stored: readonly AddressRow[], options: { held?: number[]; failAt?: number } = {}) {
  const calls: string[][] = [];
  const compared: string[] = [];
  const resumed: string[] = [];
  const failures: unknown[] = [];
  let inFlight = 0;
  let maxInFlight = 0;
  const read = async (addresses: readonly string[]): Promise<AccountsSnapshot> => {
    calls.push([...addresses]);
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    await new Promise(setImmediate);
    inFlight -= 1;
    if (calls.length === options.failAt) {
      throw new Error('the node is unavailable');
    }
    return { slot: 5n, accounts: new Map() };
  };
  const round = (concurrency = 3) =>
    pollOnce({
      store: { inPartitions: async () => [...stored] },
      held: () => options.held ?? [0],
      nodes: {
        read: async (addresses) => ({ ...(await read(addresses)), node: 'a', isLate: false }),
        readOther: async () => undefined,
      },
      content: { isDue: () => false, compare: () => undefined, withNews: (snapshot) => snapshot },
      detector: {
        compare: async (compareRows) => void compared.push(...compareRows.map(({ address }) => address)),
        resume: async (addresses) => void resumed.push(...addresses),
      },
      concurrency,
      onFailure: (error) => failures.push(error),
    });
  return { round, calls, compared, resumed, failures, maxInFlight: () => maxInFlight };
}

test('every address is read once, a hundred in a call, within the limit of reads in flight', async () => {
  const { round, calls, compared, maxInFlight } = setUp(rows(950));
  expect(await round()).toEqual({ read: 950, missed: 0 });
  expect(calls.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([50, ...Array(9).fill(100)]);
  expect(new Set(compared).size).toBe(950);
  expect(compared).toHaveLength(950);
  expect(maxInFlight()).toBe(3);
});

test('a replica without partitions reads nothing', async () => {
  const { round, calls } = setUp(rows(10), { held: [] });
  expect(await round()).toEqual({ read: 0, missed: 0 });
  expect(calls).toEqual([]);
});

test('pending changes are published before new ones are detected, and their addresses are not read', async () => {
  const { round, calls, compared, resumed } = setUp([row('a'), row('b', true), row('c')]);
  expect(await round()).toEqual({ read: 3, missed: 0 });
  expect(resumed).toEqual(['b']);
  expect(calls).toEqual([['a', 'c']]);
  expect(compared).toEqual(['a', 'c']);
});

test('a failed read ends the round and is reported once; the remaining addresses are missed', async () => {
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
      monotonic: () => nowMs,
      after: (ms: number, call: () => void) => {
        const timer = { atMs: nowMs + ms, call };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
      },
    },
    pauses: () => timers.map(({ atMs }) => atMs - nowMs),
    pass: (ms: number) => {
      nowMs += ms;
    },
    fire: () => timers.shift()?.call(),
  };
}

test('rounds start one interval apart, or at once after a longer round, and never overlap', async () => {
  const { clock, pauses, pass, fire } = manualClock();
  const ends: (() => void)[] = [];
  const stop = startPolling(() => new Promise((end) => ends.push(end)), 1_000, clock);
  pass(300);
  expect(pauses()).toEqual([]);
  ends.shift()?.();
  await new Promise(setImmediate);
  expect(pauses()).toEqual([700]);
  pass(700);
  fire();
  pass(2_500);
  ends.shift()?.();
  await new Promise(setImmediate);
  expect(pauses()).toEqual([0]);
  fire();
  const stopped = stop();
  ends.shift()?.();
  await stopped;
  expect(pauses()).toEqual([]);
});
