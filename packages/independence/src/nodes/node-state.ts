import type { PairVerdict } from '@assay/catalog/outcomes';

/** The memory of one node. */
export type NodeTrack = {
  readonly name: string;
  /** The slot of its latest answer; -1 before any. */
  slot: number;
  /** Bursts that it answered. */
  answers: number;
  /** Bursts in which it showed an older slot than it had shown before. */
  stepsBack: number;
  failing: boolean;
  /** Whether it answered the latest burst. */
  present: boolean;
  /** Its latest slots, oldest first, each with the time of the burst that first showed it. */
  readonly showings: [slot: number, atMs: number][];
};

/** The memory of two nodes. The first is the one that was seen first. */
export type NodePair = {
  /** Separate leads of the first node, and of the second. */
  leads: [number, number];
  /** The node ahead at the latest look: 0 neither, 1 the first, 2 the second. */
  ahead: 0 | 1 | 2;
  /** Looks: bursts after which both nodes had moved on. */
  looks: number;
  /** Looks in which leads were counted, since the two last began to move as one. */
  leadLooks: number;
  /** Looks since the last lead. */
  together: number;
  /** Rate of leads before the two began to move as one; 0 while they never did. */
  formerRate: number;
  /** How often the two began to move as one after leads. */
  relapses: number;
  /** The slots of both at the latest look. */
  seen: [number, number];
  /** Delay of the first node for the latest slot that both have shown, in milliseconds; null before any. */
  delayMs: number | null;
  /** Changes of that delay: their number, the sum of halved squares, and the sum of squared times between bursts. */
  movements: number;
  movement: number;
  spacing: number;
  /** Failures that began together, and alone. */
  failuresTogether: number;
  failuresAlone: number;
  verdict: PairVerdict;
  /** Milliseconds since 1970; 0 before the first look. */
  sinceMs: number;
  /** Evidence for sharing as of the latest judgement, by kind. */
  evidence: PairNats;
};

/** Evidence for and against sharing, in nats. */
export type PairNats = {
  /** Evidence against copying, in the weaker direction. */
  proof: number;
  /** Evidence that a proof needs. */
  asked: number;
  /** Evidence that the two move as one, by their own former rate of leads. */
  together: number;
  /** Evidence that their lags move together. */
  sharedLag: number;
  /** The common part of their movements; -1 while it is unknown. */
  common: number;
  coFailure: number;
  shared: number;
};

/** The state of all nodes of a chain: counts of bounded size. `observeBurst` changes it in place. */
export type NodeState = {
  readonly version: 1;
  readonly nodes: NodeTrack[];
  /** All pairs, the pair of nodes i < j at `pairPlace(i, j)`. */
  readonly pairs: NodePair[];
  bursts: number;
  /** When the latest burst was, in milliseconds since 1970; 0 before any. */
  atMs: number;
};

/** Creates a state that knows no node. */
export function createNodeState(): NodeState {
  return { version: 1, nodes: [], pairs: [], bursts: 0, atMs: 0 };
}

/** Returns the place of the pair of two nodes; `i` must be less than `j`. */
export function pairPlace(i: number, j: number): number {
  return (j * (j - 1)) / 2 + i;
}

/** Returns the pair of two different nodes, in any order. Throws a RangeError when there is none. */
export function pairOf(state: NodeState, a: number, b: number): NodePair {
  const pair = state.pairs[a < b ? pairPlace(a, b) : pairPlace(b, a)];
  if (pair === undefined) {
    throw new RangeError(`there is no pair of the nodes ${a} and ${b}`);
  }
  return pair;
}

/** Adds a node with its pairs. @returns its place, or -1 when there is no room. */
export function addNode(state: NodeState, name: string, maxNodes: number): number {
  if (state.nodes.length >= maxNodes) {
    return -1;
  }
  for (let b = 0; b < state.nodes.length; b += 1) {
    state.pairs.push(newPair());
  }
  return (
    state.nodes.push({ name, slot: -1, answers: 0, stepsBack: 0, failing: false, present: false, showings: [] }) - 1
  );
}

function newPair(): NodePair {
  return {
    leads: [0, 0],
    ahead: 0,
    looks: 0,
    leadLooks: 0,
    together: 0,
    formerRate: 0,
    relapses: 0,
    seen: [-1, -1],
    delayMs: null,
    movements: 0,
    movement: 0,
    spacing: 0,
    failuresTogether: 0,
    failuresAlone: 0,
    verdict: 'unknown',
    sinceMs: 0,
    evidence: { proof: 0, asked: 0, together: 0, sharedLag: 0, common: -1, coFailure: 0, shared: 0 },
  };
}
