import { expect, test } from '@jest/globals';
import { openLyingWorld, type Lie } from './testing/lying-nodes.ts';

const changes = 12;
const betweenChangesMs = 40_000;

const lies: Readonly<Record<string, Lie>> = {
  'states the largest slot': () => ({ slot: 2n ** 53n - 1n }),
  'states a million slots ahead': ({ slot }) => ({ slot: slot + 1_000_000 }),
  'states a million slots ahead from the second minute': ({ slot, atMs }) =>
    atMs < 60_000 ? {} : { slot: slot + 1_000_000 },
  'creeps ahead of the chain': ({ slot, atMs }) => ({ slot: slot + Math.floor(atMs / 100) }),
  'states 5,000 slots ahead and falls silent': ({ slot, atMs }) =>
    atMs < 120_000 ? { slot: slot + 5_000 } : undefined,
  'states a million slots back': ({ slot }) => ({ slot: slot - 1_000_000 }),
  'states slot zero': () => ({ slot: 0 }),
  'hides every change': () => ({ content: 0 }),
  'hides every change and states a million slots ahead': ({ slot }) => ({ slot: slot + 1_000_000, content: 0 }),
  'shows the contents before the last change': ({ content }) => ({ content: Math.max(0, content - 1) }),
};

/** Returns the changes that no trigger followed before the next change. */
async function missedChanges(names: readonly string[], lies: Readonly<Record<string, Lie>>) {
  const world = openLyingWorld(names, lies);
  await world.run(betweenChangesMs);
  const missed: number[] = [];
  for (let change = 1; change <= changes; change += 1) {
    const before = world.published().length;
    world.change();
    await world.run(betweenChangesMs);
    if (!world.published().slice(before).includes(change)) {
      missed.push(change);
    }
  }
  return { missed, ...world };
}

const kinds = Object.entries(lies);

test.each(kinds)('of two nodes one that %s silences no watch, whichever is preferred', async (_kind, lie) => {
  for (const names of [
    ['liar', 'honest'],
    ['honest', 'liar'],
  ]) {
    const { missed, published, failures } = await missedChanges(names, { liar: lie });
    expect([names, missed]).toEqual([names, []]);
    // A lying node can cause verifications that find nothing, but in fewer than half of the 260 rounds.
    expect(published().length).toBeLessThan(130);
    expect(failures).toEqual([]);
  }
});

test.each(kinds)('of four nodes two of one backend that %s silence no watch', async (_kind, lie) => {
  const { missed, published } = await missedChanges(['liar', 'twin', 'a', 'b'], { liar: lie, twin: lie });
  expect(missed).toEqual([]);
  expect(published().length).toBeLessThan(130);
});

test('nodes that contradict each other are noticed, and of three nodes the one that the others contradict is left', async () => {
  const { contradictions, outvoted } = await missedChanges(['liar', 'a', 'b'], { liar: () => ({ content: 0 }) });
  expect(contradictions.length).toBeGreaterThan(0);
  expect(contradictions.every((nodes) => nodes.includes('liar'))).toBe(true);
  expect(new Set(outvoted)).toEqual(new Set(['liar']));
});

test('honest nodes a few slots apart never contradict each other, however often the account changes', async () => {
  const world = openLyingWorld(['a', 'b'], {
    b: ({ slot, content, atMs }) => (atMs % 4_000 === 0 ? { slot: slot - 3, content } : {}),
  });
  for (let change = 0; change < 60; change += 1) {
    world.change();
    await world.run(4_000);
  }
  expect(world.contradictions).toEqual([]);
});
