import { expect, test } from '@jest/globals';
import { held, testClock } from '../../testing/world.ts';
import type { LargestRead } from '../nodes/largest-accounts.ts';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import { createListBook } from './holder-lists.ts';
import { createMeter } from './cost-budget.ts';

const nodes = ['a', 'b'].map((id) => ({ id, name: `sandbox.${id}` }) as ChainNode);

function bookOf(largest: NodeReader['largest']) {
  const clock = testClock();
  const meter = createMeter(10n * nodeCostMicros.list);
  const reader = { largest } as NodeReader;
  return { meter, book: createListBook(nodes, meter, clock.now() + 5_000, { reader, clock }) };
}

test('the lists of both nodes are put together, and a mint is asked about once', async () => {
  const { book, meter } = bookOf(async ({ id }) => ({ kind: 'list', addresses: [id, 'both'] }));
  const [one, other] = await Promise.all([book.of('mint'), book.of('mint')]);
  expect(one).toEqual({ kind: 'read', accounts: ['a', 'both', 'b'] });
  expect(other).toBe(one);
  expect(meter.spentMicros()).toBe(2n * nodeCostMicros.list);
});

test('what was sent is among the attempts with its cost before it is answered, and what was never sent has none', async () => {
  const late = held<LargestRead>();
  const unsent: LargestRead = {
    kind: 'failed',
    outcome: 'over_budget',
    detail: 'no budget',
    httpStatus: 0,
    sent: false,
  };
  const { book, meter } = bookOf(({ id }) => (id === 'a' ? late.promise : Promise.resolve(unsent)));
  const list = book.of('mint');
  await new Promise((resolve) => setImmediate(resolve));
  const paid = () => book.attempts().reduce((sum, { costMicros }) => sum + costMicros, 0n);
  expect(book.attempts()).toMatchObject([
    { span: 'list a', outcome: 'timeout', receivedAtMs: 0, detail: expect.stringContaining('the call ended') },
    { span: 'list b', outcome: 'over_budget', costMicros: 0n },
  ]);
  expect(paid()).toBe(meter.spentMicros());
  late.end({ kind: 'list', addresses: ['x'] });
  expect(await list).toEqual({ kind: 'read', accounts: ['x'] });
  expect(book.attempts()).toMatchObject([{ span: 'list a', outcome: 'ok', detail: '' }, { span: 'list b' }]);
  expect(paid()).toBe(meter.spentMicros());
});
