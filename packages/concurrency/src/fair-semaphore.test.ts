import { expect, jest, test } from '@jest/globals';
import { createSlots, type Bound, type Leave, type SlotRules } from './fair-semaphore.ts';

type Asked = { readonly account: string; readonly host: string; readonly since?: number };
type Answer = { leave?: Leave; isRefused: boolean; isWaiting: boolean };

const wide = { inside: 100, waiting: 100 };

/**
 * Places under a bound for an account, one for a host and one for all. They are asked as `account@host`, and what comes of it
 * is remembered.
 */
function placesOf(limits: {
  readonly account?: Pick<Bound<Asked>, 'inside' | 'waiting'>;
  readonly host?: Pick<Bound<Asked>, 'inside' | 'waiting'>;
  readonly all?: Pick<Bound<Asked>, 'inside' | 'waiting'>;
}): (asked: string, since?: number) => Promise<Answer> {
  const rules: SlotRules<Asked> = {
    bounds: [
      { of: ({ account }) => account, ...(limits.account ?? wide) },
      { of: ({ host }) => host, ...(limits.host ?? wide) },
      { of: () => 'all', ...(limits.all ?? wide) },
    ],
    waitMs: 1_000,
    party: ({ account }) => account,
    since: ({ since = 0 }) => since,
  };
  const slots = createSlots(rules);
  return async (asked, since = 0) => {
    const [account = '', host = ''] = asked.split('@');
    const answer: Answer = { isRefused: false, isWaiting: true };
    void slots.take({ account, host, since }).then((leave) => {
      answer.isWaiting = false;
      if (leave === undefined) {
        answer.isRefused = true;
      } else {
        answer.leave = leave;
      }
    });
    await turn();
    return answer;
  };
}

async function turn(): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    await Promise.resolve();
  }
}

async function leave(answer: Answer | undefined): Promise<void> {
  answer?.leave?.();
  await turn();
}

const state = ({ isWaiting, isRefused }: Answer): string => (isWaiting ? 'waits' : isRefused ? 'refused' : 'inside');

/** Asks one after the other. */
async function askAll(
  ask: (asked: string, since?: number) => Promise<Answer>,
  asked: readonly (string | readonly [string, number])[],
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const one of asked) {
    answers.push(await (typeof one === 'string' ? ask(one) : ask(...one)));
  }
  return answers;
}

test('a host gets its places, its queue holds as many as it may, and the next one is refused at once', async () => {
  const ask = placesOf({ host: { inside: 2, waiting: 1 } });
  const asked = await askAll(ask, ['a@x', 'a@x', 'a@x', 'a@x']);
  expect(asked.map(state)).toEqual(['inside', 'inside', 'waits', 'refused']);
  await leave(asked[0]);
  expect(asked.map(state)).toEqual(['inside', 'inside', 'inside', 'refused']);
});

test('whoever waits for a host holds no place of its account, nor one of all', async () => {
  const ask = placesOf({ account: { inside: 3, waiting: 9 }, host: { inside: 1, waiting: 9 }, all: wide });
  const asked = await askAll(ask, ['a@slow', 'a@slow', 'a@slow', 'a@slow', 'a@quick', 'a@other']);
  expect(asked.map(state)).toEqual(['inside', 'waits', 'waits', 'waits', 'inside', 'inside']);
});

test('an account that fills its places and its queue takes none from another account', async () => {
  const ask = placesOf({ account: { inside: 2, waiting: 1 }, all: { inside: 3, waiting: 1 } });
  const slow = await askAll(ask, ['a@1', 'a@2', 'a@3', 'a@4', 'a@5']);
  expect(slow.map(state)).toEqual(['inside', 'inside', 'waits', 'refused', 'refused']);
  expect(state(await ask('b@6'))).toBe('inside');
});

test('no more than the total are inside, and those of one account enter in the order of asking', async () => {
  const ask = placesOf({ all: { inside: 1, waiting: 2 } });
  const asked = await askAll(ask, ['a@1', 'a@2', 'a@3', 'a@4']);
  expect(asked.map(state)).toEqual(['inside', 'waits', 'waits', 'refused']);
  await leave(asked[0]);
  expect(asked.map(state)).toEqual(['inside', 'inside', 'waits', 'refused']);
});

test('accounts that wait take turns, however many each of them sent, at a host as well as in all', async () => {
  for (const limits of [{ all: { inside: 1, waiting: 9 } }, { host: { inside: 1, waiting: 9 } }]) {
    const ask = placesOf(limits);
    const asked = await askAll(ask, ['a@x', 'a@x', 'a@x', 'a@x', 'b@x', 'b@x', 'c@x']);
    const entered: number[] = [];
    for (let round = 0; round < asked.length; round += 1) {
      const inside = asked.findIndex((one, index) => one.leave !== undefined && !entered.includes(index));
      entered.push(inside);
      await leave(asked[inside]);
    }
    expect(entered).toEqual([0, 1, 4, 6, 2, 5, 3]);
  }
});

test('a full queue is shared: the account with the most in it loses its last one to another account', async () => {
  const ask = placesOf({ host: { inside: 1, waiting: 3 } });
  const asked = await askAll(ask, ['a@x', 'a@x', 'a@x', 'a@x', 'b@x', 'b@x', 'b@x']);
  expect(asked.map(state)).toEqual(['inside', 'waits', 'waits', 'refused', 'waits', 'refused', 'refused']);
});

test('of one account the oldest goes first, and takes the place of a newer one in a full queue', async () => {
  const ask = placesOf({ account: { inside: 1, waiting: 2 } });
  const asked = await askAll(ask, [
    ['a@1', 50],
    ['a@2', 60],
    ['a@3', 70],
    ['a@4', 80],
    ['a@5', 10],
  ]);
  expect(asked.map(state)).toEqual(['inside', 'waits', 'refused', 'refused', 'waits']);
  await leave(asked[0]);
  expect(asked.map(state)).toEqual(['inside', 'waits', 'refused', 'refused', 'inside']);
});

test('what comes again and again is inside at the next chance, however many newer ones come between', async () => {
  const ask = placesOf({ account: { inside: 1, waiting: 2 } });
  const [holder] = await askAll(ask, [
    ['a@x', 100],
    ['a@x', 101],
    ['a@x', 102],
  ]);
  const crowd = await askAll(
    ask,
    Array.from({ length: 50 }, (_unused, index) => ['a@x', 103 + index] as const),
  );
  expect(crowd.filter(({ isRefused }) => isRefused)).toHaveLength(50);
  const again = await ask('a@x', 1);
  await askAll(ask, [
    ['a@x', 200],
    ['a@x', 201],
  ]);
  await leave(holder);
  expect(state(again)).toBe('inside');
});

test('leaving lets everyone in who was only waiting for that', async () => {
  const ask = placesOf({ account: { inside: 1, waiting: 9 }, host: { inside: 1, waiting: 9 } });
  const asked = await askAll(ask, ['a@x', 'a@y', 'b@x']);
  expect(asked.map(state)).toEqual(['inside', 'waits', 'waits']);
  await leave(asked[0]);
  expect(asked.map(state)).toEqual(['inside', 'inside', 'inside']);
});

test('a waiter that makes way leaves the bounds of its host as they were', async () => {
  const ask = placesOf({ account: { inside: 1, waiting: 1 }, host: { inside: 1, waiting: 9 } });
  const asked = await askAll(ask, [
    ['a@1', 1],
    ['a@x', 3],
    ['a@x', 2],
  ]);
  expect(asked.map(state)).toEqual(['inside', 'refused', 'waits']);
  await leave(asked[0]);
  expect(asked.map(state)).toEqual(['inside', 'refused', 'inside']);
  expect(state(await ask('b@x'))).toBe('waits');
});

test('whoever waits too long is refused and leaves the queue', async () => {
  jest.useFakeTimers();
  try {
    const ask = placesOf({ host: { inside: 1, waiting: 1 } });
    const [holder, waiting] = await askAll(ask, ['a@x', 'a@x']);
    jest.advanceTimersByTime(999);
    await turn();
    expect(waiting?.isWaiting).toBe(true);
    jest.advanceTimersByTime(1);
    await turn();
    expect(waiting?.isRefused).toBe(true);
    const next = await ask('a@x');
    await leave(holder);
    expect(state(next)).toBe('inside');
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});
