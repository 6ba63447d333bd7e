import pg from 'pg';
import type { System } from './system.ts';

/**
 * Copies an account's requests into the past, with their decisions, holds and ledger entries, until the account has a given
 * number of requests. The copies are spread over past days, with fewer at night and at weekends. Each copy has its own trace
 * id, and billing's audit() still passes afterwards.
 */
export async function fillRequestHistory(
  system: Pick<System, 'postgresUrl'>,
  options: { readonly accountId: string; readonly requests: number; readonly days: number },
): Promise<void> {
  const database = new pg.Client({ connectionString: system.postgresUrl });
  await database.connect();
  try {
    await database.query('BEGIN');
    // Billing changes an account's usage only under this lock.
    await database.query('SELECT FROM billing.accounts WHERE id = $1 FOR UPDATE', [options.accountId]);
    await database.query(copiesText, [options.accountId, options.requests, options.days]);
    await database.query(decisionsText, [options.accountId]);
    await database.query(holdsText, [options.accountId]);
    await database.query('DELETE FROM billing.usage_by_hour WHERE account_id = $1', [options.accountId]);
    await database.query(usageText, [options.accountId]);
    await database.query(ledgerText, [options.accountId]);
    await database.query(balanceText, [options.accountId]);
    await database.query('COMMIT');
    await database.query('ANALYZE engine.decisions, billing.holds, billing.ledger');
  } finally {
    await database.end();
  }
}

/**
 * SQL that returns one row for each copy. The row has the original request, the copy's own trace id, and the copy's
 * time.
 */
const copiesText = `
  CREATE TEMPORARY TABLE copies ON COMMIT DROP AS
  WITH originals AS (
    SELECT trace_id, max(decided_at) AS decided_at, row_number() OVER (ORDER BY trace_id) - 1 AS n, count(*) OVER () AS total
    FROM engine.decisions WHERE account_id = $1 GROUP BY trace_id
  ), times AS (
    SELECT g, now() - interval '1 minute' - (g::float8 / $2 + 0.01 * random()) * make_interval(days => $3) AS at
    FROM generate_series(1, $2::integer) AS g
  ), kept AS (
    SELECT g, at FROM times
    WHERE random() < 0.25 + 0.75 * sin(extract(hour FROM at) / 24 * pi())
      OR $2 > 10000
  )
  SELECT o.trace_id AS old, k.at,
         (lpad(to_hex((extract(epoch FROM k.at) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid AS trace_id
  FROM kept AS k JOIN originals AS o ON o.n = (k.g * 7919) % o.total`;

const decisionsText = `
  INSERT INTO engine.decisions (trace_id, decided_at, account_id, type, outcome, level, attempt_rank, document)
  SELECT c.trace_id, c.at, d.account_id, d.type, d.outcome, d.level, d.attempt_rank, d.document
  FROM copies AS c JOIN engine.decisions AS d ON d.trace_id = c.old AND d.account_id = $1
  ON CONFLICT DO NOTHING`;

const holdsText = `
  INSERT INTO billing.holds (id, account_id, trace_id, operation, held_micros, captured_micros, state, held_at, due_at,
                             ended_at, balance_after_micros, outcome, level)
  SELECT 'copy ' || c.trace_id || ' ' || h.id, h.account_id, replace(c.trace_id::text, '-', ''), h.operation, h.held_micros,
         h.captured_micros, h.state, c.at, c.at + interval '1 minute', c.at + interval '1 second', NULL, h.outcome, h.level
  FROM copies AS c
  JOIN billing.holds AS h ON h.trace_id = replace(c.old::text, '-', '') AND h.account_id = $1
  WHERE h.state IN ('confirmed', 'released')`;

/** SQL that computes the usage of an account from all its holds, in the form in which billing stores usage. */
const usageText = `
  INSERT INTO billing.usage_by_hour (account_id, hour, type, outcome, level, calls, debited_micros)
  SELECT account_id, date_trunc('hour', held_at, 'UTC'), billing.type_of_call(operation),
         billing.outcome_of_call(state, outcome, captured_micros), coalesce(level, ''), count(*),
         sum(CASE state WHEN 'reversed' THEN 0 ELSE captured_micros END)
  FROM (SELECT * FROM billing.holds UNION ALL SELECT * FROM billing.holds_ended) AS hold
  WHERE account_id = $1 AND state <> 'open'
  GROUP BY 1, 2, 3, 4, 5`;

/** SQL for the ledger. It gives the account as much credit as the copies spend, so that its balance stays the same. */
const ledgerText = `
  WITH charges AS (
    SELECT id, captured_micros, ended_at FROM billing.holds
    WHERE account_id = $1 AND id LIKE 'copy %' AND captured_micros > 0
      AND NOT EXISTS (SELECT FROM billing.ledger AS l WHERE l.operation_id = holds.id)
  ), credit AS (
    SELECT 'history ' || md5(random()::text) AS id, sum(captured_micros)::bigint AS amount, min(ended_at) - interval '1 hour' AS at
    FROM charges
  )
  INSERT INTO billing.ledger (operation_id, account_id, kind, amount_micros, at)
  SELECT id, e.account, 'capture', e.amount, ended_at FROM charges
  CROSS JOIN LATERAL (VALUES ($1, -captured_micros), ('system:revenue', captured_micros)) AS e (account, amount)
  UNION ALL
  SELECT id, e.account, 'credit', e.amount, at FROM credit
  CROSS JOIN LATERAL (VALUES ($1, credit.amount), ('system:credits', -credit.amount)) AS e (account, amount)
  WHERE credit.amount > 0`;

const balanceText = `
  UPDATE billing.accounts SET balance_micros =
    (SELECT sum(amount_micros) FROM billing.ledger WHERE account_id = $1) WHERE id = $1`;
