import type { Postgres } from '@assay/service/postgres';

/** What is known of a watched address. */
export type AddressRow = {
  readonly address: string;
  /** Null until the first poll. */
  readonly content_hash: Buffer | null;
  readonly slot: string | null;
  readonly pending_hash: Buffer | null;
};

/** A change of what stands at an address, as one read saw it. */
export type Change = {
  readonly address: string;
  /** What stood there before, and of which slot; null for the first poll. */
  readonly before: Pick<AddressRow, 'content_hash' | 'slot'> | null;
  readonly contentHash: Buffer;
  readonly slot: bigint;
};

/** A change whose triggers have to be published. */
export type PendingChange = {
  readonly address: string;
  readonly pending_hash: Buffer;
  readonly pending_slot: string;
  readonly pending_at: Date;
  /** The watches of the address that were there when the change was seen, and still are. */
  readonly watch_ids: readonly string[];
};

/** What the trigger keeps. A change belongs to whoever turned it from seen into pending, replicas that overlap included. */
export type TriggerStore = {
  readonly addressesIn: (partitions: readonly number[]) => Promise<AddressRow[]>;
  readonly rowsOf: (addresses: readonly string[]) => Promise<AddressRow[]>;
  /** Keeps what the first poll of addresses saw. */
  readonly setBaselines: (seen: readonly Change[]) => Promise<void>;
  /** Makes changes pending, and gives the addresses of those that nobody else had. */
  readonly take: (changes: readonly Change[]) => Promise<string[]>;
  /** The changes that are pending at addresses. */
  readonly pending: (addresses: readonly string[]) => Promise<PendingChange[]>;
  /** Ends these very changes, all of whose triggers are in the stream; one that somebody else ended is left alone. */
  readonly finish: (changes: readonly PendingChange[]) => Promise<void>;
};

/** The store over the service's own schema. */
export function createTriggerStore({ query }: Pick<Postgres, 'query'>): TriggerStore {
  const columns = 'address, content_hash, slot, pending_hash';
  return {
    addressesIn: (partitions) =>
      query<AddressRow>({
        name: 'addresses_in',
        text: `SELECT ${columns} FROM addresses WHERE partition = ANY($1::smallint[])`,
        values: [partitions],
      }),
    rowsOf: (addresses) =>
      query<AddressRow>({
        name: 'address_rows',
        text: `SELECT ${columns} FROM addresses WHERE address = ANY($1::text[])`,
        values: [addresses],
      }),
    setBaselines: async (seen) => {
      await query({
        name: 'set_baselines',
        text: `UPDATE addresses a SET content_hash = seen.content_hash, slot = seen.slot
               FROM (SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[])
                       AS given (address, content_hash, slot) ORDER BY address) AS seen
               WHERE a.address = seen.address AND a.content_hash IS NULL`,
        values: columnsOf(seen),
      });
    },
    take: async (changes) => {
      const rows = await query<{ address: string }>({
        name: 'take_changes',
        text: `UPDATE addresses a
               SET pending_hash = seen.content_hash, pending_slot = seen.slot, pending_at = clock_timestamp()
               FROM (SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::bytea[], $5::bigint[])
                       AS given (address, content_hash, slot, hash_before, slot_before) ORDER BY address) AS seen
               WHERE a.address = seen.address AND a.content_hash = seen.hash_before AND a.slot = seen.slot_before
                 AND a.pending_hash IS NULL
               RETURNING a.address`,
        values: [
          ...columnsOf(changes),
          changes.map(({ before }) => before?.content_hash ?? null),
          changes.map(({ before }) => before?.slot ?? null),
        ],
      });
      return rows.map(({ address }) => address);
    },
    pending: (addresses) =>
      query<PendingChange>({
        name: 'pending_changes',
        text: `SELECT a.address, a.pending_hash, a.pending_slot, a.pending_at,
                      array_remove(array_agg(w.id), NULL) AS watch_ids
               FROM addresses a LEFT JOIN watches w ON w.watched_address = a.address AND w.created_at <= a.pending_at
               WHERE a.address = ANY($1::text[]) AND a.pending_hash IS NOT NULL
               GROUP BY a.address`,
        values: [addresses],
      }),
    finish: (changes) => finish(query, changes),
  };
}

/** Watches first: should the second statement never run, the change is still pending and is dealt with again. */
async function finish(query: Postgres['query'], changes: readonly PendingChange[]): Promise<void> {
  const given = 'unnest($1::text[], $2::bytea[], $3::bigint[]) AS given (address, pending_hash, pending_slot)';
  const same = `a.address = given.address AND a.pending_hash = given.pending_hash AND a.pending_slot = given.pending_slot`;
  const values = [
    changes.map(({ address }) => address),
    changes.map(({ pending_hash: hash }) => hash),
    changes.map(({ pending_slot: slot }) => slot),
  ];
  await query({
    name: 'mark_triggered',
    text: `UPDATE watches w SET last_triggered_at = a.pending_at
           FROM addresses a JOIN ${given} ON ${same}
           WHERE w.watched_address = a.address AND w.created_at <= a.pending_at`,
    values,
  });
  await query({
    name: 'finish_changes',
    text: `UPDATE addresses a
           SET content_hash = a.pending_hash, slot = a.pending_slot,
               pending_hash = NULL, pending_slot = NULL, pending_at = NULL
           FROM ${given} WHERE ${same}`,
    values,
  });
}

function columnsOf(seen: readonly Change[]): unknown[] {
  return [
    seen.map(({ address }) => address),
    seen.map(({ contentHash }) => contentHash),
    seen.map(({ slot }) => slot.toString()),
  ];
}
