import { expect, test } from '@jest/globals';
import { createPartitionLeases } from './partition-leases.ts';

function setUp(renew: () => Promise<number[]>) {
  const failures: unknown[] = [];
  const calls: string[] = [];
  const clock = { monotonicMs: 0 };
  const leases = createPartitionLeases({
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
    monotonic: () => clock.monotonicMs,
    onFailure: (error) => failures.push(error),
  });
  return { leases, failures, calls, clock };
}

test('no partition is held before the first renewal', () => {
  expect(setUp(async () => [1]).leases.held()).toEqual([]);
});

test('a renewed lease holds until a tenth of it before its end', async () => {
  const { leases, clock } = setUp(async () => [1, 5]);
  await leases.renew();
  clock.monotonicMs = 8_999;
  expect(leases.held()).toEqual([1, 5]);
  clock.monotonicMs = 9_000;
  expect(leases.held()).toEqual([]);
});

test('a lease counts from the request, not from the answer', async () => {
  const { leases, clock } = setUp(async () => {
    clock.monotonicMs += 6_000;
    return [1];
  });
  await leases.renew();
  clock.monotonicMs = 9_000;
  expect(leases.held()).toEqual([]);
});

test('a failed renewal is reported, and the present lease ends in its time', async () => {
  let isUnavailable = false;
  const { leases, failures, clock } = setUp(async () => {
    if (isUnavailable) {
      throw new Error('the database is unavailable');
    }
    return [1];
  });
  await leases.renew();
  isUnavailable = true;
  await leases.renew();
  expect(failures).toHaveLength(1);
  expect(leases.held()).toEqual([1]);
  clock.monotonicMs = 9_500;
  expect(leases.held()).toEqual([]);
});

test('concurrent renewals share one statement, and the rows are prepared once', async () => {
  const { leases, calls } = setUp(async () => [1]);
  await Promise.all([leases.renew(), leases.renew()]);
  await leases.renew();
  expect(calls).toEqual(['prepare', 'renew', 'renew']);
});

test('released partitions are not held, and no later renewal takes them again', async () => {
  const { leases, calls } = setUp(async () => [1]);
  await leases.renew();
  await leases.release();
  await leases.renew();
  expect(leases.held()).toEqual([]);
  expect(calls.at(-1)).toBe('release');
});
