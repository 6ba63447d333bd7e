import type { ChainAccount } from './account.ts';
import type { SlotClock } from './slot-clock.ts';

/**
 * An account that changes in every slot without a transaction, such as the clock. The function returns the account as
 * of a slot.
 */
export type LiveAccount = (slot: number) => ChainAccount;

/**
 * All accounts of the chain with their history, so that each node can read them as of its own slot. A read changes
 * nothing. A write takes effect in the newest slot.
 */
export type Ledger = {
  readonly slots: SlotClock;
  /** Returns the account at an address at the end of a slot. */
  readonly read: (address: string, slot: number) => ChainAccount | undefined;
  /** Returns the slot of the last change of an account, at or before `slot`. A live account changes in every slot. */
  readonly lastChangedSlot: (address: string, slot: number) => number;
  /** Sets an account in a new slot and returns that slot. The account stays unchanged until `restore`. */
  readonly put: (address: string, account: ChainAccount) => number;
  /** Undoes a `put`. Returns the slot of the change, or undefined when no account was set at the address. */
  readonly restore: (address: string) => number | undefined;
  readonly isSet: (address: string) => boolean;
  /** Returns all addresses that have or had an account. */
  readonly addresses: () => readonly string[];
};

type Change = { readonly slot: number; readonly account: ChainAccount | undefined; readonly byHand: boolean };

/** Maximum number of past states of an account that the ledger stores for lagging nodes. */
const maxRememberedChanges = 1_000;

/**
 * Creates a ledger.
 * @param initial the accounts that exist from the start.
 * @param live the accounts that change in every slot.
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
    // An account without lamports does not exist: the runtime deletes it at the end of the slot.
    put: (address, account) => record(address, account.lamports === 0n ? undefined : account, true),
    restore: (address) => (isSet(address) ? record(address, undefined, false) : undefined),
    isSet,
    addresses: () => [...new Set([...initial.keys(), ...live.keys(), ...changes.keys()])],
  };
}
