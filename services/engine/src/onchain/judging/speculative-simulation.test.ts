import { beforeEach, expect, test } from '@jest/globals';
import { pairOf } from '../../testing/test-sources.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';
import type { ChainSnapshot } from '@assay/solana/account';
import type { ChainNode } from '../nodes/node.ts';
import type { SimulationResult } from '@assay/solana/simulation/read-simulation';
import type { ChainQuestion, Simulation } from '../types/define.ts';
import { createSpeculativeSimulation, type SpeculativeSimulation } from './speculative-simulation.ts';
import type { SimulationAttempt } from './simulate-quote.ts';

/** The datum that a snapshot of a test shows. */
type Shown = { readonly amountOut: string; readonly obstacle?: string };

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, name: `sandbox.${id}` }) as ChainNode) as [
  ChainNode,
  ChainNode,
  ChainNode,
];
let relation: (a: string, b: string) => PairVerdict;
let result: SimulationResult;
let started: readonly [node: string, amountOut: string, minContextSlot: number][];
let stateBySnapshot: Map<ChainSnapshot, Shown>;
let speculative: SpeculativeSimulation;
let breaks: Error | undefined;

const simulationOf = ({ amountOut, obstacle = null }: { amountOut: string; obstacle?: string | null }): Simulation => ({
  amountOut,
  obstacle,
  params: () => {
    throw new Error('not built here');
  },
  read: () => result,
});

beforeEach(() => {
  relation = () => 'independent';
  result = { kind: 'amount', amountOut: 5n, slot: 100 };
  started = [];
  breaks = undefined;
  stateBySnapshot = new Map();
  const question: ChainQuestion = {
    addresses: [],
    mints: [],
    simulatable: true,
    derive: (snapshot) => {
      const state = stateBySnapshot.get(snapshot);
      return state === undefined
        ? { kind: 'needs', addresses: ['vault'] }
        : { kind: 'value', value: { data: {}, simulation: simulationOf(state) } };
    },
  };
  speculative = createSpeculativeSimulation({
    question,
    nodes: [a, b, c],
    measured: (a, b) => pairOf(a, b, relation(a, b)),
    simulate: async (node, { amountOut }, minContextSlot) => {
      started = [...started, [node.id, amountOut, minContextSlot]];
      if (breaks !== undefined) {
        throw breaks;
      }
      return { node, result, attempt: { provider: node.name } } as SimulationAttempt;
    },
  });
});

const show = (node: ChainNode, slot: number, state?: Shown): void => {
  const snapshot: ChainSnapshot = { slot, accounts: new Map() };
  if (state !== undefined) {
    stateBySnapshot.set(snapshot, state);
  }
  speculative.onSnapshot(node, snapshot);
};
const five = { amountOut: '5' };
const take = (node: ChainNode, sourceSlot: number, amountOut = '5') =>
  speculative.take(node, simulationOf({ amountOut }), sourceSlot);

test('a simulation starts once two independent nodes show the same, on the node that can confirm the other', async () => {
  show(b, 100, five);
  expect(started).toEqual([]);
  show(a, 100, five);
  expect(started).toEqual([['b', '5', 100]]);
  expect(speculative.node()).toBe(b);
  expect(await take(b, 100)).toMatchObject({ result });
  expect(await speculative.unused()).toEqual([]);
});

test('the node at the newer slot simulates, whichever answers first', () => {
  show(a, 101, five);
  show(b, 100, five);
  expect(started).toEqual([['a', '5', 100]]);
});

test('a simulation starts only once', async () => {
  show(a, 100, five);
  show(b, 100, five);
  show(c, 100, five);
  show(a, 101, five);
  expect(started).toHaveLength(1);
  expect(await take(b, 100)).toBeDefined();
  expect(await take(b, 100)).toBeUndefined();
});

test.each<[string, () => void]>([
  ['nodes that share an upstream', () => (relation = () => 'shared_upstream')],
  ['nodes without a measurement', () => (relation = () => 'unknown')],
])('%s start no simulation', (_who, between) => {
  between();
  show(a, 100, five);
  show(b, 100, five);
  expect(started).toEqual([]);
});

test.each<[string, Shown | undefined]>([
  ['gives another amount', { amountOut: '6' }],
  ['does not give it yet', undefined],
  ['shows an obstacle', { amountOut: '5', obstacle: 'the payer has no funds' }],
])('a node whose snapshot %s starts no simulation', (_what, state) => {
  show(a, 100, five);
  show(b, 100, state);
  expect(started).toEqual([]);
});

test('a later snapshot of a node replaces its earlier one', () => {
  show(a, 100, five);
  show(a, 101, { amountOut: '6' });
  show(b, 101, { amountOut: '6' });
  expect(started).toEqual([['b', '6', 101]]);
});

test.each<[string, () => Promise<SimulationAttempt | undefined>]>([
  ['on another node', () => take(a, 100)],
  ['of another amount', () => take(b, 100, '6')],
  ['at an older slot than the source was read at', () => take(b, 101)],
])('a simulation %s is not taken, and its report is returned as unused', async (_what, taking) => {
  show(a, 100, five);
  show(b, 100, five);
  expect(await taking()).toBeUndefined();
  expect(await speculative.unused()).toEqual([{ provider: 'sandbox.b' }]);
});

test('a failed simulation counts at the slot of the accounts that it started from', async () => {
  result = { kind: 'failed', reason: 'no such method' };
  show(a, 100, five);
  show(b, 100, five);
  expect(await take(b, 101)).toBeUndefined();
  expect(await take(b, 100)).toMatchObject({ result });
});

test('without a simulation there is nothing to take and nothing to report', async () => {
  show(a, 100, five);
  expect(speculative.node()).toBeUndefined();
  expect(await take(a, 100)).toBeUndefined();
  expect(await speculative.unused()).toEqual([]);
});

test('a simulation that throws ends its own call, not the process', async () => {
  breaks = new Error('a transaction that cannot be built');
  show(a, 100, five);
  show(b, 100, five);
  // Node.js reports unhandled rejections after the current tasks, so the test waits for the next task.
  await new Promise((resolve) => setImmediate(resolve));
  await expect(take(b, 100)).rejects.toBe(breaks);
});
