import { beforeEach, expect, test } from '@jest/globals';
import { pairOf } from '../../testing/world.ts';
import type { Relation } from '../../verification/levels.ts';
import type { ChainSnapshot } from '@assay/solana/account';
import type { ChainNode } from '../nodes/node.ts';
import type { SimulationResult } from '@assay/solana/simulation/read-simulation';
import type { ChainQuestion, Simulation } from '../types/define.ts';
import { createSpeculativeSimulation, type SpeculativeSimulation } from './speculative-simulation.ts';
import type { SimulationAttempt } from './simulate-quote.ts';

/** What a test's accounts give, by the slot that they were shown at. */
type Shown = { readonly amountOut: string; readonly obstacle?: string };

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, name: `sandbox.${id}` }) as ChainNode) as [
  ChainNode,
  ChainNode,
  ChainNode,
];
let relation: (a: string, b: string) => Relation;
let result: SimulationResult;
let started: readonly [node: string, amountOut: string, minContextSlot: number][];
let shown: Map<ChainSnapshot, Shown>;
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
  shown = new Map();
  const question: ChainQuestion = {
    addresses: [],
    mints: [],
    simulatable: true,
    derive: (snapshot) => {
      const given = shown.get(snapshot);
      return given === undefined
        ? { kind: 'needs', addresses: ['vault'] }
        : { kind: 'value', value: { data: {}, simulation: simulationOf(given) } };
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
      return { node, result, report: { provider: node.name } } as SimulationAttempt;
    },
  });
});

const show = (node: ChainNode, slot: number, given?: Shown): void => {
  const snapshot: ChainSnapshot = { slot, accounts: new Map() };
  if (given !== undefined) {
    shown.set(snapshot, given);
  }
  speculative.onSnapshot(node, snapshot);
};
const five = { amountOut: '5' };
const take = (node: ChainNode, sourceSlot: number, amountOut = '5') =>
  speculative.take(node, simulationOf({ amountOut }), sourceSlot);

test('a simulation begins once two independent nodes show the same, on the one that can confirm the other', async () => {
  show(b, 100, five);
  expect(started).toEqual([]);
  show(a, 100, five);
  expect(started).toEqual([['b', '5', 100]]);
  expect(speculative.node()).toBe(b);
  expect(await take(b, 100)).toMatchObject({ result });
  expect(await speculative.unused()).toEqual([]);
});

test('the one that is at the newer slot confirms the other, whichever comes first', () => {
  show(a, 101, five);
  show(b, 100, five);
  expect(started).toEqual([['a', '5', 100]]);
});

test('it begins once only', async () => {
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
  ['nodes of which nothing was measured', () => (relation = () => 'unknown')],
])('%s do not begin one', (_who, between) => {
  between();
  show(a, 100, five);
  show(b, 100, five);
  expect(started).toEqual([]);
});

test.each<[string, Shown | undefined]>([
  ['gives another amount', { amountOut: '6' }],
  ['does not give it yet', undefined],
  ['shows what stands in the way', { amountOut: '5', obstacle: 'the payer has no funds' }],
])('a node whose accounts %s begins none', (_what, given) => {
  show(a, 100, five);
  show(b, 100, given);
  expect(started).toEqual([]);
});

test('what a node showed again stands in place of what it showed before', () => {
  show(a, 100, five);
  show(a, 101, { amountOut: '6' });
  show(b, 101, { amountOut: '6' });
  expect(started).toEqual([['b', '6', 101]]);
});

test.each<[string, () => Promise<SimulationAttempt | undefined>]>([
  ['on another node', () => take(a, 100)],
  ['of another amount', () => take(b, 100, '6')],
  ['at an older slot than the source was read at', () => take(b, 101)],
])('a simulation %s is not taken, and it is told what it cost', async (_what, taking) => {
  show(a, 100, five);
  show(b, 100, five);
  expect(await taking()).toBeUndefined();
  expect(await speculative.unused()).toEqual([{ provider: 'sandbox.b' }]);
});

test('a failure counts at the slot of the bytes that it began over', async () => {
  result = { kind: 'failed', reason: 'no such method' };
  show(a, 100, five);
  show(b, 100, five);
  expect(await take(b, 101)).toBeUndefined();
  expect(await take(b, 100)).toMatchObject({ result });
});

test('without a simulation there is nothing to take and nothing to tell', async () => {
  show(a, 100, five);
  expect(speculative.node()).toBeUndefined();
  expect(await take(a, 100)).toBeUndefined();
  expect(await speculative.unused()).toEqual([]);
});

test('one that breaks breaks its own call, and not the process while nobody waits for it yet', async () => {
  breaks = new Error('a transaction that cannot be built');
  show(a, 100, five);
  show(b, 100, five);
  // The process looks for rejections that nobody handled once all that is at hand is done.
  await new Promise((resolve) => setImmediate(resolve));
  await expect(take(b, 100)).rejects.toBe(breaks);
});
