import type { AccountsSnapshot } from './accounts.ts';

/** Reads up to 100 accounts from a node within its own timeout. Rejects when the node fails. */
export type ReadAccounts = (addresses: readonly string[]) => Promise<AccountsSnapshot>;

/** A node that can be read over JSON-RPC. */
export type RpcNode = { readonly name: string; readonly read: ReadAccounts };

/** Several nodes behind one interface. It reads from the first healthy node. */
export type RpcNodePool = {
  /** Reads from the first healthy node, and from the next one when it fails. Rejects when no node answered. */
  readonly read: ReadAccounts;
  /** Returns the node that the next read asks first. */
  readonly preferred: () => RpcNode | undefined;
};

/** Nodes and dependencies of a pool. */
export type RpcNodePoolOptions = {
  /** In the order of preference. */
  readonly nodes: readonly RpcNode[];
  /** Returns milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly onCall: (call: { readonly node: string; readonly outcome: 'ok' | 'behind' | 'failed' }) => void;
  /** Receives the node that the pool starts to avoid, and the reason. */
  readonly onLeave: (node: string, reason: unknown) => void;
};

const avoidMs = 10_000;
/** One minute of slots: a node that is further behind another one has lost touch with the chain. */
const maxSlotsBehind = 150n;
/** A node that shows the same slot for longer has lost touch with the chain too. */
const maxStuckMs = 60_000;

type NodeState = { readonly node: RpcNode; avoidUntilMs: number; slot: bigint; advancedAtMs: number };

/** Creates a pool. It avoids a node that failed or lost touch with the chain for ten seconds, if there is another. */
export function createRpcNodePool(options: RpcNodePoolOptions): RpcNodePool {
  const { monotonic } = options;
  const states = options.nodes.map((node): NodeState => ({
    node,
    avoidUntilMs: 0,
    slot: -1n,
    advancedAtMs: monotonic(),
  }));
  let maxSlot = 0n;
  const inOrder = (): NodeState[] => {
    const nowMs = monotonic();
    const healthy = states.filter(({ avoidUntilMs }) => avoidUntilMs <= nowMs);
    const avoided = states.filter(({ avoidUntilMs }) => avoidUntilMs > nowMs);
    return [...healthy, ...avoided.toSorted((a, b) => a.avoidUntilMs - b.avoidUntilMs)];
  };
  const avoid = (state: NodeState, reason: unknown): void => {
    if (state.avoidUntilMs <= monotonic()) {
      options.onLeave(state.node.name, reason);
    }
    state.avoidUntilMs = monotonic() + avoidMs;
  };
  /** Records the slot of a node and returns whether the node still follows the chain. */
  const isInTouch = (state: NodeState, { slot }: AccountsSnapshot): boolean => {
    if (slot > state.slot) {
      state.slot = slot;
      state.advancedAtMs = monotonic();
    }
    maxSlot = slot > maxSlot ? slot : maxSlot;
    return maxSlot - slot <= maxSlotsBehind && monotonic() - state.advancedAtMs <= maxStuckMs;
  };
  return {
    preferred: () => inOrder()[0]?.node,
    read: async (addresses) => {
      let newestLate: AccountsSnapshot | undefined;
      let failure: unknown = new Error('no node is configured');
      for (const state of inOrder()) {
        try {
          const snapshot = await state.node.read(addresses);
          if (isInTouch(state, snapshot)) {
            options.onCall({ node: state.node.name, outcome: 'ok' });
            return snapshot;
          }
          options.onCall({ node: state.node.name, outcome: 'behind' });
          avoid(state, new Error('the node has lost touch with the chain'));
          newestLate = newestLate === undefined || snapshot.slot > newestLate.slot ? snapshot : newestLate;
        } catch (error) {
          options.onCall({ node: state.node.name, outcome: 'failed' });
          avoid(state, error);
          failure = error;
        }
      }
      if (newestLate === undefined) {
        throw failure;
      }
      // A late snapshot is better than none. The next poll shows later changes.
      return newestLate;
    },
  };
}
