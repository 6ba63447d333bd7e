-- All functions take their locks in the same order: keys by hash, accounts by id, holds by id. Two of them therefore
-- never deadlock, even in different replicas. Statements after the locks see everything that other transactions
-- committed before.
--
-- A connection caches its plans, because planning takes longer than a small batch. PostgreSQL may make a plan while the
-- tables are still empty, and would then choose a sequential scan for the life of the connection. Sequential scans are
-- therefore off. Lookups use `id = ANY (...)`, for which PostgreSQL then uses an index.

-- Takes holds, each independently and in the order given. A hold that is too large does not stop a smaller one after
-- it. Every id must occur once in the arrays. Outcomes: held, repeated (taken before), short (too little credit),
-- foreign (the id is another account's), unknown (no such account).
CREATE FUNCTION take_holds(
  p_ids text[], p_accounts text[], p_amounts bigint[], p_traces text[], p_operations text[], p_lifetime interval
) RETURNS TABLE (item bigint, outcome text, balance_micros bigint)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_now timestamptz;
  v_outcomes text[] := array_fill('held'::text, ARRAY[cardinality(p_ids)]);
  v_account text := '';
  v_free bigint := 0;
  v_item record;
BEGIN
  PERFORM FROM accounts WHERE id = ANY (p_accounts) ORDER BY id FOR NO KEY UPDATE;
  v_now := clock();

  FOR v_item IN
    SELECT i.n, i.amount, i.account, a.id AS known_account, a.balance_micros - a.held_micros AS free,
           h.account_id AS holder
    FROM unnest(p_ids, p_accounts, p_amounts) WITH ORDINALITY AS i (id, account, amount, n)
    LEFT JOIN (SELECT * FROM accounts WHERE id = ANY (p_accounts)) AS a ON a.id = i.account
    LEFT JOIN (SELECT * FROM holds WHERE id = ANY (p_ids)) AS h ON h.id = i.id
    ORDER BY i.account, i.n
  LOOP
    IF v_item.account <> v_account THEN
      v_account := v_item.account;
      v_free := v_item.free;
    END IF;
    IF v_item.known_account IS NULL THEN
      v_outcomes[v_item.n] := 'unknown';
    ELSIF v_item.holder IS NOT NULL THEN
      v_outcomes[v_item.n] := CASE WHEN v_item.holder = v_item.account THEN 'repeated' ELSE 'foreign' END;
    ELSIF v_item.amount > v_free THEN
      v_outcomes[v_item.n] := 'short';
    ELSE
      v_free := v_free - v_item.amount;
    END IF;
  END LOOP;

  RETURN QUERY
  WITH items AS MATERIALIZED (
    SELECT *
    FROM unnest(p_ids, p_accounts, p_amounts, p_traces, p_operations, v_outcomes)
      WITH ORDINALITY AS i (id, account, amount, trace, operation, outcome, n)
  ), taken AS (
    INSERT INTO holds (id, account_id, trace_id, operation, held_micros, held_at, due_at)
    SELECT i.id, i.account, i.trace, i.operation, i.amount, v_now, v_now + p_lifetime
    FROM items AS i WHERE i.outcome = 'held'
  ), moved AS (
    UPDATE accounts AS a SET held_micros = a.held_micros + t.total
    FROM (SELECT i.account, sum(i.amount)::bigint AS total FROM items AS i WHERE i.outcome = 'held' GROUP BY i.account) AS t
    WHERE a.id = t.account
  )
  SELECT i.n, i.outcome, a.balance_micros
  FROM items AS i
  LEFT JOIN (SELECT * FROM accounts WHERE id = ANY (p_accounts)) AS a ON a.id = i.account;
END
$$;

-- Settles holds: captures the amounts given and releases the rest, once for each hold. Every id must occur once.
-- Outcomes: settled (now or before), lapsed, unknown, excess (more than was held: nothing changes).
CREATE FUNCTION settle_holds(p_ids text[], p_amounts bigint[], p_confirm_within interval)
RETURNS TABLE (item bigint, outcome text, captured_micros bigint, balance_micros bigint)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_accounts text[];
  v_now timestamptz;
BEGIN
  -- A concurrent hold may become visible after its account should have been locked. The function therefore reads only
  -- holds of locked accounts, and treats such a hold as not taken yet.
  v_accounts := ARRAY(SELECT DISTINCT h.account_id FROM holds AS h WHERE h.id = ANY (p_ids));
  PERFORM FROM accounts AS a WHERE a.id = ANY (v_accounts) ORDER BY a.id FOR NO KEY UPDATE;
  v_now := clock();

  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT i.n, i.id, i.amount, h.account_id, h.held_micros, h.captured_micros, h.balance_after_micros,
      CASE
        WHEN h.id IS NULL THEN 'unknown'
        WHEN h.state IN ('lapsed', 'reversed') THEN 'lapsed'
        WHEN h.state <> 'open' THEN 'repeated'
        WHEN h.due_at <= v_now THEN 'lapses'
        WHEN i.amount > h.held_micros THEN 'excess'
        WHEN i.amount = 0 THEN 'releases'
        ELSE 'captures'
      END AS step
    FROM unnest(p_ids, p_amounts) WITH ORDINALITY AS i (id, amount, n)
    LEFT JOIN (
      SELECT * FROM holds WHERE holds.id = ANY (p_ids) AND holds.account_id = ANY (v_accounts)
    ) AS h ON h.id = i.id
  ), decided AS MATERIALIZED (
    SELECT f.*, a.balance_micros - (
      sum(CASE WHEN f.step = 'captures' THEN f.amount ELSE 0 END) OVER (PARTITION BY f.account_id ORDER BY f.n)
    )::bigint AS balance_after
    FROM found AS f
    LEFT JOIN (SELECT * FROM accounts WHERE accounts.id = ANY (v_accounts)) AS a ON a.id = f.account_id
  ), ended AS (
    UPDATE holds AS h SET
      state = CASE d.step WHEN 'captures' THEN 'captured' WHEN 'releases' THEN 'released' ELSE 'lapsed' END,
      captured_micros = CASE d.step WHEN 'captures' THEN d.amount ELSE 0 END,
      balance_after_micros = d.balance_after,
      ended_at = v_now,
      due_at = v_now + p_confirm_within
    FROM decided AS d
    WHERE h.id = d.id AND d.step IN ('captures', 'releases', 'lapses')
  ), written AS (
    INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
    SELECT d.id, entry.account, 'capture', entry.amount, v_now
    FROM decided AS d
    CROSS JOIN LATERAL (VALUES (d.account_id, -d.amount), ('system:revenue', d.amount)) AS entry (account, amount)
    WHERE d.step = 'captures'
  ), moved AS (
    UPDATE accounts AS a SET
      balance_micros = a.balance_micros - t.captured,
      held_micros = a.held_micros - t.held
    FROM (
      SELECT d.account_id, sum(d.held_micros)::bigint AS held,
             sum(CASE WHEN d.step = 'captures' THEN d.amount ELSE 0 END)::bigint AS captured
      FROM decided AS d WHERE d.step IN ('captures', 'releases', 'lapses') GROUP BY d.account_id
    ) AS t
    WHERE a.id = t.account_id
  )
  SELECT d.n,
    CASE WHEN d.step IN ('captures', 'releases', 'repeated') THEN 'settled'
         WHEN d.step = 'lapses' THEN 'lapsed' ELSE d.step END,
    CASE d.step WHEN 'captures' THEN d.amount WHEN 'repeated' THEN d.captured_micros ELSE 0 END,
    CASE d.step WHEN 'repeated' THEN coalesce(d.balance_after_micros, d.balance_after) ELSE d.balance_after END
  FROM decided AS d;
END
$$;

-- Gives credit back: releases open holds and reverses captured ones. Other holds, and holds that are due after
-- p_due_by, stay unchanged.
CREATE FUNCTION give_back(p_ids text[], p_open_becomes text, p_due_by timestamptz)
RETURNS TABLE (id text, state text)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_accounts text[];
  v_now timestamptz;
BEGIN
  -- As above, the function reads only holds of locked accounts.
  v_accounts := ARRAY(SELECT DISTINCT h.account_id FROM holds AS h WHERE h.id = ANY (p_ids));
  PERFORM FROM accounts AS a WHERE a.id = ANY (v_accounts) ORDER BY a.id FOR NO KEY UPDATE;
  v_now := clock();

  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT h.id, h.account_id, h.state, h.held_micros, h.captured_micros
    FROM holds AS h
    WHERE h.id = ANY (p_ids) AND h.account_id = ANY (v_accounts)
      AND h.state IN ('open', 'captured') AND h.due_at <= p_due_by
    ORDER BY h.id FOR NO KEY UPDATE
  ), ended AS (
    UPDATE holds AS h SET
      state = CASE f.state WHEN 'open' THEN p_open_becomes ELSE 'reversed' END,
      ended_at = coalesce(h.ended_at, v_now)
    FROM found AS f
    WHERE h.id = f.id
    RETURNING h.id, h.state
  ), written AS (
    INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
    SELECT f.id, entry.account, 'reversal', entry.amount, v_now
    FROM found AS f
    CROSS JOIN LATERAL (
      VALUES (f.account_id, f.captured_micros), ('system:revenue', -f.captured_micros)
    ) AS entry (account, amount)
    WHERE f.state = 'captured'
  ), moved AS (
    UPDATE accounts AS a SET
      balance_micros = a.balance_micros + t.returned,
      held_micros = a.held_micros - t.freed
    FROM (
      SELECT f.account_id,
        sum(CASE f.state WHEN 'captured' THEN f.captured_micros ELSE 0 END)::bigint AS returned,
        sum(CASE f.state WHEN 'open' THEN f.held_micros ELSE 0 END)::bigint AS freed
      FROM found AS f GROUP BY f.account_id
    ) AS t
    WHERE a.id = t.account_id
  )
  SELECT e.id, e.state FROM ended AS e;
END
$$;

-- Confirms captured holds whose answers were delivered, and gives back those whose answers were not. Returns the holds
-- that could not be confirmed with their state, and the holds that were given back.
CREATE FUNCTION confirm_holds(p_delivered text[], p_undelivered text[]) RETURNS TABLE (id text, state text)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  -- give_back locks accounts before holds, so it runs before the locks below.
  IF cardinality(p_undelivered) > 0 THEN
    RETURN QUERY SELECT g.id, g.state FROM give_back(p_undelivered, 'released', 'infinity') AS g;
  END IF;
  IF cardinality(p_delivered) > 0 THEN
    PERFORM FROM holds AS h WHERE h.id = ANY (p_delivered) AND h.state = 'captured' ORDER BY h.id FOR NO KEY UPDATE;
    UPDATE holds AS h SET state = 'confirmed' WHERE h.id = ANY (p_delivered) AND h.state = 'captured';
    RETURN QUERY SELECT h.id, h.state FROM holds AS h
      WHERE h.id = ANY (p_delivered) AND h.state NOT IN ('confirmed', 'released');
  END IF;
END
$$;

-- Ends up to p_limit holds that are due: open holds lapse and, with p_reverse, captured holds are reversed. Only one
-- replica runs this at a time. SKIP LOCKED is no alternative: on holds it could deadlock with a settlement, and on
-- accounts it would never reach one that is always busy.
CREATE FUNCTION sweep_holds(p_reverse boolean, p_limit integer) RETURNS TABLE (id text, state text)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := clock();
  v_ids text[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('assay sweep'), hashtext(current_schema())) THEN
    RETURN;
  END IF;
  DELETE FROM refusals WHERE refused_at < v_now - interval '10 minutes';
  v_ids := ARRAY(
    SELECT h.id FROM holds AS h
    WHERE h.state IN ('open', 'captured') AND h.due_at <= v_now AND (p_reverse OR h.state = 'open')
    ORDER BY h.due_at LIMIT p_limit
  );
  IF cardinality(v_ids) > 0 THEN
    RETURN QUERY SELECT g.id, g.state FROM give_back(v_ids, 'lapsed', v_now) AS g;
  END IF;
END
$$;
