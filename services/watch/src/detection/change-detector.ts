import type { AccountsSnapshot } from './accounts.ts';
import type { AccountChange, AddressRow, AddressStore, PendingChange } from './address-store.ts';
import { contentHash } from './content-hash.ts';

/** Dependencies of a change detector. */
export type ChangeDetectorPorts = {
  readonly store: AddressStore;
  /**
   * Publishes the triggers of changes, one for each watch. Returns the changes whose triggers the queue has all stored,
   * now or earlier. Never rejects. The other changes stay pending.
   */
  readonly publish: (changes: readonly PendingChange[]) => Promise<readonly PendingChange[]>;
  /** Called with the number of new changes, and the number of accounts with an older slot than before. */
  readonly onChanges: (counts: { readonly changes: number; readonly backwards: number }) => void;
};

/** Turns snapshots into triggers in the work queue. */
export type ChangeDetector = {
  /**
   * Compares a snapshot with the stored addresses, and publishes a trigger for every watch of an address that changed.
   * @param rows the addresses as they were before the snapshot was read.
   */
  readonly compare: (rows: readonly AddressRow[], snapshot: AccountsSnapshot) => Promise<void>;
  /**
   * Publishes earlier changes that are still pending. Their replica may have died, or the queue may have refused some
   * of their triggers.
   */
  readonly resume: (addresses: readonly string[]) => Promise<void>;
};

/**
 * A snapshot that is at most this many slots older than the stored slot is ignored as late. If the difference is
 * larger, the stored slot must be wrong, and ignoring the snapshot would silence the watches of the address. `inTouch`
 * is for a node that follows the chain: the node may be one minute of slots behind, and the stored slot one minute
 * ahead. `late` is for a node that no longer follows the chain: one hour of slots.
 */
const maxSlotsAhead = { inTouch: 300n, late: 9_000n } as const;

/**
 * Creates a change detector. It marks a change as pending, publishes its triggers and finishes the change, in this
 * order. So a crash at any point loses no change and causes no trigger without a change.
 */
export function createChangeDetector(ports: ChangeDetectorPorts): ChangeDetector {
  const resume = async (addresses: readonly string[]): Promise<void> => {
    if (addresses.length === 0) {
      return;
    }
    const published = await ports.publish(await ports.store.findPending(addresses));
    if (published.length > 0) {
      await ports.store.finish(published);
    }
  };
  return {
    compare: async (rows, snapshot) => {
      const { baselines, changed, backwards } = classify(rows, snapshot);
      if (baselines.length > 0) {
        await ports.store.setBaselines(baselines);
      }
      const marked = changed.length === 0 ? [] : await ports.store.markPending(changed);
      if (marked.length > 0 || backwards > 0) {
        ports.onChanges({ changes: marked.length, backwards });
      }
      await resume(marked);
    },
    resume,
  };
}

/**
 * Sorts addresses into first polls, changes, and addresses with an older slot than before. Leaves out addresses that
 * are pending, unchanged or unread.
 */
function classify(rows: readonly AddressRow[], snapshot: AccountsSnapshot) {
  const baselines: AccountChange[] = [];
  const changed: AccountChange[] = [];
  let backwards = 0;
  for (const row of rows) {
    const account = snapshot.accounts.get(row.address);
    if (account === undefined || row.pending_hash !== null) {
      continue;
    }
    const change = { address: row.address, contentHash: contentHash(account), slot: snapshot.slot };
    const slotsAhead = BigInt(row.slot ?? 0) - snapshot.slot;
    if (row.content_hash === null) {
      baselines.push({ ...change, before: null });
    } else if (
      slotsAhead > 0n &&
      slotsAhead <= (snapshot.isLate === true ? maxSlotsAhead.late : maxSlotsAhead.inTouch)
    ) {
      backwards += 1;
    } else if (!row.content_hash.equals(change.contentHash)) {
      changed.push({ ...change, before: row });
    }
  }
  return { baselines, changed, backwards };
}
