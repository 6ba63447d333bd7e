-- Credits an account once for each operation id. Outcomes: credited, repeated, unknown (no such account), foreign (the
-- id credited another account), changed (the id credited this account with another amount).
CREATE FUNCTION add_credits(p_account text, p_operation text, p_amount bigint)
RETURNS TABLE (outcome text, balance_micros bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_balance bigint;
  v_before bigint;
  v_now timestamptz;
BEGIN
  SELECT a.balance_micros INTO v_balance FROM accounts AS a WHERE a.id = p_account FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'unknown', 0::bigint;
    RETURN;
  END IF;
  v_now := clock();
  -- The system account's row guards the id: a concurrent top-up with the same id, for any account, waits here.
  INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
  VALUES (p_operation, 'system:credits', 'credit', -p_amount, v_now) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
    VALUES (p_operation, p_account, 'credit', p_amount, v_now);
    RETURN QUERY UPDATE accounts AS a SET balance_micros = a.balance_micros + p_amount WHERE a.id = p_account
      RETURNING 'credited', a.balance_micros;
    RETURN;
  END IF;
  SELECT l.amount_micros INTO v_before FROM ledger AS l
  WHERE l.operation_id = p_operation AND l.account_id = p_account AND l.kind = 'credit';
  RETURN QUERY SELECT
    CASE WHEN v_before IS NULL THEN 'foreign' WHEN v_before <> p_amount THEN 'changed' ELSE 'repeated' END, v_balance;
END
$$;

-- Returns a sentence for every violated invariant of this schema, and no row when the books are consistent. Reads all
-- tables completely.
CREATE FUNCTION audit() RETURNS TABLE (problem text, subject text) LANGUAGE sql STABLE AS $$
  SELECT 'the balance is not the sum of the ledger rows', a.id
  FROM accounts AS a
  LEFT JOIN (SELECT account_id, sum(amount_micros) AS total FROM ledger GROUP BY account_id) AS l ON l.account_id = a.id
  WHERE a.balance_micros <> coalesce(l.total, 0)
UNION ALL
  SELECT 'what is held is not the sum of the open holds', a.id
  FROM accounts AS a
  LEFT JOIN (
    SELECT account_id, sum(held_micros) AS total FROM holds WHERE state = 'open' GROUP BY account_id
  ) AS h ON h.account_id = a.id
  WHERE a.held_micros <> coalesce(h.total, 0)
UNION ALL
  SELECT 'the account is overdrawn', a.id
  FROM accounts AS a WHERE a.held_micros < 0 OR a.balance_micros < a.held_micros
UNION ALL
  SELECT 'the rows of a movement do not sum to zero', l.operation_id || ' ' || l.kind
  FROM ledger AS l GROUP BY l.operation_id, l.kind HAVING sum(l.amount_micros) <> 0 OR count(*) <> 2
UNION ALL
  SELECT 'the whole ledger does not sum to zero', sum(l.amount_micros)::text
  FROM ledger AS l HAVING sum(l.amount_micros) <> 0
UNION ALL
  SELECT 'a hold and the ledger disagree about its charge', h.id
  FROM holds AS h
  LEFT JOIN (
    SELECT operation_id, account_id,
           sum(amount_micros) FILTER (WHERE kind = 'capture') AS captured,
           sum(amount_micros) FILTER (WHERE kind = 'reversal') AS reversed
    FROM ledger GROUP BY operation_id, account_id
  ) AS l ON l.operation_id = h.id AND l.account_id = h.account_id
  WHERE coalesce(-l.captured, 0) <> h.captured_micros
     OR coalesce(l.reversed, 0) <> CASE h.state WHEN 'reversed' THEN h.captured_micros ELSE 0 END
UNION ALL
  SELECT 'a charge belongs to no hold', l.operation_id
  FROM ledger AS l
  WHERE l.kind IN ('capture', 'reversal') AND NOT EXISTS (SELECT FROM holds AS h WHERE h.id = l.operation_id)
UNION ALL
  SELECT 'a hold or a ledger row names no account', r.account_id
  FROM (SELECT account_id FROM holds UNION SELECT account_id FROM ledger) AS r
  WHERE r.account_id NOT LIKE 'system:%' AND NOT EXISTS (SELECT FROM accounts AS a WHERE a.id = r.account_id)
$$;
