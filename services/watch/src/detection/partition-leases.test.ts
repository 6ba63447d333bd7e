import { expect, test } from '@jest/globals';
import { createLeases } from './partition-leases.ts';

function setUp(renew: () => Promise<number[]>) {
  const failures: unknown[] = [];
  const calls: string[] = [];
  const clock = { now: 0 };
  const leases = createLeases({
    store: {
      prepare: async () => void calls.push('prepare'),
      renew: () => {
        calls.push('renew');
        return renew();
      },
      release: async () => void calls.push('release'),
    },
    replica: 'r1',
    leaseMs: 10_000,
    now: () => clock.now,
    failed: (error) => failures.push(error),
  });
  return { leases, failures, calls, clock };
}

test('nothing is held before the first renewal', () => {
  expect(setUp(async () => [1]).leases.held()).toEqual([]);
});

test('what was renewed is held until a tenth of the lease before its end', async () => {
  const { leases, clock } = setUp(async () => [1, 5]);
  await leases.tick();
  clock.now = 8_999;
  expect(leases.held()).toEqual([1, 5]);
  clock.now = 9_000;
  expect(leases.held()).toEqual([]);
});

test('a lease counts from when it was asked for, not from when the answer came', async () => {
  const { leases, clock } = setUp(async () => {
    clock.now += 6_000;
    return [1];
  });
  await leases.tick();
  clock.now = 9_000;
  expect(leases.held()).toEqual([]);
});

test('a renewal that fails is told of, and what is held ends with its lease', async () => {
  let away = false;
  const { leases, failures, clock } = setUp(async () => {
    if (away) {
      throw new Error('the database is away');
    }
    return [1];
  });
  await leases.tick();
  away = true;
  await leases.tick();
  expect(failures).toHaveLength(1);
  expect(leases.held()).toEqual([1]);
  clock.now = 9_500;
  expect(leases.held()).toEqual([]);
});

test('ticks while a renewal is under way join it, and the rows are prepared once', async () => {
  const { leases, calls } = setUp(async () => [1]);
  await Promise.all([leases.tick(), leases.tick()]);
  await leases.tick();
  expect(calls).toEqual(['prepare', 'renew', 'renew']);
});

test('what was released is not held, and no later tick takes it again', async () => {
  const { leases, calls } = setUp(async () => [1]);
  await leases.tick();
  await leases.release();
  await leases.tick();
  expect(leases.held()).toEqual([]);
  expect(calls.at(-1)).toBe('release');
});
