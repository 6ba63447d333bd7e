import type { ProviderState } from '../control/provider-states.ts';
import { streamSeed, uniform } from '../market/random.ts';
import type { ChainAccount } from './account.ts';
import type { Ledger } from './ledger.ts';
import { skewAccount } from './fault-injection.ts';
import { slotMs, type SlotClock } from './slot-clock.ts';

/** A node of the sandbox's chain. It sees the chain's slots with a delay. */
export type SandboxNode = {
  readonly name: string;
  /** Returns the newest slot that has reached the node. */
  readonly slot: () => number;
  /**
   * Returns how many slots the node is behind the chain, as `getHealth` reports it. The sandbox makes the slots itself,
   * so the difference is exact. The engine does not know the chain's newest slot. It estimates the distance of a node
   * from what all nodes show, and believes no single node. The sandbox must not import the engine's rule, because tests
   * compare both (architecture decision 10).
   */
  readonly slotsBehind: () => number;
  /** Returns the account at an address in a slot that has reached the node. */
  readonly read: (address: string, slot: number) => ChainAccount | undefined;
  /** Returns all addresses that have or had an account. */
  readonly addresses: () => readonly string[];
  readonly lastChangedSlot: (address: string, slot: number) => number;
};

/** Minimum milliseconds that a slot takes to reach each node, by the node's name. */
const nodeDistancesMs: Readonly<Record<string, number>> = { 'node-a': 0, 'node-b': 40, 'node-c': 80 };

/** Maximum random milliseconds that a slot takes in addition to the node's minimum. */
const maxNodeDelayMs = 560;

/** Maximum number of slots that a node is behind, unless a test injects a lag. */
const maxSlotsBehind = 2;

/** The names of the nodes. */
export const nodeNames: readonly string[] = Object.keys(nodeDistancesMs);

/** The name of the endpoint that repeats the responses of another node as its own. */
export const resoldNodeName = 'node-d';

/**
 * Creates a node that shows the ledger. Each slot reaches the node after a delay that follows from the seed, the node
 * and the slot. The node is therefore 0 to 2 slots behind, as real nodes are, and never goes back. When a test sets an
 * account, the node shows the account immediately, so that tests need not wait. A node with an injected lag still shows
 * the former account.
 * @param stateOf returns the state of the node. `lagSlots` adds to the node's lag, and `skewBps` shifts amounts and
 * prices.
 */
export function createNode(name: string, seed: string, ledger: Ledger, stateOf: () => ProviderState): SandboxNode {
  const { slots } = ledger;
  const arrivedSlot = createArrivedSlot(name, seed, slots);
  const slot = (): number => {
    const { lagSlots } = stateOf();
    if (lagSlots === 0) {
      return Math.max(arrivedSlot(), slots.lastAdvanced());
    }
    // A change of an account adds several slots at once, although no time passes. These slots must not shorten an
    // injected lag.
    return Math.min(arrivedSlot() - lagSlots, slots.tipBefore(lagSlots * slotMs));
  };
  return {
    name,
    slot,
    slotsBehind: () => slots.tip() - slot(),
    read: withSkew(ledger.read, stateOf),
    addresses: ledger.addresses,
    lastChangedSlot: ledger.lastChangedSlot,
  };
}

/**
 * Creates a node that repeats the responses of another node, its backend, as its own. The reselling node shows the
 * slots and the skew of its backend. It can be down or slow when its backend is not.
 * @param stateOf returns the state of the reselling node. With `lagSlots`, the node is a late copy of its backend.
 */
export function createResoldNode(
  name: string,
  backend: SandboxNode,
  ledger: Ledger,
  stateOf: () => ProviderState,
): SandboxNode {
  const slot = (): number => backend.slot() - stateOf().lagSlots;
  return {
    ...backend,
    name,
    slot,
    slotsBehind: () => ledger.slots.tip() - slot(),
    read: withSkew(backend.read, stateOf),
  };
}

function withSkew(read: SandboxNode['read'], stateOf: () => ProviderState): SandboxNode['read'] {
  return (address, at) => {
    const { skewBps } = stateOf();
    const account = read(address, at);
    return account === undefined || skewBps === 0 ? account : skewAccount(account, skewBps);
  };
}

/** Creates a function that returns the newest slot that has reached a node. */
function createArrivedSlot(name: string, seed: string, slots: SlotClock): () => number {
  const stream = streamSeed(seed, `slots of ${name}`);
  const distanceMs = nodeDistancesMs[name] ?? 0;
  return () => {
    const tip = slots.tip();
    for (let slot = tip; slot > tip - maxSlotsBehind; slot -= 1) {
      if (slots.agoMs(slot) >= distanceMs + uniform(stream, slot) * maxNodeDelayMs) {
        return slot;
      }
    }
    return tip - maxSlotsBehind;
  };
}
