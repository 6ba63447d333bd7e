import { expect, test } from '@jest/globals';
import { createOutboxDrainer, type OutboxDrainerPorts } from './outbox-drainer.ts';

function play(waiting: number, overrides: Partial<OutboxDrainerPorts> = {}) {
  const state = { waiting, rounds: 0, depths: [] as number[] };
  const drainer = createOutboxDrainer({
    canPublish: () => true,
    drain: async (limit) => {
      state.rounds += 1;
      const published = Math.min(limit, state.waiting);
      state.waiting -= published;
      return { published, taken: published };
    },
    count: async () => state.waiting,
    onDepth: (rows) => state.depths.push(rows),
    ...overrides,
  });
  return { drainer, state };
}

test('what an earlier process left in the outbox is published at the first look, all of it', async () => {
  const { drainer, state } = play(120);
  await drainer.round();
  expect(state).toEqual({ waiting: 0, rounds: 3, depths: [0] });
});

test('an outbox that nobody put anything into is looked at only now and then', async () => {
  const { drainer, state } = play(0);
  for (let tick = 0; tick < 20; tick += 1) {
    await drainer.round();
  }
  expect(state.rounds).toBe(3);
  drainer.hint();
  await drainer.round();
  expect(state.rounds).toBe(4);
});

test('while the stream is away nothing is taken out, and the depth is known', async () => {
  let away = true;
  const { drainer, state } = play(5, { canPublish: () => !away });
  await drainer.round();
  expect(state).toMatchObject({ waiting: 5, depths: [5] });
  away = false;
  await drainer.round();
  expect(state.waiting).toBe(0);
});

test('what could not be published or failed is tried again at the next tick', async () => {
  let tries = 0;
  const { drainer } = play(0, {
    drain: async () => {
      tries += 1;
      if (tries === 1) {
        throw new Error('connection refused');
      }
      return tries === 2 ? { published: 0, taken: 1 } : { published: 1, taken: 1 };
    },
  });
  await expect(drainer.round()).rejects.toThrow('connection refused');
  await drainer.round();
  await drainer.round();
  await drainer.round();
  expect(tries).toBe(3);
});
