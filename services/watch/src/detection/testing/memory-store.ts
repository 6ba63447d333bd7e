import type { AddressRow, AddressStore, PendingChange } from '../address-store.ts';

/** A watched address in memory. */
export type MemoryAddress = {
  watches: string[];
  content_hash: Buffer | null;
  slot: string | null;
  pending_hash: Buffer | null;
  pending_slot: string | null;
};

/** Creates a store of addresses in memory that behaves like the statements over PostgreSQL. */
export function createMemoryStore(): { readonly store: AddressStore; readonly addresses: Map<string, MemoryAddress> } {
  const addresses = new Map<string, MemoryAddress>();
  const byAddress = async (names: readonly string[]): Promise<AddressRow[]> =>
    names.flatMap((address) => {
      const row = addresses.get(address);
      return row === undefined
        ? []
        : [{ address, content_hash: row.content_hash, slot: row.slot, pending_hash: row.pending_hash }];
    });
  return {
    addresses,
    store: {
      inPartitions: () => byAddress([...addresses.keys()]),
      byAddress,
      setBaselines: async (baselines) => {
        for (const { address, contentHash, slot } of baselines) {
          const row = addresses.get(address);
          if (row?.content_hash === null) {
            Object.assign(row, { content_hash: contentHash, slot: slot.toString() });
          }
        }
      },
      markPending: async (changes) =>
        changes.flatMap(({ address, before, contentHash, slot }) => {
          const row = addresses.get(address);
          if (row === undefined || row.pending_hash !== null || before === null) {
            return [];
          }
          if (row.slot !== before.slot || row.content_hash?.equals(before.content_hash ?? Buffer.alloc(0)) !== true) {
            return [];
          }
          Object.assign(row, { pending_hash: contentHash, pending_slot: slot.toString() });
          return [address];
        }),
      findPending: async (names) =>
        names.flatMap((address): PendingChange[] => {
          const { watches = [], pending_hash, pending_slot } = addresses.get(address) ?? {};
          return pending_hash === null || pending_hash === undefined
            ? []
            : [
                {
                  address,
                  pending_hash,
                  pending_slot: pending_slot ?? '',
                  pending_at: new Date(0),
                  watch_ids: [...watches],
                },
              ];
        }),
      finish: async (changes) => {
        for (const { address, pending_hash: hash, pending_slot: slot } of changes) {
          const row = addresses.get(address);
          if (row?.pending_hash?.equals(hash) === true && row.pending_slot === slot) {
            Object.assign(row, { content_hash: hash, slot, pending_hash: null, pending_slot: null });
          }
        }
      },
    },
  };
}

/** Returns an address with its watches that was never polled. */
export function unpolled(...watches: readonly string[]): MemoryAddress {
  return { watches: [...watches], content_hash: null, slot: null, pending_hash: null, pending_slot: null };
}
