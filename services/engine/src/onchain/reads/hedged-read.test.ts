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

test('a hedge that throws when its timer starts it ends its own call, and nothing leaves the timer', async () => {
  const clock = testClock();
  const nodes = ['a', 'b'].map((id) => ({ id, latency: createLatency() }) as unknown as ChainNode);
  const broken = new Error('the node has no address');
  const session = {
    read: (node: ChainNode) => {
      if (node.id === 'b') {
        throw broken;
      }
      return new Promise<boolean>(() => undefined);
    },
    abandonUnanswered: jest.fn(),
  } as unknown as ReadSession;
  const read = hedgedRead(nodes, 1, session, clock);
  const ended = expect(read).rejects.toBe(broken);
  await clock.advance(60_000);
  await ended;
});
