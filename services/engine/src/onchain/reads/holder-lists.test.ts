import { expect, test } from '@jest/globals';
import { deferred, pairOf, testClock } from '../../testing/test-sources.ts';
import type { LargestRead } from '../nodes/largest-accounts.ts';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import { createHolderLists } from './holder-lists.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';
import { createCostBudget } from '@assay/concurrency/cost-budget';

const nodesOf = (ids: readonly string[]) => ids.map((id) => ({ id, name: `sandbox.${id}` }) as ChainNode);

function open(
  largest: NodeReader['largest'],
  ids: readonly string[] = ['a', 'b'],
  relation: PairVerdict = 'independent',
) {
  const clock = testClock();
  const budget = createCostBudget(10n * nodeCostMicros.list);
  const reader = { largest } as NodeReader;
  const measured = (a: string, b: string) => pairOf(a, b, relation);
  return {
    budget,
    lists: createHolderLists(nodesOf(ids), budget, clock.monotonic() + 5_000, { reader, clock, measured }),
  };
}

test('the lists of both nodes are merged, and each mint is asked about once', async () => {
  const { lists, budget } = open(async ({ id }) => ({ kind: 'list', addresses: [id, 'both'] }));
  const [a, b] = await Promise.all([lists.listOf('mint'), lists.listOf('mint')]);
  expect(a).toEqual({ kind: 'read', accounts: ['a', 'both', 'b'] });
  expect(b).toBe(a);
  expect(budget.spentMicros()).toBe(2n * nodeCostMicros.list);
});

test('a request that was sent has a cost before its answer, and one that was not sent has none', async () => {
  const late = deferred<LargestRead>();
  const unsent: LargestRead = {
    kind: 'failed',
    outcome: 'over_budget',
    detail: 'no budget',
    httpStatus: 0,
    sent: false,
  };
  const { lists, budget } = open(({ id }) => (id === 'a' ? late.promise : Promise.resolve(unsent)));
  const list = lists.listOf('mint');
  await new Promise((resolve) => setImmediate(resolve));
  const paid = () => lists.attempts().reduce((sum, { costMicros }) => sum + costMicros, 0n);
  expect(lists.attempts()).toMatchObject([
    { span: 'list a', outcome: 'timeout', receivedAtMs: 0, detail: expect.stringContaining('the call ended') },
    { span: 'list b', outcome: 'over_budget', costMicros: 0n },
  ]);
  expect(paid()).toBe(budget.spentMicros());
  late.resolve({ kind: 'list', addresses: ['x'] });
  expect(await list).toEqual({ kind: 'read', accounts: ['x'] });
  expect(lists.attempts()).toMatchObject([{ span: 'list a', outcome: 'ok', detail: '' }, { span: 'list b' }]);
  expect(paid()).toBe(budget.spentMicros());
});

const refused: LargestRead = { kind: 'failed', outcome: 'http_error', detail: 'refused', httpStatus: 200, sent: true };
const listFrom =
  (...listing: readonly string[]): NodeReader['largest'] =>
  async ({ id }) =>
    listing.includes(id) ? { kind: 'list', addresses: [id] } : refused;

test('a third node is asked when one of two refuses, and no third when both list', async () => {
  const replaced = open(listFrom('b', 'c'), ['a', 'b', 'c', 'd']);
  expect(await replaced.lists.listOf('mint')).toEqual({ kind: 'read', accounts: ['b', 'c'] });
  expect(replaced.lists.shortfall()).toBeUndefined();
  const both = open(listFrom('a', 'b', 'c'), ['a', 'b', 'c']);
  expect(await both.lists.listOf('mint')).toEqual({ kind: 'read', accounts: ['a', 'b'] });
});

test('a list that no independent node confirms is named as a shortfall, and an absent list is none', async () => {
  const alone = open(listFrom('b'));
  await alone.lists.listOf('mint');
  expect(alone.lists.shortfall()).toBe(
    'only sandbox.b listed the largest holders, and no independent node confirmed them',
  );
  const unmeasured = open(listFrom('a', 'b'), ['a', 'b'], 'unknown');
  await unmeasured.lists.listOf('mint');
  expect(unmeasured.lists.shortfall()).toContain('only sandbox.a and sandbox.b');
  const absent = open(listFrom());
  expect(await absent.lists.listOf('mint')).toMatchObject({ kind: 'unread' });
  expect(absent.lists.shortfall()).toBeUndefined();
});
