import type { Charge } from '@assay/rpc/gen/assay/billing/v1/Charge';
import type { LedgerEntry } from '@assay/rpc/gen/assay/billing/v1/LedgerEntry';

/** A row of a query: a hold with one of its ledger entries, or a hold that has no entries. */
export type ChargeRow = {
  id: string;
  account_id: string;
  operation: string;
  held_micros: string;
  captured_micros: string;
  state: string;
  held_at: Date;
  ended_at: Date | null;
  entry_account_id: string | null;
  entry_amount_micros: string;
  entry_kind: string;
  entry_at: Date;
};

/** Selects the holds of a trace with their ledger entries. */
export const chargesText = `
  SELECT h.id, h.account_id, h.operation, h.held_micros, h.captured_micros, h.state, h.held_at, h.ended_at,
         l.account_id AS entry_account_id, l.amount_micros AS entry_amount_micros, l.kind AS entry_kind, l.at AS entry_at
  FROM holds AS h
  LEFT JOIN LATERAL (
    SELECT * FROM ledger WHERE ledger.operation_id = h.id OFFSET 0
  ) AS l ON l.kind IN ('capture', 'reversal')
  WHERE h.trace_id = $1
  ORDER BY h.held_at, h.id, l.at, l.kind, l.account_id`;

/** Selects the holds of a trace that belong to an account, without their ledger entries. */
export const accountChargesText = `
  SELECT h.id, h.account_id, h.operation, h.held_micros, h.captured_micros, h.state, h.held_at, h.ended_at,
         NULL AS entry_account_id
  FROM (SELECT * FROM holds WHERE trace_id = $2 OFFSET 0) AS h
  WHERE h.account_id = $1
  ORDER BY h.held_at, h.id`;

/**
 * Returns one charge for each hold in the rows, with the entries of all its rows. The charges are in the order of the
 * rows.
 */
export function chargesOf(rows: readonly ChargeRow[]): Charge[] {
  const charges = new Map<string, Charge & { readonly entries: LedgerEntry[] }>();
  for (const row of rows) {
    const charge = charges.get(row.id) ?? {
      hold_id: row.id,
      account_id: row.account_id,
      operation: row.operation,
      held_micros: row.held_micros,
      captured_micros: row.captured_micros,
      state: row.state,
      held_at: row.held_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? '',
      entries: [],
    };
    charges.set(row.id, charge);
    if (row.entry_account_id !== null) {
      charge.entries.push({
        account_id: row.entry_account_id,
        amount_micros: row.entry_amount_micros,
        kind: row.entry_kind,
        at: row.entry_at.toISOString(),
      });
    }
  }
  return [...charges.values()];
}
