import type { Clock } from '@assay/service/clock';
import type { ChainNode } from '../onchain/nodes/node.ts';
import type { MeasuredNodes } from '../onchain/reads/plan-nodes.ts';

/** The result of reading one node. */
export type NodeRead<Value> = {
  readonly node: ChainNode;
  /** Whether the request was sent, so that it costs. */
  readonly sent: boolean;
  /** Undefined when the node gave nothing usable. */
  readonly value: Value | undefined;
};

/** All reads that ended, and two of independent nodes when there are such. */
export type PairOfReads<Read> = {
  readonly reads: readonly Read[];
  readonly pair: readonly [Read, Read] | undefined;
  /** The number of requests, those in flight included. */
  readonly requests: number;
};

const askedAtOnce = 2;

/**
 * Reads two nodes at once, and the next one when a read fails, when the nodes are not independent, or after
 * `nextNodeAfterMs`. Resolves with the first two usable reads of independent nodes, or when all nodes were read.
 * @param nodes in the order of asking.
 */
export function readTwoNodes<Value, Read extends NodeRead<Value>>(
  nodes: readonly ChainNode[],
  read: (node: ChainNode) => Promise<Read>,
  measured: MeasuredNodes,
  nextNodeAfterMs: number,
  clock: Clock,
): Promise<PairOfReads<Read>> {
  return new Promise((resolve) => {
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
      cancel = clock.after(nextNodeAfterMs, askNext);
      void read(node).then((result) => {
        if (ended) {
          return;
        }
        reads.push(result);
        const pair = independentPair(reads, measured);
        if (pair !== undefined || reads.length === nodes.length) {
          end(pair);
        } else if (reads.length === started || result.value === undefined) {
          askNext();
        }
      });
    };
    for (let count = 0; count < askedAtOnce; count += 1) {
      askNext();
    }
  });
}

function independentPair<Value, Read extends NodeRead<Value>>(
  reads: readonly Read[],
  measured: MeasuredNodes,
): readonly [Read, Read] | undefined {
  const usable = reads.filter(({ value }) => value !== undefined);
  for (const [index, a] of usable.entries()) {
    const b = usable.slice(index + 1).find(({ node }) => measured(a.node.id, node.id).verdict === 'independent');
    if (b !== undefined) {
      return [a, b];
    }
  }
  return undefined;
}
