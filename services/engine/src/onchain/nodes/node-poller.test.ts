import { expect, test } from '@jest/globals';
import { pause } from '@assay/runtime/clock';
import { chainSnapshot } from '@assay/solana/account';
import { testClock } from '../../testing/test-sources.ts';
import { createNodePoller, type NodePoller } from './node-poller.ts';
import type { NodeReader } from './node-reader.ts';
import { openChainNodes } from './node.ts';
import type { AccountsRead } from './read-accounts.ts';
import { createSlotTracker, type SlotTracker } from '@assay/solana/nodes/slot-tracker';

const everyMs = 400;

type Polled = { readonly poller: NodePoller; readonly slots: SlotTracker; readonly run: (ms: number) => Promise<void> };

const silence: AccountsRead = { kind: 'failed', outcome: 'timeout', detail: 'no answer', httpStatus: 0, sent: true };

/** Opens a poller of two nodes. Every read returns the same result, `afterMs` milliseconds after it starts. */
function pollNodes(result: AccountsRead, afterMs: number): Polled {
  const clock = testClock();
  const urls = { 'node-a': 'http://a.test', 'node-b': 'http://b.test' };
  const nodes = openChainNodes({ mode: 'sandbox', urls, budgets: {} }, clock.monotonic);
  const slots = createSlotTracker(clock.now);
  const accounts: NodeReader['accounts'] = () => ({ read: pause(afterMs, clock).then(() => result), coalesced: false });
  const poller = createNodePoller(
    nodes,
    {
      reader: { accounts } as unknown as NodeReader,
      slots,
      clock,
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
  return { poller, slots, run };
}

test('nodes that do not answer the first reads of a process count as down after three seconds, not before', async () => {
  const { poller, run } = pollNodes(silence, 0);
  await run(2_500);
  expect(poller.isMeasured()).toBe(false);
  await run(1_000);
  expect(poller.isMeasured()).toBe(true);
});

test('nodes that answer late are slow and not silent, and the process counts as measured with their first answers', async () => {
  const { poller, slots, run } = pollNodes({ kind: 'snapshot', snapshot: chainSnapshot(50, []) }, 1_200);
  await run(5_000);
  expect(poller.isMeasured()).toBe(true);
  expect(slots.isSilent('node-a')).toBe(false);
});

test('nodes whose reads end without an answer are silent', async () => {
  const { slots, run } = pollNodes(silence, 1_200);
  await run(1_000);
  expect(slots.isSilent('node-a')).toBe(false);
  await run(1_000);
  expect(slots.isSilent('node-a')).toBe(true);
});
