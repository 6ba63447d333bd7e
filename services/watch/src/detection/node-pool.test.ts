import { beforeEach, expect, test } from '@jest/globals';
import { createNodes, type Nodes } from './node-pool.ts';

let now: number;
let slots: Record<string, bigint | Error>;
let asked: string[];
let left: string[];

function nodesNamed(...names: readonly string[]): Nodes {
  return createNodes({
    nodes: names.map((name) => ({
      name,
      read: async () => {
        asked.push(name);
        const slot = slots[name];
        if (slot === undefined || slot instanceof Error) {
          throw slot ?? new Error('unplugged');
        }
        return { slot, accounts: new Map() };
      },
    })),
    now: () => now,
    called: () => undefined,
    left: (name) => left.push(name),
  });
}

beforeEach(() => {
  now = 1_000;
  slots = { a: 100n, b: 100n, c: 100n };
  asked = [];
  left = [];
});

test('one node alone is asked while it answers: the first', async () => {
  const nodes = nodesNamed('a', 'b');
  await nodes.read(['x']);
  await nodes.read(['x']);
  expect(asked).toEqual(['a', 'a']);
});

test('a node that fails is left for the next within the same reading, and is tried again after ten seconds', async () => {
  const nodes = nodesNamed('a', 'b');
  slots['a'] = new Error('HTTP 500');
  expect((await nodes.read(['x'])).slot).toBe(100n);
  await nodes.read(['x']);
  expect(asked).toEqual(['a', 'b', 'b']);
  expect(nodes.preferred()?.name).toBe('b');
  slots['a'] = 101n;
  now += 10_000;
  await nodes.read(['x']);
  expect(asked.at(-1)).toBe('a');
  expect(left).toEqual(['a']);
});

test('a node a minute of slots behind another one is left, and its reading is not used', async () => {
  const nodes = nodesNamed('a', 'b');
  slots = { a: new Error('away'), b: 1_000n };
  await nodes.read(['x']);
  now += 10_000;
  slots = { a: 849n, b: 1_000n };
  expect((await nodes.read(['x'])).slot).toBe(1_000n);
  expect(asked.slice(-2)).toEqual(['a', 'b']);
});

test('a node that is a little late is used all the same', async () => {
  const nodes = nodesNamed('a', 'b');
  slots = { a: new Error('away'), b: 1_000n };
  await nodes.read(['x']);
  now += 10_000;
  slots = { a: 850n, b: 1_000n };
  expect((await nodes.read(['x'])).slot).toBe(850n);
});

test('a node that stays at one slot for longer than a minute is left', async () => {
  const nodes = nodesNamed('a', 'b');
  await nodes.read(['x']);
  now += 60_001;
  slots = { a: 100n, b: 250n };
  expect((await nodes.read(['x'])).slot).toBe(250n);
});

test('when all are late the newest reading is taken', async () => {
  const nodes = nodesNamed('a', 'b', 'c');
  slots = { a: 1_000n, b: new Error('away'), c: new Error('away') };
  await nodes.read(['x']);
  slots = { a: new Error('away'), b: 200n, c: 300n };
  expect((await nodes.read(['x'])).slot).toBe(300n);
});

test('when none answers the reading fails with what the last one said', async () => {
  const nodes = nodesNamed('a', 'b');
  slots = { a: new Error('HTTP 500'), b: new Error('HTTP 502') };
  await expect(nodes.read(['x'])).rejects.toThrow('HTTP 502');
  expect(asked).toEqual(['a', 'b']);
});

test('without any node a reading says so', async () => {
  await expect(nodesNamed().read(['x'])).rejects.toThrow('no node is configured');
});
