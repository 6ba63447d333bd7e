import { expect, test } from '@jest/globals';
import type { SimulationParams } from '@assay/solana/simulation/swap-transaction';
import { accessDenied, unreachable, rateLimited, openTestChain, type NodeBehavior } from '../testing/test-chain.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';

async function entryOf(behaviors: Record<string, NodeBehavior>, relation: (a: string, b: string) => PairVerdict) {
  const opened = await openTestChain([], behaviors, { relation });
  await opened.pollNodes();
  return { ...opened, entry: () => opened.entries().find(({ type }) => type === 'chain.pool_state') };
}

const independent = (): PairVerdict => 'independent';

test('the six chain types are listed with the number of healthy independent groups of nodes', async () => {
  const { entries, entry } = await entryOf({ 'node-a': {}, 'node-b': {}, 'node-c': {} }, independent);
  expect(entries().map(({ type }) => type)).toEqual([
    'chain.can_sign',
    'chain.pool_state',
    'chain.resolve_address',
    'chain.swap_quote',
    'chain.token_account_owner',
    'chain.token_risk',
  ]);
  expect(entry()).toMatchObject({ providers: 3, maxLevel: 'anchored', capReason: '', measuring: false });
});

test('nodes that share an upstream count as one group, and the cap names them when no other group is left', async () => {
  const shared = (a: string, b: string): PairVerdict => ([a, b].includes('node-c') ? 'independent' : 'shared_upstream');
  const three = await entryOf({ 'node-a': {}, 'node-b': {}, 'node-c': {} }, shared);
  expect(three.entry()).toMatchObject({ providers: 2, maxLevel: 'anchored', capReason: '' });
  const two = await entryOf({ 'node-a': {}, 'node-b': {} }, shared);
  expect(two.entry()).toMatchObject({
    providers: 1,
    maxLevel: 'single_source',
    capReason: '2 of 2 nodes share an upstream',
    measuring: false,
  });
});

test('before any verdict the cap says that independence is not measured yet', async () => {
  const { entry } = await entryOf({ 'node-a': {}, 'node-b': {} }, () => 'unknown');
  expect(entry()).toMatchObject({
    providers: 1,
    maxLevel: 'single_source',
    capReason: 'the independence of the nodes is not measured yet',
    measuring: true,
    exampleLevel: 'single_source',
    pairs: { decided: 0, open: 1 },
  });
});

test('nodes that are down or far behind do not count, and the cap names them', async () => {
  const { entry } = await entryOf(
    { 'node-a': {}, 'node-b': { slotsBehind: 40 }, 'node-c': { answers: unreachable } },
    independent,
  );
  expect(entry()).toMatchObject({
    providers: 1,
    maxLevel: 'single_source',
    capReason: 'only one node of the chain can be used; node-b is 40 slots behind; node-c is down',
  });
});

test('a node that answers only with rate limits does not count', async () => {
  const { entry } = await entryOf({ 'node-a': {}, 'node-b': { answers: rateLimited } }, independent);
  expect(entry()).toMatchObject({ providers: 1, maxLevel: 'single_source' });
  expect(entry()?.capReason).toContain('node-b is down');
});

test.each([
  ['limits our requests', { ...rateLimited, retryAfterMs: 60_000 }],
  ["refuses Assay's key or address", accessDenied],
])('a node that %s does not count, and the cap says so', async (why, answers) => {
  const { entry } = await entryOf({ 'node-a': {}, 'node-b': { answers } }, independent);
  expect(entry()).toMatchObject({
    providers: 1,
    maxLevel: 'single_source',
    capReason: `only one node of the chain can be used; node-b ${why}`,
  });
});

test('a recovered node counts again, and without any node no chain type is listed', async () => {
  const { behaviors, pollNodes, entries, entry } = await entryOf({ 'node-a': {}, 'node-b': {} }, independent);
  behaviors['node-a'] = { answers: unreachable };
  behaviors['node-b'] = { answers: unreachable };
  await pollNodes();
  expect(entries()).toEqual([]);
  behaviors['node-a'] = {};
  behaviors['node-b'] = {};
  await pollNodes();
  expect(entry()).toMatchObject({ providers: 2, maxLevel: 'anchored' });
});

test('while every node refuses simulation the catalog promises consensus for quotes, and anchored for the rest', async () => {
  const refusing: NodeBehavior = {};
  const simulating: NodeBehavior = { simulates: { err: 'AccountNotFound' } };
  const { chain, entries, behaviors } = await entryOf({ 'node-a': refusing, 'node-b': simulating }, independent);
  const levels = (): unknown[] =>
    ['chain.swap_quote', 'chain.pool_state'].map((name) => entries().find(({ type }) => type === name)?.maxLevel);
  const params = ['', { accounts: { addresses: [] }, minContextSlot: 0 }] as unknown as SimulationParams;
  const simulateOnAll = () => Promise.all(chain.nodes.map((node) => chain.reader.simulate(node, params, 1_000)));
  await simulateOnAll();
  expect(levels()).toEqual(['anchored', 'anchored']);
  behaviors['node-b'] = {};
  await simulateOnAll();
  expect(levels()).toEqual(['consensus', 'anchored']);
  expect(entries().find(({ type }) => type === 'chain.swap_quote')?.capReason).toBe('no node simulates transactions');
  behaviors['node-b'] = simulating;
  await simulateOnAll();
  expect(levels()).toEqual(['anchored', 'anchored']);
});

test('a node that shows an old state of the chain does not count, and types that only such nodes serve are not listed', async () => {
  const stopped: NodeBehavior = { slotsBehind: 86_400 * 2.5 };
  const { entries, entry, behaviors, pollNodes } = await entryOf({ 'node-a': stopped, 'node-b': stopped }, independent);
  expect(entries()).toEqual([]);
  behaviors['node-a'] = {};
  await pollNodes();
  expect(entry()).toMatchObject({
    maxLevel: 'single_source',
    capReason: 'only one node of the chain can be used; node-b shows an old state of the chain',
  });
  behaviors['node-b'] = {};
  await pollNodes();
  expect(entry()).toMatchObject({ maxLevel: 'anchored', capReason: '' });
});
