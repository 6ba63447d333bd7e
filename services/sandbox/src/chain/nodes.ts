import type { ProviderState } from '../control/provider-states.ts';
import { streamSeed, uniform } from '../market/random.ts';
import type { ChainAccount } from './account.ts';
import type { Ledger } from './ledger.ts';
import { skewAccount } from './fault-injection.ts';
import { slotMs, type SlotClock } from './slot-clock.ts';

/** A node's own view of the chain. */
export type SandboxNode = {
  readonly name: string;
  /** The newest slot that it has seen. */
  readonly slot: () => number;
  /** How many slots it is behind the chain. */
  readonly slotsBehind: () => number;
  /** What it says stands at an address in a slot that it has seen. */
  readonly read: (address: string, slot: number) => ChainAccount | undefined;
  /** All addresses at which something stands or once stood. */
  readonly addresses: () => readonly string[];
  readonly lastChangedSlot: (address: string, slot: number) => number;
};

/** The least time after which a slot is on each node, in milliseconds: the way to it. */
const nodeDistancesMs: Readonly<Record<string, number>> = { 'node-a': 0, 'node-b': 40, 'node-c': 80 };

/** What is added to that for each slot anew, up to this many milliseconds: how long the node takes over it. */
const maxNodeDelayMs = 560;

/** No slot is later on a node than this many slots of the chain. */
const maxSlotsBehind = 2;

/** The nodes of the chain. */
export const nodeNames: readonly string[] = Object.keys(nodeDistancesMs);

/** The name of the node that is another one sold again, where there is one. */
export const resoldNodeName = 'node-d';

/**
 * Creates a node over the ledger. Each slot reaches it after a delay of its own, which follows from the seed, the node and
 * the slot alone, so that it is 0 to 2 slots behind by turns, as real nodes are, and never goes back. A change by hand is on
 * every node that was not told to lag at once, so that a tester need not wait for that; one that was told to lag shows what
 * was before.
 * @param stateOf what was set for it: `lagSlots` adds to its own lag, `skewBps` makes it lie about amounts and prices.
 */
export function createNode(name: string, seed: string, ledger: Ledger, stateOf: () => ProviderState): SandboxNode {
  const { slots } = ledger;
  const arrivedSlot = createArrivedSlot(name, seed, slots);
  const slot = (): number => {
    const { lagSlots } = stateOf();
    if (lagSlots === 0) {
      return Math.max(arrivedSlot(), slots.lastAdvanced());
    }
    // Slots that changes began at once must not bring a node nearer to the present than it was told to be.
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
 * Creates a node that is another one behind a door of its own, as re-sellers have them: it has seen what the other has, lies
 * as the other lies, and is down or slow by itself.
 * @param stateOf what was set for the door: `lagSlots` makes it a late copy of the other node.
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

/** The newest slot that has reached a node by now. */
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
