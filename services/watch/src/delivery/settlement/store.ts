import { usageOfDelivery } from '@assay/catalog/outcomes';
import type { PendingSettlements } from '@assay/metering/settler';
import type { Postgres } from '@assay/storage/postgres';

/** Pending settlements in the database. The database's clock determines when they are due. */
export type SettlementStore = PendingSettlements & {
  /** Returns the number of pending settlements and the age of the oldest in seconds. */
  readonly pending: () => Promise<{ readonly count: number; readonly oldestSeconds: number }>;
};

type DueRow = {
  hold_id: string;
  capture_micros: string;
  /** Null if the claim was released. The trigger is then delivered again, with a new hold. */
  outcome: keyof typeof usageOfDelivery | null;
  level: string;
  traceparent: string;
  tries: number;
};

/**
 * Selects the settlements that no other transaction has locked. A locked settlement becomes due again later. Settling
 * it twice is harmless, because billing knows which holds are settled.
 */
const free = 'SELECT hold_id FROM settlements WHERE hold_id = ANY ($1::text[]) ORDER BY hold_id FOR UPDATE SKIP LOCKED';

/** Creates the store over the service's own schema. */
export function createSettlementStore({ query }: Pick<Postgres, 'query'>): SettlementStore {
  return {
    claimDue: async (max) => {
      // The outcome is null if the release of a claim has deleted the delivery. The subquery finds the delivery of a
      // hold by its trace, because the trace has an index.
      const text = `UPDATE settlements AS s SET due_at = clock() + interval '15 seconds' WHERE hold_id IN (
          SELECT hold_id FROM settlements WHERE due_at <= (SELECT clock()) ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING s.hold_id, s.capture_micros, s.level, s.traceparent, s.tries,
          (SELECT d.outcome FROM deliveries AS d
           WHERE d.trace_id = substr(s.traceparent, 4, 32) AND d.hold_id = s.hold_id LIMIT 1) AS outcome`;
      const rows = await query<DueRow>({
        name: 'due_settlements',
        text,
        values: [max],
      });
      return rows.map((row) => ({
        holdId: row.hold_id,
        captureMicros: BigInt(row.capture_micros),
        outcome: usageOfDelivery[row.outcome ?? 'deferred'],
        level: row.level,
        traceparent: row.traceparent,
        tries: row.tries,
      }));
    },
    remove: async (holdIds) => {
      await query({ name: 'settled', text: `DELETE FROM settlements WHERE hold_id IN (${free})`, values: [holdIds] });
    },
    postpone: async (settlements) => {
      const text = `UPDATE settlements s SET tries = s.tries + 1, due_at = clock() + make_interval(secs => p.after_ms / 1000.0)
        FROM unnest($1::text[], $2::integer[]) AS p (hold_id, after_ms) WHERE s.hold_id = p.hold_id AND s.hold_id IN (${free})`;
      const values = [settlements.map(({ holdId }) => holdId), settlements.map(({ afterMs }) => afterMs)];
      await query({ name: 'postpone', text, values });
    },
    pending: async () => {
      const text = `SELECT count(*)::integer AS count,
        coalesce(extract(epoch FROM clock() - min(created_at)), 0)::float AS oldest FROM settlements`;
      const [row] = await query<{ count: number; oldest: number }>({ name: 'owed', text });
      return { count: row?.count ?? 0, oldestSeconds: row?.oldest ?? 0 };
    },
  };
}
