import type { PairVerdict } from '@assay/catalog/outcomes';

/** What the measurement stores about one node. */
export type NodeTrack = {
  readonly name: string;
  /** The slot of its latest answer; -1 before the first answer. */
  slot: number;
  /** Number of bursts that it answered. */
  answers: number;
  /** Number of bursts in which its answer had an older slot than its answer before. */
  stepsBack: number;
  failing: boolean;
  /** Whether it answered in the latest burst. */
  present: boolean;
  /** Its latest slots, oldest first, each with the time of the burst that first showed it. */
  readonly showings: [slot: number, atMs: number][];
};

/**
 * What the measurement stores about one pair of nodes. The first node of the pair is the one that was added to the
 * state earlier. README.md defines burst, lead and look.
 */
export type NodePair = {
  /** Number of leads of the first node, and of the second node. A lead over several bursts in a row counts once. */
  leads: [number, number];
  /** The node that led last: 1 for the first, 2 for the second. 0 after a look at which neither node led. */
  ahead: 0 | 1 | 2;
  /** Number of looks: bursts in which both nodes answered with a newer slot than at the look before. */
  looks: number;
  /** Number of looks to which `leads` refers. Both are set to 0 when the two nodes begin to move as one. */
  leadLooks: number;
  /** Number of looks at which neither node led, since the latest lead. */
  together: number;
  /** Number of leads per look before the two nodes last began to move as one; 0 if they never did. */
  formerRate: number;
  /** How often the two began to move as one after they had led each other. Old counts fade. */
  relapses: number;
  /** The slots of both nodes at the latest look. */
  seen: [number, number];
  /**
   * How much later the first node showed the latest slot that both have shown, in milliseconds. Null before there is
   * such a slot.
   */
  delayMs: number | null;
  /** Number of movements so far. A movement is the difference between two consecutive values of `delayMs`. */
  movements: number;
  /** Half the sum of the squares of all movements. */
  movement: number;
  /** Sum of the squares of the times between the two bursts of each movement. */
  spacing: number;
  /**
   * Number of bursts in which both nodes began to fail. `failuresAlone` is the number of bursts in which only one of
   * them began to fail.
   */
  failuresTogether: number;
  failuresAlone: number;
  verdict: PairVerdict;
  /** When the verdict began, in milliseconds since the Unix epoch; 0 before the pair was first judged. */
  sinceMs: number;
  /** The evidence at the latest judgement, by kind. */
  evidence: PairNats;
};

/** Evidence for and against a shared backend, in nats. */
export type PairNats = {
  /** Evidence that neither node copies the other: the smaller of the evidence of the two directions. */
  proof: number;
  /** The value of `proof` from which the two nodes are independent. */
  asked: number;
  /** Evidence that the two move as one, from the time since the latest lead and their earlier rate of leads. */
  together: number;
  /** Evidence that the lags of the two change together. */
  sharedLag: number;
  /** The common part (0 to 1) of their movements; -1 while it is unknown. */
  common: number;
  coFailure: number;
  shared: number;
};

/** The state of all nodes of a chain, with counts of bounded size. `observeBurst` changes it in place. */
export type NodeState = {
  readonly version: 1;
  readonly nodes: NodeTrack[];
  /** All pairs. The pair of the nodes i < j is at `pairPlace(i, j)`. */
  readonly pairs: NodePair[];
  bursts: number;
  /** When the latest burst was sent, in milliseconds since the Unix epoch; 0 before the first burst. */
  atMs: number;
};

/** Creates a state without nodes. */
export function createNodeState(): NodeState {
  return { version: 1, nodes: [], pairs: [], bursts: 0, atMs: 0 };
}

/** Returns the index of the pair of two nodes; `i` must be less than `j`. */
export function pairPlace(i: number, j: number): number {
  return (j * (j - 1)) / 2 + i;
}

/** Returns the pair of two different nodes, in either order. Throws a RangeError when there is no such pair. */
export function pairOf(state: NodeState, a: number, b: number): NodePair {
  const pair = state.pairs[a < b ? pairPlace(a, b) : pairPlace(b, a)];
  if (pair === undefined) {
    throw new RangeError(`there is no pair of the nodes ${a} and ${b}`);
  }
  return pair;
}

/**
 * Adds a node and its pairs with all other nodes.
 *
 * @returns the index of the node, or -1 when there is no room.
 */
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
