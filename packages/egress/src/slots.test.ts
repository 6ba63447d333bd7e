import { expect, jest, test } from '@jest/globals';
import { createSlots, type Leave, type Slots } from './slots.ts';

/** Asks for a place and remembers what came of it. */
async function ask(slots: Slots, host: string): Promise<{ leave?: Leave; isRefused: boolean; isWaiting: boolean }> {
  const asked: { leave?: Leave; isRefused: boolean; isWaiting: boolean } = { isRefused: false, isWaiting: true };
  void slots.take(host).then((leave) => {
    asked.isWaiting = false;
    if (leave === undefined) {
      asked.isRefused = true;
    } else {
      asked.leave = leave;
    }
  });
  await turn();
  return asked;
}

async function turn(): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    await Promise.resolve();
  }
}

const wide = { inside: 100, waiting: 100, waitMs: 1_000 };

test('a host gets its places, its queue holds as many as it may, and the next one is refused at once', async () => {
  const slots = createSlots(wide, { inside: 2, waiting: 1, waitMs: 1_000 });
  const [first, , third, fourth] = [
    await ask(slots, 'a'),
    await ask(slots, 'a'),
    await ask(slots, 'a'),
    await ask(slots, 'a'),
  ];
  expect([third.isWaiting, fourth.isRefused]).toEqual([true, true]);
  first.leave?.();
  await turn();
  expect(third.leave).toBeDefined();
});

test('a host that fills its places and its queue takes none from another host', async () => {
  const slots = createSlots({ inside: 3, waiting: 0, waitMs: 1_000 }, { inside: 2, waiting: 5, waitMs: 1_000 });
  const slow = [await ask(slots, 'slow'), await ask(slots, 'slow'), await ask(slots, 'slow'), await ask(slots, 'slow')];
  expect(slow.map(({ isWaiting }) => isWaiting)).toEqual([false, false, true, true]);
  expect((await ask(slots, 'other')).leave).toBeDefined();
});

test('no more than the total are inside, whatever their hosts, and they enter in the order of asking', async () => {
  const slots = createSlots({ inside: 1, waiting: 2, waitMs: 1_000 }, wide);
  const asked = [await ask(slots, 'a'), await ask(slots, 'b'), await ask(slots, 'c'), await ask(slots, 'd')];
  expect(asked.map(({ isWaiting, isRefused }) => [isWaiting, isRefused])).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ]);
  asked[0]?.leave?.();
  await turn();
  expect(asked.map(({ isWaiting }) => isWaiting)).toEqual([false, false, true, false]);
});

test('a refusal by the total gives the place of the host back', async () => {
  const slots = createSlots({ inside: 1, waiting: 0, waitMs: 1_000 }, { inside: 1, waiting: 0, waitMs: 1_000 });
  const holder = await ask(slots, 'a');
  expect((await ask(slots, 'b')).isRefused).toBe(true);
  holder.leave?.();
  expect((await ask(slots, 'b')).leave).toBeDefined();
});

test('whoever waits too long is refused and leaves the queue', async () => {
  jest.useFakeTimers();
  try {
    const slots = createSlots(wide, { inside: 1, waiting: 1, waitMs: 1_000 });
    const holder = await ask(slots, 'a');
    const waiting = await ask(slots, 'a');
    jest.advanceTimersByTime(1_000);
    await turn();
    expect(waiting.isRefused).toBe(true);
    const next = await ask(slots, 'a');
    holder.leave?.();
    await turn();
    expect(next.leave).toBeDefined();
  } finally {
    jest.useRealTimers();
  }
});
