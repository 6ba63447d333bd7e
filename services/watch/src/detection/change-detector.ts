import type { AccountState } from './content-hash.ts';
import { contentHash } from './content-hash.ts';
import type { AddressRow, Change, PendingChange, TriggerStore } from './address-store.ts';

/** What one read of a node says of addresses. */
export type Reading = {
  readonly slot: bigint;
  readonly accounts: ReadonlyMap<string, AccountState | null>;
};

/** What dealing with changes needs. */
export type ChangeParts = {
  readonly store: TriggerStore;
  /**
   * Publishes the triggers of changes, one for each of their watches, and gives the changes whose triggers the stream has
   * stored all of, now or earlier. Never rejects: what is not stored stays pending.
   */
  readonly publish: (changes: readonly PendingChange[]) => Promise<readonly PendingChange[]>;
  readonly noticed: (what: { readonly changes: number; readonly backwards: number }) => void;
};

/** From a reading to triggers in the stream. */
export type Changes = {
  /**
   * Compares a reading with what is known of its addresses, and publishes a trigger for every watch of each that changed.
   * @param rows as they were before the reading.
   */
  readonly compare: (rows: readonly AddressRow[], reading: Reading) => Promise<void>;
  /** Publishes what is pending at addresses since before: its publisher ended, or the stream did not take all of it. */
  readonly resume: (addresses: readonly string[]) => Promise<void>;
};

/**
 * An hour of slots. A node that is behind by less is late, and what it says is old news; what was kept from so far ahead was
 * a mistake, or another chain's, and would silence its watches for ever.
 */
const latestPlausibleSlots = 9_000n;

/** Deals with changes in an order that no crash can turn into a lost or an invented one: pending, published, done. */
export function createChanges(parts: ChangeParts): Changes {
  const resume = async (addresses: readonly string[]): Promise<void> => {
    if (addresses.length === 0) {
      return;
    }
    const stored = await parts.publish(await parts.store.pending(addresses));
    if (stored.length > 0) {
      await parts.store.finish(stored);
    }
  };
  return {
    compare: async (rows, reading) => {
      const { fresh, changed, backwards } = sort(rows, reading);
      if (fresh.length > 0) {
        await parts.store.setBaselines(fresh);
      }
      const taken = changed.length === 0 ? [] : await parts.store.take(changed);
      if (taken.length > 0 || backwards > 0) {
        parts.noticed({ changes: taken.length, backwards });
      }
      await resume(taken);
    },
    resume,
  };
}

/** What a reading means for each address: the first, a change, old news, or nothing. Pending ones are left alone. */
function sort(rows: readonly AddressRow[], reading: Reading) {
  const fresh: Change[] = [];
  const changed: Change[] = [];
  let backwards = 0;
  for (const row of rows) {
    const account = reading.accounts.get(row.address);
    if (account === undefined || row.pending_hash !== null) {
      continue;
    }
    const change = { address: row.address, contentHash: contentHash(account), slot: reading.slot };
    const ahead = BigInt(row.slot ?? 0) - reading.slot;
    if (row.content_hash === null) {
      fresh.push({ ...change, before: null });
    } else if (ahead > 0n && ahead <= latestPlausibleSlots) {
      backwards += 1;
    } else if (!row.content_hash.equals(change.contentHash)) {
      changed.push({ ...change, before: row });
    }
  }
  return { fresh, changed, backwards };
}
