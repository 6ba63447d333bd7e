import type { MeasuredPair } from '../../verification/measured-pair.ts';
import { slotsThatKeepUp, type Slots } from '../nodes/slot-tracker.ts';
import type { ChainNode } from '../nodes/node.ts';

/** What was measured about two nodes, by their names. */
export type MeasuredNodes = (one: string, other: string) => MeasuredPair;

/** Which nodes a call reads, in order, and how many good reads it begins with. */
export type NodePlan = { readonly nodes: readonly ChainNode[]; readonly wanted: number };

/**
 * The nodes in the order in which they are asked: healthy first, then those that keep up with the others, then the
 * quickest. The first pair that is measured to be independent is put in front; where there is none, a second node is asked
 * all the same: it cannot confirm, but a contradiction counts whoever makes it.
 */
export function planNodes(nodes: readonly ChainNode[], slots: Slots, measured: MeasuredNodes): NodePlan {
  const tierOf = (node: ChainNode): number => {
    const state = node.breaker.state();
    if (state === 'open' || state === 'half_open') {
      return 4;
    }
    if (!node.budget.canTake()) {
      return 3;
    }
    return slots.behind(node.id) > slotsThatKeepUp ? 2 : state === 'suspect' ? 1 : 0;
  };
  const ranked = nodes
    .map((node) => ({ node, tier: tierOf(node), latency: node.latency.typicalMs() }))
    .toSorted(
      (one, other) => one.tier - other.tier || one.latency - other.latency || (one.node.id < other.node.id ? -1 : 1),
    );
  const pair = firstPair(ranked, measured);
  const ordered = ranked.map(({ node }) => node);
  const chosen = pair ?? ordered.slice(0, 2);
  return { nodes: [...chosen, ...ordered.filter((node) => !chosen.includes(node))], wanted: Math.min(2, nodes.length) };
}

const lastUsableTier = 1;

function firstPair(
  ranked: readonly { readonly node: ChainNode; readonly tier: number }[],
  measured: MeasuredNodes,
): readonly [ChainNode, ChainNode] | undefined {
  const usable = ranked.filter(({ tier }) => tier <= lastUsableTier).map(({ node }) => node);
  for (const [place, one] of usable.entries()) {
    const other = usable.slice(place + 1).find(({ id }) => measured(one.id, id).verdict === 'independent');
    if (other !== undefined) {
      return [one, other];
    }
  }
  return undefined;
}
