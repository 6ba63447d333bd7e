import { nodeRule } from './constants.ts';
import { pairOf, type NodeState } from './node-state.ts';

/**
 * Returns the common part of two nodes' own lag movements, from 0 to 1; -1 while it is unknown.
 *
 * Only differences of nodes are visible. The variances of the three differences among three unrelated nodes tell how
 * much each moves by itself (N-cornered hat). So the pair is compared with two nodes that are proven independent of
 * each other. The two move together by as much as their own difference moves less.
 */
export function commonMovement(state: NodeState, a: number, b: number): number {
  const between = varianceOf(state, a, b);
  if (between === undefined) {
    return -1;
  }
  const witnesses = state.nodes
    .map((_, index) => index)
    .filter((index) => index !== a && index !== b && bears(state, index, a) && bears(state, index, b))
    .slice(0, nodeRule.maxWitnesses);
  const ownOfA: number[] = [];
  const ownOfB: number[] = [];
  const spreads: number[] = [];
  witnesses.forEach((first, place) => {
    for (const second of witnesses.slice(place + 1)) {
      const apart = varianceOf(state, first, second);
      if (apart !== undefined && pairOf(state, first, second).verdict === 'independent') {
        const own = (node: number): number =>
          ((varianceOf(state, node, first) ?? 0) + (varianceOf(state, node, second) ?? 0) - apart) / 2;
        ownOfA.push(own(a));
        ownOfB.push(own(b));
        spreads.push(apart);
      }
    }
  });
  if (spreads.length === 0) {
    return -1;
  }
  const [leadsOfA, leadsOfB] = [median(ownOfA), median(ownOfB)];
  const { spacing, movements, verdict } = pairOf(state, a, b);
  const margin = verdict === 'shared_upstream' ? 0 : nodeRule.ownMovementMargin;
  // Own movements are as uncertain as the differences that they follow from.
  const uncertainty = margin * median(spreads) * Math.sqrt(2 / movements);
  if (Math.min(leadsOfA, leadsOfB) - uncertainty < nodeRule.minOwnMovement * (spacing / movements)) {
    return -1;
  }
  return Math.max(0, 1 - between / (leadsOfA + leadsOfB));
}

/**
 * Returns how strongly a common part speaks for a shared backend, in nats. @param movements how many it was measured
 * from.
 */
export function sharedLagNats(common: number, movements: number): number {
  if (common < nodeRule.minCommon) {
    return 0;
  }
  const believed = Math.min(common, nodeRule.maxCommon);
  return -nodeRule.correlationCredit * (movements / nodeRule.movementsPerSample) * Math.log(1 - believed * believed);
}

/** Returns whether a node can serve as a comparison: enough was seen, and the two are not one. */
function bears(state: NodeState, witness: number, node: number): boolean {
  return varianceOf(state, witness, node) !== undefined && pairOf(state, witness, node).verdict !== 'shared_upstream';
}

function varianceOf(state: NodeState, a: number, b: number): number | undefined {
  const { movements, movement } = pairOf(state, a, b);
  return movements < nodeRule.minMovements ? undefined : movement / movements;
}

/** Returns the middle value, the lower of two. There must be one. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
