import { pause, type Clock } from '@assay/runtime/clock';
import { clockAddress } from '@assay/solana/programs';
import { staleByClock, type ClockRule } from '@assay/solana/clock-age';
import type { NodeReader } from './node-reader.ts';
import type { ChainNode } from './node.ts';
import { nodeTimeoutMs } from './request.ts';
import type { SlotTracker } from '@assay/solana/nodes/slot-tracker';

/** Reads all nodes at intervals, so that their health and their slots are known even when no caller asks. */
export type NodePoller = {
  /**
   * Resolves when a node has answered. If none answers, it resolves after the first round that ends at least 3 seconds
   * after the start. A starting process may get its first answers late. If its nodes counted as down until then, calls
   * would fail.
   */
  readonly measured: Promise<void>;
  readonly isMeasured: () => boolean;
  /** Starts a round when one is due. Call it several times a second. */
  readonly tick: () => void;
};

/** The dependencies of the poller. */
export type NodePollerPorts = {
  readonly reader: NodeReader;
  readonly slots: SlotTracker;
  readonly clock: Clock;
  readonly clockRule: ClockRule;
};

/**
 * Milliseconds after which a round ends. A round compares slots of the same time, so a later answer is not part of it.
 * The late read continues, and its result still updates the node's health.
 */
const roundMs = 700;
/** Milliseconds after the start from which nodes without an answer count as down. */
const maxUnmeasuredMs = 3_000;

/**
 * Creates the poller. Each round reads the Clock sysvar of all nodes at the same time, so that their slots are
 * comparable.
 * @param everyMs milliseconds from the start of one round to the start of the next.
 */
export function createNodePoller(
  nodes: readonly ChainNode[],
  { reader, slots, clock, clockRule }: NodePollerPorts,
  everyMs: number,
): NodePoller {
  let nextAtMs = 0;
  let startedAtMs: number | undefined;
  let isMeasured = nodes.length === 0;
  let markMeasured: () => void = () => undefined;
  const measured = isMeasured ? Promise.resolve() : new Promise<void>((resolve) => (markMeasured = resolve));
  const endMeasuring = (): void => {
    isMeasured = true;
    markMeasured();
  };
  const runRound = async (): Promise<void> => {
    startedAtMs ??= clock.monotonic();
    const shown = new Map<string, number>();
    const reads = nodes.map(async (node) => {
      const read = await reader.accounts(node, [clockAddress], { timeoutMs: nodeTimeoutMs }).read;
      slots.recordPoll(node.id, read.kind === 'snapshot');
      if (read.kind === 'snapshot') {
        endMeasuring();
        shown.set(node.id, read.snapshot.slot);
        slots.recordClock(node.id, staleByClock(read.snapshot, clock.now(), clockRule) !== undefined);
      } else if (read.unreachableSlot !== undefined) {
        // The round records the slot that the node stated, even though the chain cannot have reached it. If the node
        // states such slots for a minute, the engine accepts them again, because its own estimate may be wrong.
        shown.set(node.id, read.unreachableSlot);
      }
    });
    await Promise.race([Promise.all(reads), pause(roundMs, clock)]);
    slots.recordRound(new Map(shown));
    if (clock.monotonic() - startedAtMs >= maxUnmeasuredMs) {
      endMeasuring();
    }
  };
  return {
    measured,
    isMeasured: () => isMeasured,
    tick: () => {
      if (nodes.length > 0 && clock.monotonic() >= nextAtMs) {
        nextAtMs = clock.monotonic() + everyMs;
        void runRound().catch((error: unknown) => reader.onUnexpected('round of the nodes', error));
      }
    },
  };
}
