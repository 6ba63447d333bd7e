import { nodeRule } from './constants.ts';
import { pairOf, type NodeState } from './node-state.ts';

/**
 * Returns the common part of the own lag movements of two nodes, from 0 to 1; -1 while it is unknown.
 *
 * Only differences between nodes can be measured. Among three unrelated nodes, the variances of the three differences
 * show how much each node moves by itself (N-cornered hat). So the pair is compared with two other nodes that are
 * proven independent of each other. If the difference of the pair varies less than both own movements together, the
 * rest is their common part.
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
  // The own movements are computed from the differences between nodes, so they are as uncertain as the differences.
  const uncertainty = margin * median(spreads) * Math.sqrt(2 / movements);
  if (Math.min(leadsOfA, leadsOfB) - uncertainty < nodeRule.minOwnMovement * (spacing / movements)) {
    return -1;
  }
  return Math.max(0, 1 - between / (leadsOfA + leadsOfB));
}

/**
 * Returns the evidence for a shared backend from the common part of two nodes' movements, in nats.
 *
 * @param movements number of movements from which the common part was measured.
 */
export function sharedLagNats(common: number, movements: number): number {
  if (common < nodeRule.minCommon) {
    return 0;
  }
  const believed = Math.min(common, nodeRule.maxCommon);
  return -nodeRule.correlationCredit * (movements / nodeRule.movementsPerSample) * Math.log(1 - believed * believed);
}

/**
 * Returns whether a third node (`witness`) can be compared with a node: enough movements were seen, and they share no
 * backend.
 */
function bears(state: NodeState, witness: number, node: number): boolean {
  return varianceOf(state, witness, node) !== undefined && pairOf(state, witness, node).verdict !== 'shared_upstream';
}

function varianceOf(state: NodeState, a: number, b: number): number | undefined {
  const { movements, movement } = pairOf(state, a, b);
  return movements < nodeRule.minMovements ? undefined : movement / movements;
}

/** Returns the median, and the lower of the two middle values of an even number. The list must not be empty. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
