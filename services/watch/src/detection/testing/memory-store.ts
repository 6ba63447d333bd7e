import type { AddressRow, PendingChange, TriggerStore } from '../address-store.ts';

/** An address as the memory keeps it. */
export type MemoryAddress = {
  watches: string[];
  content_hash: Buffer | null;
  slot: string | null;
  pending_hash: Buffer | null;
  pending_slot: string | null;
};

/** The trigger's store in memory, by the same rules as the statements over PostgreSQL. */
export function memoryStore(): { readonly store: TriggerStore; readonly addresses: Map<string, MemoryAddress> } {
  const addresses = new Map<string, MemoryAddress>();
  const rowsOf = async (names: readonly string[]): Promise<AddressRow[]> =>
    names.flatMap((address) => {
      const kept = addresses.get(address);
      return kept === undefined
        ? []
        : [{ address, content_hash: kept.content_hash, slot: kept.slot, pending_hash: kept.pending_hash }];
    });
  return {
    addresses,
    store: {
      addressesIn: () => rowsOf([...addresses.keys()]),
      rowsOf,
      setBaselines: async (seen) => {
        for (const { address, contentHash, slot } of seen) {
          const kept = addresses.get(address);
          if (kept?.content_hash === null) {
            Object.assign(kept, { content_hash: contentHash, slot: slot.toString() });
          }
        }
      },
      take: async (changes) =>
        changes.flatMap(({ address, before, contentHash, slot }) => {
          const kept = addresses.get(address);
          if (kept === undefined || kept.pending_hash !== null || before === null) {
            return [];
          }
          if (kept.slot !== before.slot || kept.content_hash?.equals(before.content_hash ?? Buffer.alloc(0)) !== true) {
            return [];
          }
          Object.assign(kept, { pending_hash: contentHash, pending_slot: slot.toString() });
          return [address];
        }),
      pending: async (names) =>
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
          const kept = addresses.get(address);
          if (kept?.pending_hash?.equals(hash) === true && kept.pending_slot === slot) {
            Object.assign(kept, { content_hash: hash, slot, pending_hash: null, pending_slot: null });
          }
        }
      },
    },
  };
}

/** An address that was never polled, with its watches. */
export function unpolled(...watches: readonly string[]): MemoryAddress {
  return { watches: [...watches], content_hash: null, slot: null, pending_hash: null, pending_slot: null };
}
