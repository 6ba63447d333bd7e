import { expect, test } from '@jest/globals';
import { testClock } from '../../testing/test-sources.ts';
import { createNodePoller, type NodePoller } from './node-poller.ts';
import type { NodeReader } from './node-reader.ts';
import { openChainNodes } from './node.ts';
import { createSlotTracker } from './slot-tracker.ts';

const everyMs = 400;

/** Opens a poller of two nodes that answer no read. */
function pollSilentNodes(): { readonly poller: NodePoller; readonly run: (ms: number) => Promise<void> } {
  const clock = testClock();
  const urls = { 'node-a': 'http://a.test', 'node-b': 'http://b.test' };
  const nodes = openChainNodes({ mode: 'sandbox', urls, budgets: {} }, clock.now);
  const accounts: NodeReader['accounts'] = () => ({
    read: Promise.resolve({ kind: 'failed', outcome: 'timeout', detail: 'no answer', httpStatus: 0, sent: true }),
    coalesced: false,
  });
  const poller = createNodePoller(
    nodes,
    {
      reader: { accounts } as unknown as NodeReader,
      slots: createSlotTracker(clock.now),
      clock: { now: clock.now, monotonic: clock.now },
      clockRule: { maxAgeMs: 30_000, allowsFixedClock: true },
    },
    everyMs,
  );
  const run = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      poller.tick();
      await clock.advance(100);
    }
  };
  return { poller, run };
}

test('nodes that do not answer the first reads of a process count as down after three seconds, not before', async () => {
  const { poller, run } = pollSilentNodes();
  await run(2_500);
  expect(poller.isMeasured()).toBe(false);
  await run(1_000);
  expect(poller.isMeasured()).toBe(true);
});
