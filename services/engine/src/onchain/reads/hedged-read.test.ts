import { expect, jest, test } from '@jest/globals';
import { testClock } from '../../testing/world.ts';
import { createLatency } from '../../sources/latency.ts';
import type { ChainNode } from '../nodes/node.ts';
import { gather } from './hedged-read.ts';
import type { Desk } from './read-session.ts';

test('what breaks a reading breaks its own call, and the others of it are waited for no longer', async () => {
  const nodes = ['a', 'b'].map((id) => ({ id, latency: createLatency() }) as unknown as ChainNode);
  const dropUnanswered = jest.fn();
  const broken = new Error('bytes that nobody thought of');
  const desk = {
    read: (node: ChainNode) => (node.id === 'a' ? Promise.reject(broken) : new Promise<boolean>(() => undefined)),
    dropUnanswered,
  } as unknown as Desk;
  await expect(gather(nodes, 2, desk, testClock())).rejects.toBe(broken);
  expect(dropUnanswered).toHaveBeenCalled();
});
