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

test('the first round publishes everything that an earlier process left in the outbox', async () => {
  const { drainer, state } = play(120);
  await drainer.round();
  expect(state).toEqual({ waiting: 0, rounds: 3, depths: [0] });
});

test('without a hint only every tenth round drains', async () => {
  const { drainer, state } = play(0);
  for (let tick = 0; tick < 20; tick += 1) {
    await drainer.round();
  }
  expect(state.rounds).toBe(3);
  drainer.hint();
  await drainer.round();
  expect(state.rounds).toBe(4);
});

test('while the stream is unavailable nothing leaves the outbox, and its depth is reported', async () => {
  let unavailable = true;
  const { drainer, state } = play(5, { canPublish: () => !unavailable });
  await drainer.round();
  expect(state).toMatchObject({ waiting: 5, depths: [5] });
  unavailable = false;
  await drainer.round();
  expect(state.waiting).toBe(0);
});

test('the next round tries again after a failure and after a partial publish', async () => {
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
