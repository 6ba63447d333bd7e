import type pg from 'pg';

/** The charges of one account according to billing's tables, in micro-credits. */
export type AccountCharges = {
  readonly captures: number;
  readonly capturedMicros: bigint;
  readonly reversals: number;
  /** The charges that billing has not confirmed, reversed or released yet. */
  readonly unconfirmed: number;
};

/** Returns the charges of an account from the ledger and its holds. */
export async function ledgerChargesOf(database: pg.Pool, accountId: string): Promise<AccountCharges> {
  const { rows } = await database.query<Record<'captures' | 'captured' | 'reversals' | 'unconfirmed', string>>(
    `SELECT count(*) FILTER (WHERE kind = 'capture') AS captures,
            -coalesce(sum(amount_micros) FILTER (WHERE kind = 'capture'), 0) AS captured,
            count(*) FILTER (WHERE kind = 'reversal') AS reversals,
            (SELECT count(*) FROM billing.holds WHERE account_id = $1 AND state IN ('open', 'captured')) AS unconfirmed
     FROM billing.ledger WHERE account_id = $1`,
    [accountId],
  );
  const [row] = rows;
  return {
    captures: Number(row?.captures),
    capturedMicros: BigInt(row?.captured ?? 0),
    reversals: Number(row?.reversals),
    unconfirmed: Number(row?.unconfirmed),
  };
}
