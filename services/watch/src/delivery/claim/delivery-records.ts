import type { Postgres } from '@assay/service/postgres';

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
};

/** Stored deliveries: lookup, the end of expired claims, and retention. */
export type DeliveryRecords = {
  /** Returns the delivery of a trace, given as 32 hex digits. */
  readonly find: (traceId: string) => Promise<DeliveryRow | undefined>;
  /** Ends up to `max` deliveries whose workers died, and returns the outcome of each. */
  readonly endExpired: (max: number) => Promise<string[]>;
  /** Deletes up to `max` deliveries that ended more than some days ago, and returns their number. */
  readonly deleteOld: (olderThanDays: number, max: number) => Promise<number>;
};

/** Creates the records over the service's own schema. */
export function createDeliveryRecords({ query }: Pick<Postgres, 'query'>): DeliveryRecords {
  return {
    find: async (traceId) => {
      const text = `SELECT watch_id, trigger_id, state, outcome, http_status, error, taken_at, sent_at, ended_at
        FROM deliveries WHERE trace_id = $1`;
      const [row] = await query<DeliveryRow>({ name: 'find_delivery', text, values: [traceId] });
      return row;
    },
    endExpired: async (max) => {
      const text = `SELECT trigger_id, watch_id FROM deliveries WHERE state <> 'ended' AND leased_until < clock()
        ORDER BY leased_until LIMIT $1`;
      const rows = await query<{ trigger_id: string; watch_id: string }>({ name: 'dead', text, values: [max] });
      const outcomes: string[] = [];
      // One statement for each delivery: a single one would lock many watches in an order that others do not follow.
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
          WHERE state = 'ended' AND ended_at < clock() - make_interval(days => $1) LIMIT $2)
        RETURNING 1`;
      return (await query({ name: 'forget', text, values: [olderThanDays, max] })).length;
    },
  };
}
