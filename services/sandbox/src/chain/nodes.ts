import type { ProviderState } from '../control/states.ts';
import type { At, Ledger } from './ledger.ts';
import { skewed } from './lies.ts';

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

/** How many slots each node is behind by nature. */
const nodeLags: Readonly<Record<string, number>> = { 'node-a': 0, 'node-b': 1, 'node-c': 2 };

/** The nodes of the chain. */
export const nodeNames: readonly string[] = Object.keys(nodeLags);

/**
 * Creates a node over the ledger. A change by hand is on every node that was not told to lag at once, so that a tester
 * need not wait for the lag that nodes have by nature; one that was told to lag shows what was before.
 * @param stateOf what was set for it: `lagSlots` adds to its own lag, `skewBps` makes it lie about amounts and prices.
 */
export function createNode(name: string, ledger: Ledger, stateOf: () => ProviderState): Node {
  const { slots } = ledger;
  const slot = (): number => {
    const { lagSlots } = stateOf();
    const seen = slots.tip() - (nodeLags[name] ?? 0) - lagSlots;
    return lagSlots === 0 ? Math.max(seen, slots.lastAdvanced()) : seen;
  };
  return {
    name,
    slot,
    behind: () => slots.tip() - slot(),
    read: (address, at) => {
      const { skewBps } = stateOf();
      const account = ledger.read(address, at);
      return account === undefined || skewBps === 0 ? account : skewed(account, skewBps);
    },
    addresses: ledger.known,
    changedIn: ledger.changedIn,
  };
}
