import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { ChainNode } from '../nodes/node.ts';
import { maxSlotsBehind, type SlotTracker } from '@assay/solana/nodes/slot-tracker';

/** Returns the measured verdict on two nodes, by the nodes' ids. */
export type MeasuredNodes = (a: string, b: string) => MeasuredPair;

/** The nodes of a call in the order of asking, and the number of good reads with which the call starts. */
export type NodePlan = { readonly nodes: readonly ChainNode[]; readonly wanted: number };

/**
 * Orders the nodes of a call: healthy nodes first, among them those that are not behind, and among these the fast ones.
 * Then the first two nodes that are measured to be independent move to the front.
 *
 * Without two such nodes, the call still reads two. The second node cannot confirm the first one, but it can contradict
 * it.
 */
export function planNodes(nodes: readonly ChainNode[], slots: SlotTracker, measured: MeasuredNodes): NodePlan {
  const tierOf = (node: ChainNode): number => {
    const state = node.breaker.state();
    if (state === 'open' || state === 'half_open') {
      return 4;
    }
    if (!node.budget.canTake()) {
      return 3;
    }
    return slots.slotsBehind(node.id) > maxSlotsBehind ? 2 : state === 'suspect' ? 1 : 0;
  };
  const ranked = nodes
    .map((node) => ({ node, tier: tierOf(node), latency: node.latency.typicalMs() }))
    .toSorted((a, b) => a.tier - b.tier || a.latency - b.latency || (a.node.id < b.node.id ? -1 : 1));
  const ordered = ranked.map(({ node }) => node);
  const chosen = firstPair(ranked, measured) ?? ordered.slice(0, 2);
  return { nodes: [...chosen, ...ordered.filter((node) => !chosen.includes(node))], wanted: Math.min(2, nodes.length) };
}

const lastUsableTier = 1;

function firstPair(
  ranked: readonly { readonly node: ChainNode; readonly tier: number }[],
  measured: MeasuredNodes,
): readonly [ChainNode, ChainNode] | undefined {
  const usable = ranked.filter(({ tier }) => tier <= lastUsableTier).map(({ node }) => node);
  for (const [index, a] of usable.entries()) {
    const b = usable.slice(index + 1).find(({ id }) => measured(a.id, id).verdict === 'independent');
    if (b !== undefined) {
      return [a, b];
    }
  }
  return undefined;
}
