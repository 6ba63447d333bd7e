import type { Clock } from '@assay/runtime/clock';
import { guarded } from '@assay/runtime/guarded';
import type { ChainNode } from '../onchain/nodes/node.ts';
import type { MeasuredNodes } from '../onchain/reads/plan-nodes.ts';

/** The result of reading one node. */
export type NodeRead<Value> = {
  readonly node: ChainNode;
  /** Whether a request was sent. A read without a request costs nothing. */
  readonly sent: boolean;
  /** The value that the node returned. Undefined when the node returned nothing usable. */
  readonly value: Value | undefined;
};

/** All reads that ended, and two usable reads of independent nodes, if there are two. */
export type PairOfReads<Read> = {
  readonly reads: readonly Read[];
  readonly pair: readonly [Read, Read] | undefined;
  /** The number of requests that were sent, including requests in flight. */
  readonly requests: number;
};

const askedAtOnce = 2;

/**
 * Reads two nodes in parallel. Reads the next node if a read fails, if the nodes are not independent, if their values
 * differ widely, or after `nextNodeAfterMs`. Resolves with two usable reads of independent nodes that do not differ
 * widely. If all nodes were read, or if the next node is slow too, resolves with the two that differ least.
 * @param nodes the nodes in the order of asking.
 * @param difference returns how far two reads differ. Reads differ widely if this is above `maxDifference`.
 */
export function readTwoNodes<Value, Read extends NodeRead<Value>>(
  nodes: readonly ChainNode[],
  read: (node: ChainNode) => Promise<Read>,
  measured: MeasuredNodes,
  nextNodeAfterMs: number,
  clock: Clock,
  difference: (a: Read, b: Read) => number,
  maxDifference: number,
): Promise<PairOfReads<Read>> {
  return new Promise((resolve, reject) => {
    const reads: Read[] = [];
    let started = 0;
    let cancel: () => void = () => undefined;
    let ended = false;
    const end = (pair: readonly [Read, Read] | undefined): void => {
      ended = true;
      cancel();
      const unsent = reads.filter(({ sent }) => !sent).length;
      resolve({ reads, pair, requests: started - unsent });
    };
    const askNext = (): void => {
      cancel();
      const node = nodes[started];
      if (node === undefined || ended) {
        return;
      }
      started += 1;
      cancel = clock.after(nextNodeAfterMs, guarded(askNext, reject));
      const onRead = (result: Read): void => {
        if (ended) {
          return;
        }
        reads.push(result);
        const pair = closestPair(reads, measured, difference);
        const isWide = pair !== undefined && difference(...pair) > maxDifference;
        if ((pair !== undefined && !isWide) || reads.length === nodes.length) {
          end(pair);
        } else if (isWide) {
          askNext();
          // There are two usable reads already, so the answer waits only a short time for a better one.
          cancel();
          cancel = clock.after(nextNodeAfterMs, () => end(pair));
        } else if (reads.length === started || result.value === undefined) {
          askNext();
        }
      };
      read(node).then(onRead).catch(reject);
    };
    for (let count = 0; count < askedAtOnce; count += 1) {
      askNext();
    }
  });
}

/** Returns, among the usable reads of independent nodes, the two that differ least. */
function closestPair<Value, Read extends NodeRead<Value>>(
  reads: readonly Read[],
  measured: MeasuredNodes,
  difference: (a: Read, b: Read) => number,
): readonly [Read, Read] | undefined {
  const usable = reads.filter(({ value }) => value !== undefined);
  const pairs = usable.flatMap((a, index) =>
    usable
      .slice(index + 1)
      .filter(({ node }) => measured(a.node.id, node.id).verdict === 'independent')
      .map((b) => [a, b] as const),
  );
  return pairs.toSorted((first, second) => difference(...first) - difference(...second))[0];
}
