import type { Reading } from './change-detector.ts';

/** Asks one node for accounts by their addresses, 100 at most, within a time of its own. Rejects when it cannot say. */
export type ReadNode = (addresses: readonly string[]) => Promise<Reading>;

/** A node that can be read. */
export type Node = { readonly name: string; readonly read: ReadNode };

/** The nodes as one: the first healthy one is asked. */
export type Nodes = {
  /** Reads by the first healthy node, and by the next when it fails. Rejects when none of them answered. */
  readonly read: ReadNode;
  /** The node that the next reading asks first. */
  readonly preferred: () => Node | undefined;
};

/** What choosing needs. */
export type NodeParts = {
  /** In the order of preference. */
  readonly nodes: readonly Node[];
  /** A clock that only runs forward, in milliseconds. */
  readonly now: () => number;
  readonly called: (call: { readonly node: string; readonly outcome: 'ok' | 'behind' | 'failed' }) => void;
  /** Told when a node is left for another, with what it did. */
  readonly left: (node: string, reason: unknown) => void;
};

const avoidForMs = 10_000;
/** A minute: a node so far behind another one's slot, or at the same slot for so long, has lost touch with the chain. */
const mostSlotsBehind = 150n;
const stuckAfterMs = 60_000;

type State = { readonly node: Node; avoidUntil: number; slot: bigint; advancedAt: number };

/** Joins nodes. One that fails or has lost touch with the chain is avoided for ten seconds, as long as there is another. */
export function createNodes(parts: NodeParts): Nodes {
  const states = parts.nodes.map((node): State => ({ node, avoidUntil: 0, slot: -1n, advancedAt: parts.now() }));
  let tip = 0n;
  const inOrder = (): State[] => {
    const now = parts.now();
    const healthy = states.filter(({ avoidUntil }) => avoidUntil <= now);
    const avoided = states.filter(({ avoidUntil }) => avoidUntil > now);
    return [...healthy, ...avoided.toSorted((one, other) => one.avoidUntil - other.avoidUntil)];
  };
  const avoid = (state: State, reason: unknown): void => {
    if (state.avoidUntil <= parts.now()) {
      parts.left(state.node.name, reason);
    }
    state.avoidUntil = parts.now() + avoidForMs;
  };
  /** Whether the node is still in touch with the chain, as far as its slot tells. */
  const inTouch = (state: State, { slot }: Reading): boolean => {
    if (slot > state.slot) {
      state.slot = slot;
      state.advancedAt = parts.now();
    }
    tip = slot > tip ? slot : tip;
    return tip - slot <= mostSlotsBehind && parts.now() - state.advancedAt <= stuckAfterMs;
  };
  return {
    preferred: () => inOrder()[0]?.node,
    read: async (addresses) => {
      let late: Reading | undefined;
      let failure: unknown = new Error('no node is configured');
      for (const state of inOrder()) {
        try {
          const reading = await state.node.read(addresses);
          if (inTouch(state, reading)) {
            parts.called({ node: state.node.name, outcome: 'ok' });
            return reading;
          }
          parts.called({ node: state.node.name, outcome: 'behind' });
          avoid(state, new Error('the node has lost touch with the chain'));
          late = late === undefined || reading.slot > late.slot ? reading : late;
        } catch (error) {
          parts.called({ node: state.node.name, outcome: 'failed' });
          avoid(state, error);
          failure = error;
        }
      }
      if (late === undefined) {
        throw failure;
      }
      // All that is left is old news, which is better than none: whatever it does not show comes with the next poll.
      return late;
    },
  };
}
