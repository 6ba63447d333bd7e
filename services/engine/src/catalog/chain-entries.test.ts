import { expect, test } from '@jest/globals';
import { unreachable, rateLimited, openTestChain, type NodeBehavior } from '../testing/test-chain.ts';
import type { Relation } from '../verification/levels.ts';

async function entryOf(behaviors: Record<string, NodeBehavior>, relation: (a: string, b: string) => Relation) {
  const opened = await openTestChain([], behaviors, { relation });
  await opened.pollNodes();
  return { ...opened, entry: () => opened.entries().find(({ type }) => type === 'chain.pool_state') };
}

const independent = (): Relation => 'independent';

test('the six types of the chain are listed with the groups of nodes that are healthy and independent', async () => {
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

test('nodes that share an upstream count as one, and a type that rests on them alone says so', async () => {
  const shared = (a: string, b: string): Relation => ([a, b].includes('node-c') ? 'independent' : 'shared_upstream');
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

test('before anything is measured the cap says that it is not', async () => {
  const { entry } = await entryOf({ 'node-a': {}, 'node-b': {} }, () => 'unknown');
  expect(entry()).toMatchObject({
    providers: 1,
    maxLevel: 'single_source',
    capReason: 'the independence of the nodes is not measured yet',
    measuring: true,
  });
});

test('nodes that are down or far behind do not count, and are named', async () => {
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

test('a node that only ever asks for fewer questions does not count', async () => {
  const { entry } = await entryOf({ 'node-a': {}, 'node-b': { answers: rateLimited } }, independent);
  expect(entry()).toMatchObject({ providers: 1, maxLevel: 'single_source' });
  expect(entry()?.capReason).toContain('node-b is down');
});

test('a node that comes back counts again, and without any node nothing is listed', async () => {
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
