import { maxSlotsInTouch, type SlotTracker } from '@assay/solana/nodes/slot-tracker';
import type { AccountsSnapshot } from './accounts.ts';

/** Reads up to 100 accounts from a node within the node's time limit. Rejects when the node fails. */
export type ReadAccounts = (addresses: readonly string[]) => Promise<AccountsSnapshot>;

/** A node that can be read over JSON-RPC. */
export type RpcNode = { readonly name: string; readonly read: ReadAccounts };

/** Several nodes behind one interface. It reads from the first healthy node. */
export type RpcNodePool = {
  /** Reads from the first healthy node, or from the next one when it fails. Rejects when no node answered. */
  readonly read: (addresses: readonly string[]) => Promise<ReadSnapshot>;
  /**
   * Reads the same addresses from another node that has not failed and is not behind. Successive calls take the nodes
   * in turn. Resolves with undefined when there is no such node, or when its read fails.
   * @param node the name of the node that must not be asked.
   */
  readonly readOther: (addresses: readonly string[], node: string) => Promise<ReadSnapshot | undefined>;
  /** Avoids a node for ten minutes because other nodes contradict it. */
  readonly distrust: (node: string, reason: string) => void;
  /** Returns the node that the next read asks first. */
  readonly preferred: () => RpcNode | undefined;
};

/** The accounts of one node. */
export type ReadSnapshot = AccountsSnapshot & {
  readonly node: string;
  /** Whether the node no longer follows the chain. Such a snapshot is returned only when no other node answered. */
  readonly isLate: boolean;
};

/**
 * The outcome of a read of a node. `behind`: the node no longer follows the chain. `unreachable`: it states a slot that
 * the chain cannot have reached.
 */
export type ReadOutcome = 'ok' | 'behind' | 'unreachable' | 'failed';

/** Nodes and dependencies of a pool. */
export type RpcNodePoolOptions = {
  /** The nodes in the order of preference. */
  readonly nodes: readonly RpcNode[];
  /** Returns milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  /** Knows how far each node is behind, and which slots the chain can have reached. The engine uses the same rule. */
  readonly slots: Pick<SlotTracker, 'record' | 'responseBehind' | 'isReachable' | 'ageMs'>;
  /** Compares the nodes before a read. Never rejects. */
  readonly survey: () => Promise<void>;
  readonly onCall: (call: { readonly node: string; readonly outcome: ReadOutcome }) => void;
  /** Called with the node that the pool begins to avoid, and the reason. */
  readonly onLeave: (node: string, reason: unknown) => void;
};

const avoidMs = 10_000;
const distrustMs = 600_000;
/**
 * Maximum time, in milliseconds, for which a node may show the same slot. After that it no longer follows the chain.
 */
const maxStuckMs = 60_000;

type NodeState = { readonly node: RpcNode; avoidUntilMs: number };

/**
 * Creates a pool. For ten seconds, it avoids a node that failed or no longer follows the chain, unless there is no
 * other node.
 */
export function createRpcNodePool(options: RpcNodePoolOptions): RpcNodePool {
  const { monotonic } = options;
  const states = options.nodes.map((node): NodeState => ({ node, avoidUntilMs: 0 }));
  let others = 0;
  const isAvoided = ({ avoidUntilMs }: NodeState): boolean => avoidUntilMs > monotonic();
  const inOrder = (): NodeState[] => {
    const avoided = states.filter(isAvoided);
    const healthy = states.filter((state) => !avoided.includes(state));
    return [...healthy, ...avoided.toSorted((a, b) => a.avoidUntilMs - b.avoidUntilMs)];
  };
  const avoid = (state: NodeState, reason: unknown, forMs = avoidMs): void => {
    if (!isAvoided(state)) {
      options.onLeave(state.node.name, reason);
    }
    state.avoidUntilMs = Math.max(state.avoidUntilMs, monotonic() + forMs);
  };
  const readFrom = async (state: NodeState, addresses: readonly string[]): Promise<ReadSnapshot | Error> => {
    const { name: node, read } = state.node;
    try {
      const snapshot = await read(addresses);
      const outcome = outcomeOf(node, Number(snapshot.slot), options.slots);
      options.onCall({ node, outcome });
      if (outcome === 'ok') {
        return { ...snapshot, node, isLate: false };
      }
      const reason = new Error(reasons[outcome]);
      avoid(state, reason);
      return outcome === 'behind' ? { ...snapshot, node, isLate: true } : reason;
    } catch (error) {
      options.onCall({ node, outcome: 'failed' });
      avoid(state, error);
      return error instanceof Error ? error : new Error('the node failed');
    }
  };
  return {
    preferred: () => inOrder()[0]?.node,
    distrust: (name, reason) => {
      const state = states.find(({ node }) => node.name === name);
      if (state !== undefined) {
        avoid(state, new Error(reason), distrustMs);
      }
    },
    readOther: async (addresses, name) => {
      const candidates = states.filter((state) => state.node.name !== name && !isAvoided(state));
      const state = candidates[(others += 1) % Math.max(1, candidates.length)];
      const snapshot = state === undefined ? undefined : await readFrom(state, addresses);
      return snapshot instanceof Error || snapshot?.isLate === true ? undefined : snapshot;
    },
    read: async (addresses) => {
      await options.survey();
      let newestLate: ReadSnapshot | undefined;
      let failure = new Error('no node is configured');
      for (const state of inOrder()) {
        const snapshot = await readFrom(state, addresses);
        if (snapshot instanceof Error) {
          failure = snapshot;
        } else if (!snapshot.isLate) {
          return snapshot;
        } else {
          newestLate = newestLate === undefined || snapshot.slot > newestLate.slot ? snapshot : newestLate;
        }
      }
      if (newestLate === undefined) {
        throw failure;
      }
      // No node that follows the chain answered. A late snapshot is better than none, and a later poll detects newer
      // changes.
      return newestLate;
    },
  };
}

const reasons = {
  behind: 'the node no longer follows the chain: it is stuck, or far behind the other nodes',
  unreachable: 'the node states a slot that the chain cannot have reached',
};

/** Records the slot of a node, and returns whether its snapshot can be used. */
function outcomeOf(node: string, slot: number, slots: RpcNodePoolOptions['slots']): Exclude<ReadOutcome, 'failed'> {
  if (!slots.isReachable(slot)) {
    return 'unreachable';
  }
  slots.record(node, slot);
  return slots.responseBehind(node, slot) <= maxSlotsInTouch && slots.ageMs(node, slot) <= maxStuckMs ? 'ok' : 'behind';
}
