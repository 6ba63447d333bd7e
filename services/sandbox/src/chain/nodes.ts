import type { ProviderState } from '../control/states.ts';
import { streamSeed, uniform } from '../market/random.ts';
import type { At, Ledger } from './ledger.ts';
import { skewed } from './lies.ts';
import { slotMs, type Slots } from './slots.ts';

/** A node's own view of the chain. */
export type Node = {
  readonly name: string;
  /** The newest slot that it has seen. */
  readonly slot: () => number;
  /** How many slots it is behind the chain. */
  readonly behind: () => number;
  /** What it says stands at an address in a slot that it has seen. */
  readonly read: (address: string, slot: number) => At;
  /** All addresses at which something stands or once stood. */
  readonly addresses: () => readonly string[];
  readonly changedIn: (address: string, slot: number) => number;
};

/** The least time after which a slot is on each node, in milliseconds: the way to it. */
const nodeDistancesMs: Readonly<Record<string, number>> = { 'node-a': 0, 'node-b': 40, 'node-c': 80 };

/** What is added to that for each slot anew, up to this many milliseconds: how long the node takes over it. */
const mostOwnDelayMs = 560;

/** No slot is later on a node than this many slots of the chain. */
const mostSlotsBehind = 2;

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
export function createNode(name: string, seed: string, ledger: Ledger, stateOf: () => ProviderState): Node {
  const { slots } = ledger;
  const arrived = arrivals(name, seed, slots);
  const slot = (): number => {
    const { lagSlots } = stateOf();
    if (lagSlots === 0) {
      return Math.max(arrived(), slots.lastAdvanced());
    }
    // Slots that changes began at once must not bring a node nearer to the present than it was told to be.
    return Math.min(arrived() - lagSlots, slots.tipBefore(lagSlots * slotMs));
  };
  return {
    name,
    slot,
    behind: () => slots.tip() - slot(),
    read: lying(ledger.read, stateOf),
    addresses: ledger.known,
    changedIn: ledger.changedIn,
  };
}

/**
 * Creates a node that is another one behind a door of its own, as re-sellers have them: it has seen what the other has, lies
 * as the other lies, and is down or slow by itself.
 * @param stateOf what was set for the door: `lagSlots` makes it a late copy of the other node.
 */
export function createResoldNode(name: string, backend: Node, ledger: Ledger, stateOf: () => ProviderState): Node {
  const slot = (): number => backend.slot() - stateOf().lagSlots;
  return { ...backend, name, slot, behind: () => ledger.slots.tip() - slot(), read: lying(backend.read, stateOf) };
}

function lying(read: Node['read'], stateOf: () => ProviderState): Node['read'] {
  return (address, at) => {
    const { skewBps } = stateOf();
    const account = read(address, at);
    return account === undefined || skewBps === 0 ? account : skewed(account, skewBps);
  };
}

/** The newest slot that has reached a node by now. */
function arrivals(name: string, seed: string, slots: Slots): () => number {
  const stream = streamSeed(seed, `slots of ${name}`);
  const distanceMs = nodeDistancesMs[name] ?? 0;
  return () => {
    const tip = slots.tip();
    for (let slot = tip; slot > tip - mostSlotsBehind; slot -= 1) {
      if (slots.agoMs(slot) >= distanceMs + uniform(stream, slot) * mostOwnDelayMs) {
        return slot;
      }
    }
    return tip - mostSlotsBehind;
  };
}
