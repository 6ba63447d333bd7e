import { expect, jest, test } from '@jest/globals';
import { testClock } from '../../testing/test-sources.ts';
import { createLatency } from '@assay/concurrency/latency';
import type { ChainNode } from '../nodes/node.ts';
import { hedgedRead } from './hedged-read.ts';
import type { ReadSession } from './read-session.ts';

test('a read that throws ends its own call, which no longer waits for its other reads', async () => {
  const nodes = ['a', 'b'].map((id) => ({ id, latency: createLatency() }) as unknown as ChainNode);
  const abandonUnanswered = jest.fn();
  const broken = new Error('bytes that nobody thought of');
  const session = {
    read: (node: ChainNode) => (node.id === 'a' ? Promise.reject(broken) : new Promise<boolean>(() => undefined)),
    abandonUnanswered,
  } as unknown as ReadSession;
  await expect(hedgedRead(nodes, 2, session, testClock())).rejects.toBe(broken);
  expect(abandonUnanswered).toHaveBeenCalled();
});
