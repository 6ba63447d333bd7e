-- A settlement can state that the customer has already received the answer. No confirmation follows, so the capture is
-- final immediately. A hold that lapsed is captured too, if the account's free credit covers it. Otherwise nothing
-- changes, and the caller may send the settlement again later.
--
-- Outcomes: settled (now or before), lapsed, unknown, excess (more than was held: nothing changes), short (too little
-- credit).
CREATE FUNCTION settle_holds(p_ids text[], p_amounts bigint[], p_received boolean[], p_confirm_within interval)
RETURNS TABLE (item bigint, outcome text, captured_micros bigint, balance_micros bigint)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_accounts text[];
  v_now timestamptz;
  v_short text[] := '{}';
  v_account text := '';
  v_free bigint := 0;
  v_item record;
BEGIN
  -- A concurrent hold may become visible after its account should have been locked. The function therefore reads only
  -- holds of locked accounts, and treats such a hold as not taken yet.
  v_accounts := ARRAY(SELECT DISTINCT h.account_id FROM holds AS h WHERE h.id = ANY (p_ids));
  PERFORM FROM accounts AS a WHERE a.id = ANY (v_accounts) ORDER BY a.id FOR NO KEY UPDATE;
  v_now := clock();

  -- Only the capture of a lapsed hold can find too little credit. Each item sees what the items before it released and
  -- captured.
  IF true = ANY (p_received) THEN
    FOR v_item IN
      SELECT h.id, h.account_id, h.held_micros, h.state, i.amount, i.received,
             a.balance_micros - a.held_micros AS free, h.due_at <= v_now AS due
      FROM unnest(p_ids, p_amounts, p_received) WITH ORDINALITY AS i (id, amount, received, n)
      JOIN (
        SELECT * FROM holds WHERE holds.id = ANY (p_ids) AND holds.account_id = ANY (v_accounts)
      ) AS h ON h.id = i.id
      JOIN (SELECT * FROM accounts WHERE accounts.id = ANY (v_accounts)) AS a ON a.id = h.account_id
      WHERE h.state IN ('open', 'lapsed') AND i.amount <= h.held_micros
      ORDER BY h.account_id, i.n
    LOOP
      IF v_item.account_id <> v_account THEN
        v_account := v_item.account_id;
        v_free := v_item.free;
      END IF;
      IF v_item.state = 'open' THEN
        v_free := v_free + v_item.held_micros
          - CASE WHEN v_item.due AND NOT v_item.received THEN 0 ELSE v_item.amount END;
      ELSIF v_item.received AND v_item.amount > v_free THEN
        v_short := v_short || v_item.id;
      ELSIF v_item.received THEN
        v_free := v_free - v_item.amount;
      END IF;
    END LOOP;
  END IF;

  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT i.n, i.id, i.amount, i.received, h.account_id, h.held_micros, h.captured_micros, h.balance_after_micros,
      CASE
        WHEN h.id IS NULL THEN 'unknown'
        WHEN h.state = 'lapsed' AND i.received AND i.amount > 0 THEN
          CASE WHEN i.amount > h.held_micros THEN 'excess' WHEN i.id = ANY (v_short) THEN 'short' ELSE 'recaptures' END
        WHEN h.state IN ('lapsed', 'reversed') THEN 'lapsed'
        WHEN h.state = 'captured' AND i.received THEN 'confirms'
        WHEN h.state <> 'open' THEN 'repeated'
        WHEN h.due_at <= v_now AND NOT i.received THEN 'lapses'
        WHEN i.amount > h.held_micros THEN 'excess'
        WHEN i.amount = 0 THEN 'releases'
        ELSE 'captures'
      END AS step
    FROM unnest(p_ids, p_amounts, p_received) WITH ORDINALITY AS i (id, amount, received, n)
    LEFT JOIN (
      SELECT * FROM holds WHERE holds.id = ANY (p_ids) AND holds.account_id = ANY (v_accounts)
    ) AS h ON h.id = i.id
  ), decided AS MATERIALIZED (
    SELECT f.*, a.balance_micros - (
      sum(CASE WHEN f.step IN ('captures', 'recaptures') THEN f.amount ELSE 0 END)
        OVER (PARTITION BY f.account_id ORDER BY f.n)
    )::bigint AS balance_after
    FROM found AS f
    LEFT JOIN (SELECT * FROM accounts WHERE accounts.id = ANY (v_accounts)) AS a ON a.id = f.account_id
  ), ended AS (
    UPDATE holds AS h SET
      state = CASE
        WHEN d.step = 'releases' THEN 'released'
        WHEN d.step = 'lapses' THEN 'lapsed'
        WHEN d.received THEN 'confirmed'
        ELSE 'captured' END,
      captured_micros = CASE WHEN d.step IN ('captures', 'recaptures') THEN d.amount ELSE 0 END,
      balance_after_micros = d.balance_after,
      ended_at = v_now,
      due_at = v_now + p_confirm_within
    FROM decided AS d
    WHERE h.id = d.id AND d.step IN ('captures', 'recaptures', 'releases', 'lapses')
  ), confirmed AS (
    UPDATE holds AS h SET state = 'confirmed' FROM decided AS d WHERE h.id = d.id AND d.step = 'confirms'
  ), written AS (
    INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
    SELECT d.id, entry.account, 'capture', entry.amount, v_now
    FROM decided AS d
    CROSS JOIN LATERAL (VALUES (d.account_id, -d.amount), ('system:revenue', d.amount)) AS entry (account, amount)
    WHERE d.step IN ('captures', 'recaptures')
  ), moved AS (
    UPDATE accounts AS a SET
      balance_micros = a.balance_micros - t.captured,
      held_micros = a.held_micros - t.held
    FROM (
      SELECT d.account_id,
             sum(CASE WHEN d.step = 'recaptures' THEN 0 ELSE d.held_micros END)::bigint AS held,
             sum(CASE WHEN d.step IN ('captures', 'recaptures') THEN d.amount ELSE 0 END)::bigint AS captured
      FROM decided AS d WHERE d.step IN ('captures', 'recaptures', 'releases', 'lapses') GROUP BY d.account_id
    ) AS t
    WHERE a.id = t.account_id
  )
  SELECT d.n,
    CASE WHEN d.step IN ('captures', 'recaptures', 'releases', 'repeated', 'confirms') THEN 'settled'
         WHEN d.step = 'lapses' THEN 'lapsed' ELSE d.step END,
    CASE WHEN d.step IN ('captures', 'recaptures') THEN d.amount
         WHEN d.step IN ('repeated', 'confirms') THEN d.captured_micros ELSE 0 END,
    CASE WHEN d.step IN ('repeated', 'confirms') THEN coalesce(d.balance_after_micros, d.balance_after)
         ELSE d.balance_after END
  FROM decided AS d;
END
$$;

-- Replicas of the previous release call this signature until they are replaced.
CREATE OR REPLACE FUNCTION settle_holds(p_ids text[], p_amounts bigint[], p_confirm_within interval)
RETURNS TABLE (item bigint, outcome text, captured_micros bigint, balance_micros bigint)
LANGUAGE sql AS $$
  SELECT * FROM settle_holds(p_ids, p_amounts, array_fill(false, ARRAY[cardinality(p_ids)]), p_confirm_within)
$$;
