import { expect, jest, test } from '@jest/globals';
import { createFairSemaphore, type FairSemaphoreOptions, type Release, type SemaphoreLimit } from './fair-semaphore.ts';

type TestRequest = { readonly account: string; readonly host: string; readonly rank: number };
type TestLimit = Pick<SemaphoreLimit<TestRequest>, 'permits' | 'queue'>;
type Outcome = { release?: Release; isRefused: boolean; isWaiting: boolean };
type Acquire = (request: string, rank?: number) => Promise<Outcome>;

const wide: TestLimit = { permits: 100, queue: 100 };

/**
 * Creates a semaphore with a limit for each account, a limit for each host, and a limit for all requests. The returned
 * function acquires a permit for a request, written as `account@host`, and records the outcome.
 */
function semaphoreWith(limits: {
  readonly account?: TestLimit;
  readonly host?: TestLimit;
  readonly all?: TestLimit;
}): Acquire {
  const options: FairSemaphoreOptions<TestRequest> = {
    limits: [
      { keyOf: ({ account }) => account, ...(limits.account ?? wide) },
      { keyOf: ({ host }) => host, ...(limits.host ?? wide) },
      { keyOf: () => 'all', ...(limits.all ?? wide) },
    ],
    maxWaitMs: 1_000,
    tenantOf: ({ account }) => account,
    rankOf: ({ rank }) => rank,
  };
  const semaphore = createFairSemaphore(options);
  return async (request, rank = 0) => {
    const [account = '', host = ''] = request.split('@');
    const outcome: Outcome = { isRefused: false, isWaiting: true };
    void semaphore.acquire({ account, host, rank }).then((release) => {
      outcome.isWaiting = false;
      if (release === undefined) {
        outcome.isRefused = true;
      } else {
        outcome.release = release;
      }
    });
    await flushPromises();
    return outcome;
  };
}

async function flushPromises(): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    await Promise.resolve();
  }
}

async function release(outcome: Outcome | undefined): Promise<void> {
  outcome?.release?.();
  await flushPromises();
}

const state = ({ isWaiting, isRefused }: Outcome): string =>
  isWaiting ? 'waiting' : isRefused ? 'refused' : 'granted';

/** Acquires permits one after the other. */
async function acquireAll(
  acquire: Acquire,
  requests: readonly (string | readonly [string, number])[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const request of requests) {
    outcomes.push(await (typeof request === 'string' ? acquire(request) : acquire(...request)));
  }
  return outcomes;
}

test('a key grants its permits, then fills its queue, then refuses at once', async () => {
  const acquire = semaphoreWith({ host: { permits: 2, queue: 1 } });
  const outcomes = await acquireAll(acquire, ['a@x', 'a@x', 'a@x', 'a@x']);
  expect(outcomes.map(state)).toEqual(['granted', 'granted', 'waiting', 'refused']);
  await release(outcomes[0]);
  expect(outcomes.map(state)).toEqual(['granted', 'granted', 'granted', 'refused']);
});

test('a request that waits for its host holds no permit of its account or of the total', async () => {
  const acquire = semaphoreWith({ account: { permits: 3, queue: 9 }, host: { permits: 1, queue: 9 }, all: wide });
  const outcomes = await acquireAll(acquire, ['a@slow', 'a@slow', 'a@slow', 'a@slow', 'a@quick', 'a@third']);
  expect(outcomes.map(state)).toEqual(['granted', 'waiting', 'waiting', 'waiting', 'granted', 'granted']);
});

test('an account that uses all its permits and its queue takes none from another account', async () => {
  const acquire = semaphoreWith({ account: { permits: 2, queue: 1 }, all: { permits: 3, queue: 1 } });
  const slow = await acquireAll(acquire, ['a@1', 'a@2', 'a@3', 'a@4', 'a@5']);
  expect(slow.map(state)).toEqual(['granted', 'granted', 'waiting', 'refused', 'refused']);
  expect(state(await acquire('b@6'))).toBe('granted');
});

test('the total limit holds, and requests of one account are granted in the order of arrival', async () => {
  const acquire = semaphoreWith({ all: { permits: 1, queue: 2 } });
  const outcomes = await acquireAll(acquire, ['a@1', 'a@2', 'a@3', 'a@4']);
  expect(outcomes.map(state)).toEqual(['granted', 'waiting', 'waiting', 'refused']);
  await release(outcomes[0]);
  expect(outcomes.map(state)).toEqual(['granted', 'granted', 'waiting', 'refused']);
});

test('waiting accounts take turns at a host and at the total limit, however many requests each has', async () => {
  for (const limits of [{ all: { permits: 1, queue: 9 } }, { host: { permits: 1, queue: 9 } }]) {
    const acquire = semaphoreWith(limits);
    const outcomes = await acquireAll(acquire, ['a@x', 'a@x', 'a@x', 'a@x', 'b@x', 'b@x', 'c@x']);
    const granted: number[] = [];
    for (let step = 0; step < outcomes.length; step += 1) {
      const current = outcomes.findIndex((outcome, index) => outcome.release !== undefined && !granted.includes(index));
      granted.push(current);
      await release(outcomes[current]);
    }
    expect(granted).toEqual([0, 1, 4, 6, 2, 5, 3]);
  }
});

test('a full queue refuses the last waiter of the account that has the most waiters', async () => {
  const acquire = semaphoreWith({ host: { permits: 1, queue: 3 } });
  const outcomes = await acquireAll(acquire, ['a@x', 'a@x', 'a@x', 'a@x', 'b@x', 'b@x', 'b@x']);
  expect(outcomes.map(state)).toEqual(['granted', 'waiting', 'waiting', 'refused', 'waiting', 'refused', 'refused']);
});

test('within an account the lowest rank goes first and displaces a higher one from a full queue', async () => {
  const acquire = semaphoreWith({ account: { permits: 1, queue: 2 } });
  const outcomes = await acquireAll(acquire, [
    ['a@1', 50],
    ['a@2', 60],
    ['a@3', 70],
    ['a@4', 80],
    ['a@5', 10],
  ]);
  expect(outcomes.map(state)).toEqual(['granted', 'waiting', 'refused', 'refused', 'waiting']);
  await release(outcomes[0]);
  expect(outcomes.map(state)).toEqual(['granted', 'waiting', 'refused', 'refused', 'granted']);
});

test('a request of the lowest rank gets the next permit, however many newer requests arrive', async () => {
  const acquire = semaphoreWith({ account: { permits: 1, queue: 2 } });
  const [holder] = await acquireAll(acquire, [
    ['a@x', 100],
    ['a@x', 101],
    ['a@x', 102],
  ]);
  const newer = await acquireAll(
    acquire,
    Array.from({ length: 50 }, (_unused, index) => ['a@x', 103 + index] as const),
  );
  expect(newer.filter(({ isRefused }) => isRefused)).toHaveLength(50);
  const oldest = await acquire('a@x', 1);
  await acquireAll(acquire, [
    ['a@x', 200],
    ['a@x', 201],
  ]);
  await release(holder);
  expect(state(oldest)).toBe('granted');
});

test('one release grants every request that waited for it alone', async () => {
  const acquire = semaphoreWith({ account: { permits: 1, queue: 9 }, host: { permits: 1, queue: 9 } });
  const outcomes = await acquireAll(acquire, ['a@x', 'a@y', 'b@x']);
  expect(outcomes.map(state)).toEqual(['granted', 'waiting', 'waiting']);
  await release(outcomes[0]);
  expect(outcomes.map(state)).toEqual(['granted', 'granted', 'granted']);
});

test('a displaced request leaves the limit of its host unchanged', async () => {
  const acquire = semaphoreWith({ account: { permits: 1, queue: 1 }, host: { permits: 1, queue: 9 } });
  const outcomes = await acquireAll(acquire, [
    ['a@1', 1],
    ['a@x', 3],
    ['a@x', 2],
  ]);
  expect(outcomes.map(state)).toEqual(['granted', 'refused', 'waiting']);
  await release(outcomes[0]);
  expect(outcomes.map(state)).toEqual(['granted', 'refused', 'granted']);
  expect(state(await acquire('b@x'))).toBe('waiting');
});

test('a request that waits longer than the maximum is refused and leaves the queue', async () => {
  jest.useFakeTimers();
  try {
    const acquire = semaphoreWith({ host: { permits: 1, queue: 1 } });
    const [holder, waiter] = await acquireAll(acquire, ['a@x', 'a@x']);
    jest.advanceTimersByTime(999);
    await flushPromises();
    expect(waiter?.isWaiting).toBe(true);
    jest.advanceTimersByTime(1);
    await flushPromises();
    expect(waiter?.isRefused).toBe(true);
    const next = await acquire('a@x');
    await release(holder);
    expect(state(next)).toBe('granted');
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});
