import { expect, test } from '@jest/globals';
import { deferred, testClock } from '../../testing/test-sources.ts';
import type { LargestRead } from '../nodes/largest-accounts.ts';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import { createHolderLists } from './holder-lists.ts';
import { createCostBudget } from './cost-budget.ts';

const nodes = ['a', 'b'].map((id) => ({ id, name: `sandbox.${id}` }) as ChainNode);

function open(largest: NodeReader['largest']) {
  const clock = testClock();
  const budget = createCostBudget(10n * nodeCostMicros.list);
  const reader = { largest } as NodeReader;
  return { budget, lists: createHolderLists(nodes, budget, clock.now() + 5_000, { reader, clock }) };
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
