import { pause, type Clock } from '@assay/runtime/clock';
import { clockAddress } from '@assay/solana/programs';
import { staleByClock, type ClockRule } from '@assay/solana/clock-age';
import type { NodeReader } from './node-reader.ts';
import type { ChainNode } from './node.ts';
import { nodeTimeoutMs } from './request.ts';
import type { SlotTracker } from '@assay/solana/nodes/slot-tracker';

/** Reads all nodes at intervals, so that their health and slots are known without traffic. */
export type NodePoller = {
  /**
   * Resolves when a node has answered, or after the first round that ends at least 3 seconds after the first round
   * began. Reads of a starting process can be late. Calls would fail if these nodes already counted as down.
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
 * Time after which a round ends, in milliseconds. A round compares slots of the same moment, so it waits no longer for
 * a node. A late read continues and still shows the node's health.
 */
const roundMs = 700;
/** After this time nodes without an answer count as down. */
const maxUnmeasuredMs = 3_000;

/**
 * Creates the poller. Each round reads the Clock sysvar of all nodes at the same moment, so that their slots are
 * comparable.
 * @param everyMs time from the start of one round to the start of the next.
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
        // This slot also counts as stated, because a node is believed again after it has stated an unreachable slot for
        // a minute.
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
