import { NODES } from './constants.ts';
import { pairOf, type NodeState } from './node-state.ts';

/**
 * The part of two nodes' own lag movements that they have in common, from 0 to 1; -1 where it cannot be told.
 *
 * Only differences of nodes can be seen. The variances of three differences among three nodes tell how much each moves by
 * itself, when the three are unrelated (the N-cornered hat). A pair is therefore held against two others that are proven
 * independent of each other: what the pair's own difference moves less than both move by themselves, they move together.
 */
export function commonMovement(state: NodeState, one: number, other: number): number {
  const between = varianceOf(state, one, other);
  if (between === undefined) {
    return -1;
  }
  const witnesses = state.nodes
    .map((_, index) => index)
    .filter((index) => index !== one && index !== other && bears(state, index, one) && bears(state, index, other))
    .slice(0, NODES.witnessesMost);
  const oneOwn: number[] = [];
  const otherOwn: number[] = [];
  const spreads: number[] = [];
  witnesses.forEach((first, place) => {
    for (const second of witnesses.slice(place + 1)) {
      const apart = varianceOf(state, first, second);
      if (apart !== undefined && pairOf(state, first, second).verdict === 'independent') {
        const own = (node: number): number =>
          ((varianceOf(state, node, first) ?? 0) + (varianceOf(state, node, second) ?? 0) - apart) / 2;
        oneOwn.push(own(one));
        otherOwn.push(own(other));
        spreads.push(apart);
      }
    }
  });
  if (spreads.length === 0) {
    return -1;
  }
  const [ofOne, ofOther] = [median(oneOwn), median(otherOwn)];
  const { spacing, movements, verdict } = pairOf(state, one, other);
  const margin = verdict === 'shared_upstream' ? 0 : NODES.ownMovementMargin;
  // What nodes seem to move by themselves is as uncertain as the differences that it is worked out from.
  const uncertainty = margin * median(spreads) * Math.sqrt(2 / movements);
  if (Math.min(ofOne, ofOther) - uncertainty < NODES.ownMovementLeast * (spacing / movements)) {
    return -1;
  }
  return Math.max(0, 1 - between / (ofOne + ofOther));
}

/** How strongly a common part speaks for a shared backend, in nats. @param movements how many it was measured from. */
export function sharedLagNats(common: number, movements: number): number {
  if (common < NODES.commonLeast) {
    return 0;
  }
  const believed = Math.min(common, NODES.commonMost);
  return -NODES.correlationCredit * (movements / NODES.movementsPerSample) * Math.log(1 - believed * believed);
}

/** Whether a node can be held against another: enough was seen, and they are not one. */
function bears(state: NodeState, witness: number, node: number): boolean {
  return varianceOf(state, witness, node) !== undefined && pairOf(state, witness, node).verdict !== 'shared_upstream';
}

function varianceOf(state: NodeState, one: number, other: number): number | undefined {
  const { movements, movement } = pairOf(state, one, other);
  return movements < NODES.movementsLeast ? undefined : movement / movements;
}

/** The middle value, the lower of two; there must be one. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
