import { clockAddress } from '@assay/solana/programs';
import type { ChainNode } from './node.ts';
import type { NodeReader } from './node-reader.ts';
import type { Slots } from './slot-tracker.ts';

/** Keeps what is known of the nodes' health and of where they stand fresh, without traffic. */
export type NodeWatch = {
  /** Resolves when every node was asked once since the start. */
  readonly measured: Promise<void>;
  readonly isMeasured: () => boolean;
  /** Asks all nodes at once when that is due. Called several times a second. */
  readonly tick: () => void;
};

const readWithinMs = 700;

/**
 * Reads the chain's clock of all nodes at the same moment, so that what differs is how far each has come.
 * @param everyMs from the start of one round to the next.
 */
export function createNodeWatch(
  nodes: readonly ChainNode[],
  { reader, slots, now }: { readonly reader: NodeReader; readonly slots: Slots; readonly now: () => number },
  everyMs: number,
): NodeWatch {
  let nextAtMs = 0;
  let isMeasured = nodes.length === 0;
  let markMeasured: () => void = () => undefined;
  const measured = isMeasured ? Promise.resolve() : new Promise<void>((resolve) => (markMeasured = resolve));
  const round = async (): Promise<void> => {
    const seen = new Map<string, number | undefined>();
    await Promise.all(
      nodes.map(async (node) => {
        const read = await reader.accounts(node, [clockAddress], { timeoutMs: readWithinMs }).read;
        seen.set(node.id, read.kind === 'snapshot' ? read.snapshot.slot : undefined);
      }),
    );
    slots.sawTogether(seen);
    isMeasured = true;
    markMeasured();
  };
  return {
    measured,
    isMeasured: () => isMeasured,
    tick: () => {
      if (nodes.length > 0 && now() >= nextAtMs) {
        nextAtMs = now() + everyMs;
        void round();
      }
    },
  };
}
