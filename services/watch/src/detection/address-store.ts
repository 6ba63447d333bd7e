import { pause } from '@assay/runtime/clock';
import type { Postgres } from '@assay/storage/postgres';

/** The stored state of a watched address. */
export type AddressRow = {
  readonly address: string;
  /** Null until the first poll. */
  readonly content_hash: Buffer | null;
  readonly slot: string | null;
  readonly pending_hash: Buffer | null;
};

/** A change of an account between the stored state and a snapshot. */
export type AccountChange = {
  readonly address: string;
  /** The stored hash and slot before the change. Null for the first poll. */
  readonly before: Pick<AddressRow, 'content_hash' | 'slot'> | null;
  readonly contentHash: Buffer;
  readonly slot: bigint;
};

/** A change whose triggers must be published. */
export type PendingChange = {
  readonly address: string;
  readonly pending_hash: Buffer;
  readonly pending_slot: string;
  readonly pending_at: Date;
  /** Watches of the address that existed when the change was observed and that still exist. */
  readonly watch_ids: readonly string[];
};

/** Watched addresses in the database. A change belongs to the replica that marked it as pending. */
export type AddressStore = {
  /** Returns the addresses of partitions. */
  readonly inPartitions: (partitions: readonly number[]) => Promise<AddressRow[]>;
  /** Returns the stored state of each given address that is watched. */
  readonly byAddress: (addresses: readonly string[]) => Promise<AddressRow[]>;
  /** Stores the first state of addresses. An address that already has a state keeps it. */
  readonly setBaselines: (baselines: readonly AccountChange[]) => Promise<void>;
  /** Marks changes as pending. Returns the addresses of the changes that no other replica had marked before. */
  readonly markPending: (changes: readonly AccountChange[]) => Promise<string[]>;
  /** Returns the pending changes of addresses. */
  readonly findPending: (addresses: readonly string[]) => Promise<PendingChange[]>;
  /** Finishes changes whose triggers are all stored. Skips a change that another replica has finished. */
  readonly finish: (changes: readonly PendingChange[]) => Promise<void>;
};

/** A locked watch is tried again for ten seconds. A deleted watch counts as locked. */
const lockedPauseMs = 500;
const lockedTries = 20;

/**
 * Selects the addresses that no other transaction has locked. The next round handles the locked addresses, so the
 * present round never waits.
 */
const freeAddresses =
  'SELECT address FROM addresses WHERE address = ANY ($1::text[]) ORDER BY address FOR NO KEY UPDATE SKIP LOCKED';

/** Creates the store over the service's own schema. */
export function createAddressStore({ query }: Pick<Postgres, 'query'>): AddressStore {
  const columns = 'address, content_hash, slot, pending_hash';
  return {
    inPartitions: (partitions) =>
      query<AddressRow>({
        name: 'addresses_in',
        text: `SELECT ${columns} FROM addresses WHERE partition = ANY($1::smallint[])`,
        values: [partitions],
      }),
    byAddress: (addresses) =>
      query<AddressRow>({
        name: 'address_rows',
        text: `SELECT ${columns} FROM addresses WHERE address = ANY($1::text[])`,
        values: [addresses],
      }),
    setBaselines: async (baselines) => {
      await query({
        name: 'set_baselines',
        text: `UPDATE addresses a SET content_hash = seen.content_hash, slot = seen.slot
               FROM (SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[])
                       AS given (address, content_hash, slot) ORDER BY address) AS seen
               WHERE a.address = seen.address AND a.content_hash IS NULL AND a.address IN (${freeAddresses})`,
        values: changeColumns(baselines),
      });
    },
    markPending: async (changes) => {
      const rows = await query<{ address: string }>({
        name: 'take_changes',
        text: `UPDATE addresses a
               SET pending_hash = seen.content_hash, pending_slot = seen.slot, pending_at = clock_timestamp()
               FROM (SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::bytea[], $5::bigint[])
                       AS given (address, content_hash, slot, hash_before, slot_before) ORDER BY address) AS seen
               WHERE a.address = seen.address AND a.content_hash = seen.hash_before AND a.slot = seen.slot_before
                 AND a.pending_hash IS NULL AND a.address IN (${freeAddresses})
               RETURNING a.address`,
        values: [
          ...changeColumns(changes),
          changes.map(({ before }) => before?.content_hash ?? null),
          changes.map(({ before }) => before?.slot ?? null),
        ],
      });
      return rows.map(({ address }) => address);
    },
    findPending: (addresses) =>
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

/**
 * Updates the watches before it finishes the changes. If the process stops in between, the change stays pending and is
 * published again. For a locked watch, the time is stored as soon as the watch is free, so that no other watch waits
 * for it.
 */
async function finish(query: Postgres['query'], changes: readonly PendingChange[]): Promise<void> {
  const locked = await markTriggered(query, changes);
  await query({
    name: 'finish_changes',
    text: `UPDATE addresses a
           SET content_hash = a.pending_hash, slot = a.pending_slot,
               pending_hash = NULL, pending_slot = NULL, pending_at = NULL
           FROM unnest($1::text[], $2::bytea[], $3::bigint[]) AS given (address, pending_hash, pending_slot)
           WHERE a.address = given.address AND a.pending_hash = given.pending_hash AND a.pending_slot = given.pending_slot
             AND a.address IN (${freeAddresses})`,
    values: [
      changes.map(({ address }) => address),
      changes.map(({ pending_hash: hash }) => hash),
      changes.map(({ pending_slot: slot }) => slot),
    ],
  });
  if (locked.length > 0) {
    // A failure is ignored, because it affects only the displayed time of the last trigger. The triggers are stored
    // already.
    void markLater(query, locked).catch(() => undefined);
  }
}

/** Stores when watches were triggered. Returns the changes whose watches another transaction has locked. */
async function markTriggered(
  query: Postgres['query'],
  changes: readonly PendingChange[],
): Promise<readonly PendingChange[]> {
  const triggered = changes.flatMap(({ pending_at: at, watch_ids: ids }) => ids.map((id) => ({ id, at })));
  const rows = await query<{ id: string }>({
    name: 'mark_triggered',
    text: `UPDATE watches w SET last_triggered_at = greatest(w.last_triggered_at, given.at)
           FROM unnest($1::text[], $2::timestamptz[]) AS given (id, at)
           WHERE w.id = given.id AND w.id IN (
             SELECT id FROM watches WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
           RETURNING w.id`,
    values: [triggered.map(({ id }) => id), triggered.map(({ at }) => at)],
  });
  const marked = new Set(rows.map(({ id }) => id));
  return changes
    .map((change) => ({ ...change, watch_ids: change.watch_ids.filter((id) => !marked.has(id)) }))
    .filter(({ watch_ids: ids }) => ids.length > 0);
}

async function markLater(query: Postgres['query'], changes: readonly PendingChange[]): Promise<void> {
  let locked = changes;
  for (let tries = 0; locked.length > 0 && tries < lockedTries; tries += 1) {
    await pause(lockedPauseMs);
    locked = await markTriggered(query, locked);
  }
}

/** Returns addresses, hashes and slots of changes, one array for each column. */
function changeColumns(changes: readonly AccountChange[]): unknown[] {
  return [
    changes.map(({ address }) => address),
    changes.map(({ contentHash }) => contentHash),
    changes.map(({ slot }) => slot.toString()),
  ];
}
