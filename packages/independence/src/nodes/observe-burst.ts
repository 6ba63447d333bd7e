import { nodeRule } from './constants.ts';
import { judgeNodes } from './judge-nodes.ts';
import { addNode, pairOf, type NodePair, type NodeState, type NodeTrack } from './node-state.ts';

/**
 * The answer of one node in one round. `askedMs` and `answeredMs` are times of our own clock. A node that did not
 * answer in time has no entry, since lateness proves nothing.
 */
export type NodeAnswer =
  | { readonly node: string; readonly slot: number; readonly askedMs: number; readonly answeredMs: number }
  | { readonly node: string; readonly failed: true; readonly askedMs: number };

/** The answer of a node that did not fail. */
type SlotAnswer = Extract<NodeAnswer, { readonly slot: number }>;

/**
 * One or more rounds in immediate succession. A round asks each node once for its newest slot, and sends all requests
 * at the same time. All answers of a round arrive before the next round is sent. The proof of independence uses only
 * the order of our own requests and answers, and no clock of a node. Within a round, the order of two nodes is known if
 * one node answered clearly before the other was asked.
 */
export type Burst = {
  /** When the burst was sent, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  readonly rounds: readonly (readonly NodeAnswer[])[];
};

/**
 * The result of a burst for a pair of nodes that both answered. `ahead` says which nodes led: 0 for neither, 1 for the
 * first, 2 for the second, 3 for both. `slots` has the answers in the last round that both answered.
 */
type Look = {
  readonly ahead: number;
  readonly nodes: readonly [number, number];
  readonly slots: readonly [number, number];
};

/**
 * Learns from one burst and judges all pairs again. The same bursts in the same order lead to the same state.
 *
 * A node leads when it answers with a slot before the other node is asked, and the other node then answers with an
 * older slot. A copy cannot lead its source in this way, whatever network, cache or delay lies between them. So leads
 * in one direction exclude that the leader copies the other node.
 */
export function observeBurst(state: NodeState, burst: Burst): void {
  const spacingMs = burst.atMs - state.atMs;
  state.bursts += 1;
  state.atMs = burst.atMs;
  const failed = new Set<number>();
  const steppedBack = new Set<number>();
  const looks = new Map<NodePair, Look>();
  state.nodes.forEach((node) => (node.present = false));
  for (const round of burst.rounds) {
    const slots = slotsOfRound(state, round, failed);
    for (const [index, { slot }] of slots) {
      if (slot < trackOf(state, index).slot) {
        steppedBack.add(index);
      }
    }
    lookAtPairs(state, slots, looks);
    for (const [index, { slot }] of slots) {
      const node = trackOf(state, index);
      node.slot = slot;
      node.present = true;
    }
  }
  state.nodes.forEach((node, index) => countAnswer(node, steppedBack.has(index), burst.atMs));
  for (const [pair, look] of looks) {
    const movedOn = learnLook(pair, look);
    if (movedOn && spacingMs > 0 && spacingMs <= nodeRule.maxSpacingMs) {
      learnMovement(pair, delayOf(state, look), spacingMs);
    }
    fade(pair);
  }
  learnFailures(state, failed);
  judgeNodes(state);
}

function trackOf(state: NodeState, index: number): NodeTrack {
  return state.nodes[index] as NodeTrack;
}

function slotsOfRound(state: NodeState, round: readonly NodeAnswer[], failed: Set<number>): [number, SlotAnswer][] {
  return round.flatMap((answer): [number, SlotAnswer][] => {
    const known = state.nodes.findIndex(({ name }) => name === answer.node);
    const index = known === -1 ? addNode(state, answer.node, nodeRule.maxNodes) : known;
    if (index === -1) {
      return [];
    }
    if ('failed' in answer) {
      failed.add(index);
      return [];
    }
    return [[index, answer]];
  });
}

/**
 * Returns whether the first node led: it answered with a slot before the second node was asked, and the second node
 * then answered with an older slot.
 */
function isAhead(before: NodeTrack, first: SlotAnswer, second: SlotAnswer): boolean {
  const isBefore = second.askedMs - first.answeredMs >= nodeRule.clearlyBeforeMs;
  return before.slot > second.slot || (isBefore && first.slot > second.slot);
}

function lookAtPairs(state: NodeState, slots: readonly [number, SlotAnswer][], looks: Map<NodePair, Look>): void {
  for (const [a, ofA] of slots) {
    for (const [b, ofB] of slots) {
      if (a < b) {
        const pair = pairOf(state, a, b);
        const ahead = (isAhead(trackOf(state, a), ofA, ofB) ? 1 : 0) | (isAhead(trackOf(state, b), ofB, ofA) ? 2 : 0);
        looks.set(pair, {
          ahead: (looks.get(pair)?.ahead ?? 0) | ahead,
          nodes: [a, b],
          slots: [ofA.slot, ofB.slot],
        });
      }
    }
  }
}

function countAnswer(node: NodeTrack, steppedBack: boolean, atMs: number): void {
  if (!node.present) {
    return;
  }
  node.answers += 1;
  node.stepsBack += steppedBack ? 1 : 0;
  if (node.answers >= 2 * nodeRule.memoryLooks) {
    node.answers /= 2;
    node.stepsBack /= 2;
  }
  if (node.slot > (node.showings.at(-1)?.[0] ?? -1)) {
    node.showings.push([node.slot, atMs]);
    if (node.showings.length > nodeRule.maxShowings) {
      node.showings.shift();
    }
  }
}

/**
 * Adds the result of a burst to the counts of a pair.
 *
 * @returns whether the burst is a look: both nodes show a newer slot than at the look before.
 */
function learnLook(pair: NodePair, { ahead, slots }: Look): boolean {
  const movedOn = slots[0] > pair.seen[0] && slots[1] > pair.seen[1];
  if (movedOn) {
    pair.looks += 1;
    pair.leadLooks += 1;
    pair.seen = [slots[0], slots[1]];
  }
  if (ahead === 1 || ahead === 2) {
    // A node that keeps the lead counts once. It counts again after a look at which it did not lead.
    if (pair.ahead !== ahead) {
      pair.leads[ahead - 1] = (pair.leads[ahead - 1] ?? 0) + 1;
    }
    pair.ahead = ahead;
    pair.together = 0;
  } else if (ahead === 0 && movedOn) {
    pair.ahead = 0;
    pair.together += 1;
  }
  return movedOn;
}

/**
 * Returns how much later the first node showed the latest slot that both have shown, in milliseconds. Undefined when
 * the stored slots do not reach back that far.
 */
function delayOf(state: NodeState, { nodes, slots }: Look): number | undefined {
  const slot = Math.min(...slots);
  const [first, second] = nodes.map((index) => {
    const { showings } = trackOf(state, index);
    return (showings[0]?.[0] ?? slot) >= slot ? undefined : showings.find(([shown]) => shown >= slot)?.[1];
  });
  return first === undefined || second === undefined ? undefined : first - second;
}

function learnMovement(pair: NodePair, delayMs: number | undefined, spacingMs: number): void {
  if (delayMs === undefined) {
    return;
  }
  if (pair.delayMs !== null) {
    const moved = Math.min(Math.abs(delayMs - pair.delayMs), nodeRule.maxMovementMs);
    pair.movements += 1;
    pair.movement += (moved * moved) / 2;
    pair.spacing += spacingMs * spacingMs;
  }
  pair.delayMs = delayMs;
}

/** Halves old counts, so that changes become visible. */
function fade(pair: NodePair): void {
  if (pair.looks >= nodeRule.memoryLooks) {
    pair.looks /= 2;
    pair.leadLooks /= 2;
    pair.leads = [pair.leads[0] / 2, pair.leads[1] / 2];
    pair.relapses /= 2;
  }
  if (pair.movements >= nodeRule.memoryLooks) {
    pair.movements /= 2;
    pair.movement /= 2;
    pair.spacing /= 2;
  }
}

/** Counts failures when they begin. So nodes that fail together for hours count as one common failure. */
function learnFailures(state: NodeState, failed: ReadonlySet<number>): void {
  const begun = [...failed].filter((index) => !trackOf(state, index).failing);
  const ownOutage = state.nodes.length > 2 && begun.length > state.nodes.length * nodeRule.ownOutageShare;
  state.nodes.forEach((node, index) => (node.failing = failed.has(index) || (node.failing && !node.present)));
  if (begun.length === 0 || ownOutage) {
    return;
  }
  for (let b = 1; b < state.nodes.length; b += 1) {
    for (let a = 0; a < b; a += 1) {
      const beginning = (begun.includes(a) ? 1 : 0) + (begun.includes(b) ? 1 : 0);
      const pair = pairOf(state, a, b);
      pair.failuresTogether += beginning === 2 ? 1 : 0;
      pair.failuresAlone += beginning === 1 ? 1 : 0;
    }
  }
}
