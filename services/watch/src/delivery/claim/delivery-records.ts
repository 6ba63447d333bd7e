import { microsecondText } from '@assay/storage/page';
import type { Postgres } from '@assay/storage/postgres';

/** A stored delivery. The field names are those of the RPC GetDelivery. */
export type DeliveryRow = {
  readonly watch_id: string;
  readonly trigger_id: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly taken_at: Date;
  readonly sent_at: Date | null;
  readonly ended_at: Date | null;
  readonly trace_id: string;
};

/** A delivery in a list, with the time of its sort key in microseconds. */
export type ListedDelivery = DeliveryRow & { readonly position_at: string };

/** The sort key of a delivery in a list. */
export type DeliveryPosition = { readonly takenAt: string; readonly triggerId: string };

/** Stored deliveries: lookup, lists, the end of expired claims, and retention. */
export type DeliveryRecords = {
  /** Returns the delivery of a trace, given as 32 hex digits. */
  readonly find: (traceId: string) => Promise<DeliveryRow | undefined>;
  /** Returns the delivery of a trace if its watch belongs to the account. */
  readonly findOwned: (accountId: string, traceId: string) => Promise<DeliveryRow | undefined>;
  /**
   * Returns up to `limit` deliveries of a watch, newest first, that come after a position. Empty unless the watch
   * belongs to the account.
   */
  readonly list: (
    owned: { readonly accountId: string; readonly watchId: string },
    after: DeliveryPosition | undefined,
    limit: number,
  ) => Promise<ListedDelivery[]>;
  /** Ends up to `max` deliveries whose workers died, and returns their outcomes. */
  readonly endExpired: (max: number) => Promise<string[]>;
  /** Deletes up to `max` deliveries that ended more than some days ago, and returns their number. */
  readonly deleteOld: (olderThanDays: number, max: number) => Promise<number>;
  /**
   * Deletes up to `max` rows of each of two kinds: shares of past hours, and notifications in flight whose lease ended.
   */
  readonly deleteOldShares: (max: number) => Promise<void>;
};

const columns = 'watch_id, trigger_id, state, outcome, http_status, error, taken_at, sent_at, ended_at, trace_id';

/**
 * Statements that delete old counters of deliveries. Each counter is needed only during its own minute or day. The
 * statements compare with `(SELECT clock())` instead of `clock()`, because PostgreSQL cannot search an index for the
 * result of a volatile function. They skip rows that another transaction has locked.
 */
const shareDeletions = [
  {
    name: 'forget_shares',
    text: `DELETE FROM shares WHERE account_id IN (
        SELECT account_id FROM shares WHERE minute < (SELECT clock()) - interval '1 hour'
        ORDER BY minute LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  },
  {
    name: 'forget_failed_attempts',
    text: `DELETE FROM failed_attempts WHERE account_id IN (
        SELECT account_id FROM failed_attempts WHERE day < ((SELECT clock()) AT TIME ZONE 'UTC')::date
        ORDER BY day LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  },
  {
    name: 'forget_destinations',
    text: `DELETE FROM destinations WHERE destination IN (
        SELECT destination FROM destinations WHERE minute < (SELECT clock()) - interval '1 hour'
        ORDER BY minute LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  },
  {
    name: 'forget_destination_accounts',
    text: `DELETE FROM destination_accounts WHERE (destination, account_id) IN (
        SELECT destination, account_id FROM destination_accounts WHERE minute < (SELECT clock()) - interval '1 hour'
        ORDER BY minute LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  },
  {
    name: 'forget_in_flight',
    text: `DELETE FROM notifications_in_flight WHERE (destination, trigger_id) IN (
        SELECT destination, trigger_id FROM notifications_in_flight WHERE leased_until < (SELECT clock()) ORDER BY leased_until LIMIT $1
        FOR UPDATE SKIP LOCKED)`,
  },
];

/** Creates the records over the service's own schema. */
export function createDeliveryRecords({ query }: Pick<Postgres, 'query'>): DeliveryRecords {
  return {
    find: async (traceId) => {
      const text = `SELECT ${columns} FROM deliveries WHERE trace_id = $1`;
      const [row] = await query<DeliveryRow>({ name: 'find_delivery', text, values: [traceId] });
      return row;
    },
    findOwned: async (accountId, traceId) => {
      const text = `SELECT ${columns} FROM deliveries AS d
        WHERE trace_id = $2 AND EXISTS (SELECT FROM watches WHERE id = d.watch_id AND account_id = $1)`;
      const [row] = await query<DeliveryRow>({ name: 'find_owned_delivery', text, values: [accountId, traceId] });
      return row;
    },
    list: ({ accountId, watchId }, after, limit) => {
      const text = `SELECT ${columns}, ${microsecondText('taken_at')} AS position_at FROM deliveries
        WHERE watch_id = $2 AND EXISTS (SELECT FROM watches WHERE id = $2 AND account_id = $1)
          AND (taken_at, trigger_id) < ($3::timestamptz, $4)
        ORDER BY taken_at DESC, trigger_id DESC LIMIT $5`;
      const values = [accountId, watchId, after?.takenAt ?? 'infinity', after?.triggerId ?? '', limit];
      return query<ListedDelivery>({ name: 'list_deliveries', text, values });
    },
    endExpired: async (max) => {
      const text = `SELECT trigger_id, watch_id FROM deliveries WHERE state <> 'ended' AND leased_until < (SELECT clock())
        ORDER BY leased_until LIMIT $1`;
      const rows = await query<{ trigger_id: string; watch_id: string }>({ name: 'dead', text, values: [max] });
      const outcomes: string[] = [];
      // One statement for each delivery. A single statement would lock many watches, and could deadlock with
      // transactions that lock them in another order.
      for (const { trigger_id, watch_id } of rows) {
        const ending = { name: 'end_if_dead', text: 'SELECT end_if_dead($1, $2) AS outcome' };
        const [row] = await query<{ outcome: string | null }>({ ...ending, values: [trigger_id, watch_id] });
        outcomes.push(...(row === undefined || row.outcome === null ? [] : [row.outcome]));
      }
      return outcomes;
    },
    deleteOld: async (olderThanDays, max) => {
      const text = `DELETE FROM deliveries WHERE trigger_id IN (
          SELECT trigger_id FROM deliveries
          WHERE state = 'ended' AND ended_at < (SELECT clock()) - make_interval(days => $1) ORDER BY ended_at LIMIT $2
          FOR UPDATE SKIP LOCKED)
        RETURNING 1`;
      return (await query({ name: 'forget', text, values: [olderThanDays, max] })).length;
    },
    deleteOldShares: async (max) => {
      for (const { name, text } of shareDeletions) {
        await query({ name, text, values: [max] });
      }
    },
  };
}
