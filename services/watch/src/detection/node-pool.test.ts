import { beforeEach, expect, test } from '@jest/globals';
import { createSlotTracker } from '@assay/solana/nodes/slot-tracker';
import { createNodeSurvey } from './node-survey.ts';
import { createRpcNodePool, type RpcNodePool } from './node-pool.ts';

/**
 * The wall-clock time at which the test starts. It is far from the monotonic clock, so that a test fails when code
 * confuses the two.
 */
const dayMs = Date.UTC(2026, 0, 1);
let now: number;
let slots: Record<string, bigint | Error>;
let askedNodes: string[];
let avoided: string[];

function createPool(...names: readonly string[]): RpcNodePool {
  const tracker = createSlotTracker(() => now);
  const nodes = names.map((name) => ({
    name,
    read: async (addresses: readonly string[]) => {
      if (addresses[0] === 'x') {
        askedNodes.push(name);
      }
      const slot = slots[name];
      if (slot === undefined || slot instanceof Error) {
        throw slot ?? new Error('unplugged');
      }
      return { slot, accounts: new Map() };
    },
  }));
  const clocks = { monotonic: () => now, now: () => dayMs + now, pause: () => new Promise<void>(() => undefined) };
  return createRpcNodePool({
    nodes,
    slots: tracker,
    survey: createNodeSurvey({ nodes, slots: tracker, everyMs: 2_000, ...clocks }).run,
    monotonic: () => now,
    onCall: () => undefined,
    onLeave: (name) => avoided.push(name),
  });
}

beforeEach(() => {
  now = 1_000;
  slots = { a: 100n, b: 100n, c: 100n };
  askedNodes = [];
  avoided = [];
});

test('only the first node is asked while it answers', async () => {
  const nodes = createPool('a', 'b');
  await nodes.read(['x']);
  await nodes.read(['x']);
  expect(askedNodes).toEqual(['a', 'a']);
});

test('a failed node gives way to the next one in the same read, and is asked again after ten seconds', async () => {
  const nodes = createPool('a', 'b');
  slots['a'] = new Error('HTTP 500');
  expect((await nodes.read(['x'])).slot).toBe(100n);
  await nodes.read(['x']);
  expect(askedNodes).toEqual(['a', 'b', 'b']);
  expect(nodes.preferred()?.name).toBe('b');
  slots['a'] = 101n;
  now += 10_000;
  await nodes.read(['x']);
  expect(askedNodes.at(-1)).toBe('a');
  expect(avoided).toEqual(['a']);
});

test('a node that is a minute of slots behind another one is avoided, and its snapshot is not used', async () => {
  const nodes = createPool('a', 'b');
  slots = { a: new Error('unavailable'), b: 1_000n };
  await nodes.read(['x']);
  now += 10_000;
  slots = { a: 849n, b: 1_000n };
  expect((await nodes.read(['x'])).slot).toBe(1_000n);
  expect(askedNodes.slice(-2)).toEqual(['a', 'b']);
});

test('a node that is less than a minute behind is used', async () => {
  const nodes = createPool('a', 'b');
  slots = { a: new Error('unavailable'), b: 1_000n };
  await nodes.read(['x']);
  now += 10_000;
  slots = { a: 850n, b: 1_000n };
  expect((await nodes.read(['x'])).slot).toBe(850n);
});

test('a node that shows one slot for more than a minute is avoided', async () => {
  const nodes = createPool('a', 'b');
  await nodes.read(['x']);
  now += 60_001;
  slots = { a: 100n, b: 250n };
  expect((await nodes.read(['x'])).slot).toBe(250n);
});

test('when all nodes are late the newest snapshot is used', async () => {
  const nodes = createPool('a', 'b', 'c');
  slots = { a: 1_000n, b: new Error('unavailable'), c: new Error('unavailable') };
  await nodes.read(['x']);
  slots = { a: new Error('unavailable'), b: 200n, c: 300n };
  expect((await nodes.read(['x'])).slot).toBe(300n);
});

test('when no node answers the read fails with the error of the last one', async () => {
  const nodes = createPool('a', 'b');
  slots = { a: new Error('HTTP 500'), b: new Error('HTTP 502') };
  await expect(nodes.read(['x'])).rejects.toThrow('HTTP 502');
  expect(askedNodes).toEqual(['a', 'b']);
});

test('a pool without nodes fails every read', async () => {
  await expect(createPool().read(['x'])).rejects.toThrow('no node is configured');
});
