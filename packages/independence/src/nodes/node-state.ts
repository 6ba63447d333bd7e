import type { PairVerdict } from '../judge.ts';

/** What is remembered of one node. */
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

/** What is remembered of two nodes; the first is the one that was seen first. */
export type NodePair = {
  /** Separate times that the first was ahead of the second, and the second of the first. */
  leads: [number, number];
  /** Who was ahead at the latest look: 0 nobody, 1 the first, 2 the second. */
  ahead: 0 | 1 | 2;
  /** Looks: bursts by which both had moved on since the look before. */
  looks: number;
  /** Looks among which the leads were counted: all since they last began to move as one. */
  leadLooks: number;
  /** Looks since the last lead. */
  together: number;
  /** How often a look showed a lead before they began to move as one; 0 while they never did. */
  formerRate: number;
  /** How often they began to move as one after being apart. */
  relapses: number;
  /** The slots of both at the latest look. */
  seen: [number, number];
  /** How much later the first showed the latest slot that both have shown, in milliseconds; null before any. */
  delayMs: number | null;
  /** Changes of that delay: how many, the sum of their halved squares, and the sum of the squared times between bursts. */
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

/** What speaks for sharing and against it, in nats. */
export type PairNats = {
  /** Against being copies of one another, in the weaker direction. */
  proof: number;
  /** What is asked of that. */
  asked: number;
  /** They move as one, by their own former rate of leads. */
  together: number;
  /** Their lags move together. */
  sharedLag: number;
  /** The common part of their movements; -1 where it cannot be told. */
  common: number;
  coFailure: number;
  shared: number;
};

/** What is known of the nodes of a chain: nothing but counts, of bounded size. Changed in place by `observeBurst`. */
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

/** Where the pair of two nodes stands; `i` must be less than `j`. */
export function pairPlace(i: number, j: number): number {
  return (j * (j - 1)) / 2 + i;
}

/** The pair of two different nodes, whatever their order. */
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

/** Writes a state as text that `readNodeState` reads back to the very same state. */
export function writeNodeState(state: NodeState): string {
  return JSON.stringify(state);
}

/** Reads what `writeNodeState` wrote. Throws on anything else, and on a version that this code does not know. */
export function readNodeState(text: string): NodeState {
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null || !('nodes' in read) || !('version' in read)) {
    throw new Error('this text is no state of nodes');
  }
  if (read.version !== 1) {
    throw new Error(`a state of nodes of version ${String(read.version)} cannot be read; 1 can`);
  }
  return read as NodeState;
}
