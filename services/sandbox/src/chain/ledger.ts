import type { Account } from './account.ts';
import type { Slots } from './slots.ts';

/** What stands at an address in one slot; undefined for nothing. */
export type At = Account | undefined;

/** An account that moves by itself: what it is in any slot. */
export type LiveAccount = (slot: number) => Account;

/**
 * All accounts of the chain, each with its changes, so that any node can be shown them as they were. Reading is free of
 * effects; only the newest slot is ever written.
 */
export type Ledger = {
  readonly slots: Slots;
  /** What stood at an address at the end of a slot. */
  readonly read: (address: string, slot: number) => At;
  /** The slot of the last change at or before a slot; an account that moves by itself changes in every slot. */
  readonly changedIn: (address: string, slot: number) => number;
  /** Puts an account by hand, in a slot of its own, which is returned. It stays so until it is given back. */
  readonly put: (address: string, account: Account) => number;
  /** Gives an account back to what it would be without any change by hand; returns the slot, or undefined when it was none. */
  readonly restore: (address: string) => number | undefined;
  readonly isSet: (address: string) => boolean;
  /** All addresses at which something stands or once stood. */
  readonly known: () => readonly string[];
};

type Change = { readonly slot: number; readonly account: At; readonly byHand: boolean };

/** As far back as nodes can be asked to lag with every change still told apart. */
const rememberedChanges = 1_000;

/**
 * Creates a ledger.
 * @param first the accounts that have always been there.
 * @param live the accounts that move by themselves.
 */
export function createLedger(
  slots: Slots,
  first: ReadonlyMap<string, Account>,
  live: ReadonlyMap<string, LiveAccount>,
): Ledger {
  const changes = new Map<string, Change[]>();
  const original = (address: string, slot: number): At => live.get(address)?.(slot) ?? first.get(address);
  const latest = (address: string, slot: number): Change | undefined =>
    changes.get(address)?.findLast((change) => change.slot <= slot);
  const read = (address: string, slot: number): At => {
    const change = latest(address, slot);
    return change?.byHand === true ? change.account : original(address, slot);
  };
  const record = (address: string, account: At, byHand: boolean): number => {
    const slot = slots.advance();
    const kept = changes.get(address) ?? [];
    if (kept.length >= rememberedChanges) {
      kept.shift();
    }
    kept.push({ slot, account, byHand });
    changes.set(address, kept);
    return slot;
  };
  const isSet = (address: string): boolean => changes.get(address)?.at(-1)?.byHand === true;
  return {
    slots,
    read,
    changedIn: (address, slot) => {
      const change = latest(address, slot);
      return change?.byHand !== true && live.has(address) ? slot : (change?.slot ?? 0);
    },
    // An account without lamports is none: the runtime forgets it at the end of the slot.
    put: (address, account) => record(address, account.lamports === 0n ? undefined : account, true),
    restore: (address) => (isSet(address) ? record(address, undefined, false) : undefined),
    isSet,
    known: () => [...new Set([...first.keys(), ...live.keys(), ...changes.keys()])],
  };
}
