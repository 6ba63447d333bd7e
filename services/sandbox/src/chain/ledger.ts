import type { ChainAccount } from './account.ts';
import type { SlotClock } from './slot-clock.ts';

/** An account that moves by itself: what it is in any slot. */
export type LiveAccount = (slot: number) => ChainAccount;

/**
 * All accounts of the chain, each with its changes, so that any node can be shown them as they were. Reading is free of
 * effects; only the newest slot is ever written.
 */
export type Ledger = {
  readonly slots: SlotClock;
  /** What stood at an address at the end of a slot. */
  readonly read: (address: string, slot: number) => ChainAccount | undefined;
  /** The slot of the last change at or before a slot; an account that moves by itself changes in every slot. */
  readonly lastChangedSlot: (address: string, slot: number) => number;
  /** Puts an account by hand, in a slot of its own, which is returned. It stays so until it is given back. */
  readonly put: (address: string, account: ChainAccount) => number;
  /** Gives an account back to what it would be without any change by hand; returns the slot, or undefined when it was none. */
  readonly restore: (address: string) => number | undefined;
  readonly isSet: (address: string) => boolean;
  /** All addresses at which something stands or once stood. */
  readonly addresses: () => readonly string[];
};

type Change = { readonly slot: number; readonly account: ChainAccount | undefined; readonly byHand: boolean };

/** As far back as nodes can be asked to lag with every change still told apart. */
const maxRememberedChanges = 1_000;

/**
 * Creates a ledger.
 * @param first the accounts that have always been there.
 * @param live the accounts that move by themselves.
 */
export function createLedger(
  slots: SlotClock,
  initial: ReadonlyMap<string, ChainAccount>,
  live: ReadonlyMap<string, LiveAccount>,
): Ledger {
  const changes = new Map<string, Change[]>();
  const original = (address: string, slot: number): ChainAccount | undefined =>
    live.get(address)?.(slot) ?? initial.get(address);
  const latestChange = (address: string, slot: number): Change | undefined =>
    changes.get(address)?.findLast((change) => change.slot <= slot);
  const read = (address: string, slot: number): ChainAccount | undefined => {
    const change = latestChange(address, slot);
    return change?.byHand === true ? change.account : original(address, slot);
  };
  const record = (address: string, account: ChainAccount | undefined, byHand: boolean): number => {
    const slot = slots.advance();
    const history = changes.get(address) ?? [];
    if (history.length >= maxRememberedChanges) {
      history.shift();
    }
    history.push({ slot, account, byHand });
    changes.set(address, history);
    return slot;
  };
  const isSet = (address: string): boolean => changes.get(address)?.at(-1)?.byHand === true;
  return {
    slots,
    read,
    lastChangedSlot: (address, slot) => {
      const change = latestChange(address, slot);
      return change?.byHand !== true && live.has(address) ? slot : (change?.slot ?? 0);
    },
    // An account without lamports is none: the runtime forgets it at the end of the slot.
    put: (address, account) => record(address, account.lamports === 0n ? undefined : account, true),
    restore: (address) => (isSet(address) ? record(address, undefined, false) : undefined),
    isSet,
    addresses: () => [...new Set([...initial.keys(), ...live.keys(), ...changes.keys()])],
  };
}
