import type { Clock } from '@assay/service/clock';
import { clockAddress } from '@assay/solana/programs';
import { staleByClock, type ClockRule } from './clock-age.ts';
import type { NodeReader } from './node-reader.ts';
import type { ChainNode } from './node.ts';
import type { SlotTracker } from './slot-tracker.ts';

/** Reads all nodes at intervals, so that their health and slots are known without traffic. */
export type NodePoller = {
  /**
   * Resolves after the first round in which a node answered, or 3 seconds after the first round began. The reads of a process
   * that is still starting can be late, and nodes that look dead for that reason would end calls.
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
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly clockRule: ClockRule;
};

const readTimeoutMs = 700;
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
  const runRound = async (): Promise<void> => {
    startedAtMs ??= clock.monotonic();
    const shown = new Map<string, number | undefined>();
    await Promise.all(
      nodes.map(async (node) => {
        const read = await reader.accounts(node, [clockAddress], { timeoutMs: readTimeoutMs }).read;
        shown.set(node.id, read.kind === 'snapshot' ? read.snapshot.slot : undefined);
        if (read.kind === 'snapshot') {
          slots.recordClock(node.id, staleByClock(read.snapshot, clock.now(), clockRule) !== undefined);
        }
      }),
    );
    slots.recordRound(shown);
    const hasAnswer = [...shown.values()].some((slot) => slot !== undefined);
    if (hasAnswer || clock.monotonic() - startedAtMs >= maxUnmeasuredMs) {
      isMeasured = true;
      markMeasured();
    }
  };
  return {
    measured,
    isMeasured: () => isMeasured,
    tick: () => {
      if (nodes.length > 0 && clock.monotonic() >= nextAtMs) {
        nextAtMs = clock.monotonic() + everyMs;
        void runRound();
      }
    },
  };
}
