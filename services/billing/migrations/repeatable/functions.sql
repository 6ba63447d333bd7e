-- The functions of the schema `billing`. The migration applies this file after the versioned migrations
-- (packages/storage/src/migrate.ts).
--
-- - A change of a function comes with a new versioned migration. A replica of the previous release knows fewer
--   versions. It then leaves the functions of the newer release unchanged.
-- - During an update, replicas of the previous release call these functions. Keep every signature and outcome that
--   those replicas use.
-- - Locks have one order: one idempotent call, keys by hash, accounts by id, holds by id. Two functions therefore never
--   wait for each other in a circle, even in different replicas. A statement after the locks sees everything that other
--   transactions committed before.
-- - A function with the argument p_wait waits for locked rows when the argument is true. When it is false, the function
--   leaves out the items of locked rows and gives them the outcome `busy`. A statement for many accounts never waits,
--   so that one locked account does not stop the others. The service then sends the busy items of each account in a
--   separate statement, which waits.
-- - A connection caches the plan of a statement for its life, and may make the plan while the tables are empty. Every
--   lookup therefore names an index that suits tables of any size: `id = ANY (...)` on the primary key. No lookup by id
--   has a condition on the state. Such a condition would let the planner read the whole partial index of pending holds,
--   including its dead entries.
-- - Every lookup of holds also states the smallest and the largest id. PostgreSQL then opens only the partitions of
--   these days. The array of ids alone does not let PostgreSQL exclude the other partitions.
-- - plans.integration.test.ts checks the plans on tables whose indexes have many dead entries.

-- Locks accounts in the order of their ids. Returns the ids of the accounts that another transaction has locked. With
-- p_wait, the function waits for these locks instead and returns no id.
CREATE OR REPLACE FUNCTION lock_accounts(p_accounts text[], p_wait boolean) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_locked text[];
BEGIN
  IF p_wait THEN
    PERFORM FROM accounts AS a WHERE a.id = ANY (p_accounts) ORDER BY a.id FOR NO KEY UPDATE;
    RETURN '{}';
  END IF;
  v_locked := ARRAY(
    SELECT a.id FROM accounts AS a WHERE a.id = ANY (p_accounts) ORDER BY a.id FOR NO KEY UPDATE SKIP LOCKED
  );
  -- The usual case, which needs no second look-up: every id names another account, and none of them was locked.
  IF cardinality(v_locked) = cardinality(p_accounts) THEN
    RETURN '{}';
  END IF;
  RETURN ARRAY(SELECT a.id FROM accounts AS a WHERE a.id = ANY (p_accounts) EXCEPT SELECT unnest(v_locked));
END
$$;

-- Locks the keys that are not revoked, in the order of their hashes. Returns the hashes of the keys that another
-- transaction has locked. See lock_accounts for p_wait.
CREATE OR REPLACE FUNCTION lock_keys(p_keys bytea[], p_wait boolean) RETURNS bytea[] LANGUAGE plpgsql AS $$
BEGIN
  IF p_wait THEN
    PERFORM FROM keys AS k WHERE k.sha256 = ANY (p_keys) AND k.revoked_at IS NULL ORDER BY k.sha256 FOR NO KEY UPDATE;
    RETURN '{}';
  END IF;
  RETURN ARRAY(
    SELECT k.sha256 FROM keys AS k WHERE k.sha256 = ANY (p_keys) AND k.revoked_at IS NULL
    EXCEPT ALL
    SELECT l.sha256 FROM (
      SELECT k.sha256 FROM keys AS k WHERE k.sha256 = ANY (p_keys) AND k.revoked_at IS NULL
      ORDER BY k.sha256 FOR NO KEY UPDATE SKIP LOCKED
    ) AS l
  );
END
$$;

-- Locks holds in the order of their ids, and returns the ids of the holds that another transaction has locked. The
-- function never waits. p_low and p_high are the smallest and the largest id in p_ids.
CREATE OR REPLACE FUNCTION lock_free_holds(p_ids text[], p_low text, p_high text) RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
  v_locked text[];
BEGIN
  v_locked := ARRAY(
    SELECT h.id FROM holds AS h WHERE h.id = ANY (p_ids) AND h.id BETWEEN p_low AND p_high
    ORDER BY h.id FOR NO KEY UPDATE SKIP LOCKED
  );
  -- The usual case, which needs no second look-up: every id names a hold, and none of them was locked.
  IF cardinality(v_locked) = cardinality(p_ids) THEN
    RETURN '{}';
  END IF;
  RETURN ARRAY(
    SELECT h.id FROM holds AS h WHERE h.id = ANY (p_ids) AND h.id BETWEEN p_low AND p_high
    EXCEPT SELECT unnest(v_locked)
  );
END
$$;

-- Returns the id of the account that has a hold.
CREATE OR REPLACE FUNCTION account_of_hold(p_id text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT h.account_id FROM holds AS h WHERE h.id = p_id);
END
$$;

-- Takes holds, each independently and in the given order. A hold that is too large does not stop a smaller hold after
-- it. Every id must occur only once in the arrays. The caller has locked the accounts, except those in p_busy, which
-- another transaction has locked.
-- Outcomes:
-- - held: this call took the hold
-- - repeated: the hold was taken before
-- - short: the account has too little free credit
-- - foreign: another account has a hold with this id
-- - unknown: no such account
-- - busy: the account is locked, and nothing changes
CREATE OR REPLACE FUNCTION take_holds_of_locked(
  p_ids text[], p_accounts text[], p_amounts bigint[], p_traces text[], p_operations text[], p_lifetime interval,
  p_busy text[]
) RETURNS TABLE (item bigint, outcome text, balance_micros bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_low text;
  v_high text;
  v_now timestamptz := clock();
  v_outcomes text[] := array_fill('held'::text, ARRAY[cardinality(p_ids)]);
  v_account text := '';
  v_free bigint := 0;
  v_item record;
BEGIN
  SELECT min(u), max(u) INTO v_low, v_high FROM unnest(p_ids) AS u;
  FOR v_item IN
    SELECT i.n, i.amount, i.account, a.id AS known_account, a.balance_micros - a.held_micros AS free,
           h.account_id AS holder
    FROM unnest(p_ids, p_accounts, p_amounts) WITH ORDINALITY AS i (id, account, amount, n)
    LEFT JOIN (SELECT * FROM accounts WHERE id = ANY (p_accounts)) AS a ON a.id = i.account
    LEFT JOIN (SELECT * FROM holds WHERE id = ANY (p_ids) AND id BETWEEN v_low AND v_high) AS h ON h.id = i.id
    ORDER BY i.account, i.n
  LOOP
    IF v_item.account <> v_account THEN
      v_account := v_item.account;
      v_free := v_item.free;
    END IF;
    IF v_item.known_account IS NULL THEN
      v_outcomes[v_item.n] := 'unknown';
    ELSIF v_item.account = ANY (p_busy) THEN
      v_outcomes[v_item.n] := 'busy';
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

-- Takes holds as take_holds_of_locked does, after it has locked the accounts. See lock_accounts for p_wait.
CREATE OR REPLACE FUNCTION take_holds(
  p_ids text[], p_accounts text[], p_amounts bigint[], p_traces text[], p_operations text[], p_lifetime interval,
  p_wait boolean
) RETURNS TABLE (item bigint, outcome text, balance_micros bigint)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_busy text[] := lock_accounts(p_accounts, p_wait);
BEGIN
  RETURN QUERY
  SELECT * FROM take_holds_of_locked(p_ids, p_accounts, p_amounts, p_traces, p_operations, p_lifetime, v_busy);
END
$$;

-- Replicas of earlier releases call this signature.
CREATE OR REPLACE FUNCTION take_holds(
  p_ids text[], p_accounts text[], p_amounts bigint[], p_traces text[], p_operations text[], p_lifetime interval
) RETURNS TABLE (item bigint, outcome text, balance_micros bigint)
LANGUAGE sql AS $$
  SELECT * FROM take_holds(p_ids, p_accounts, p_amounts, p_traces, p_operations, p_lifetime, true)
$$;

-- Settles holds: captures an amount and releases the rest, once for each hold. Every id must occur only once in the
-- arrays.
--
-- A settlement may state that the customer already received the answer. Nobody confirms such a capture later, so the
-- capture is final immediately. Then a hold that lapsed before the settlement is captured as well, if the account's
-- free credit covers the amount. If the credit does not cover it, the settlement changes nothing, and the caller may
-- send it again.
--
-- p_outcomes and p_levels state how each call ended, for the account's usage. An empty text leaves the column
-- unchanged.
--
-- Outcomes:
-- - settled: by this call or by an earlier one
-- - lapsed: the hold had lapsed, and nothing is charged
-- - unknown: no such hold
-- - excess: the amount exceeds the hold, and nothing changes
-- - short: the account has too little free credit
-- - busy: the hold or its account is locked, and nothing changes
-- The last column names the account of a busy item.
CREATE OR REPLACE FUNCTION settle_holds(
  p_ids text[], p_amounts bigint[], p_received boolean[], p_outcomes text[], p_levels text[], p_confirm_within interval,
  p_wait boolean
) RETURNS TABLE (item bigint, outcome text, captured_micros bigint, balance_micros bigint, busy_account text)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_low text;
  v_high text;
  v_accounts text[];
  v_now timestamptz;
  v_busy text[] := '{}';
  v_busy_accounts text[];
  v_confirmed text[];
  v_short text[] := '{}';
  v_account text := '';
  v_free bigint := 0;
  v_item record;
BEGIN
  SELECT min(u), max(u) INTO v_low, v_high FROM unnest(p_ids) AS u;
  -- A hold that another transaction commits at this moment may become visible after the accounts were locked. The
  -- function has not locked the account of such a hold, so it treats the hold as unknown. A hold of a busy account is
  -- busy, even when the hold became visible late. The statement that returns the results therefore examines the account
  -- of each hold. No earlier statement lists such holds.
  v_accounts := ARRAY(SELECT DISTINCT h.account_id FROM holds AS h WHERE h.id = ANY (p_ids) AND h.id BETWEEN v_low AND v_high);
  v_busy_accounts := lock_accounts(v_accounts, p_wait);
  IF NOT p_wait THEN
    v_busy := lock_free_holds(p_ids, v_low, v_high);
  END IF;
  v_now := clock();

  -- Only a settlement of a hold that has lapsed can find too little credit. The loop goes through the items of each
  -- account in their order, and v_free is the credit that the earlier items leave.
  IF true = ANY (p_received) THEN
    FOR v_item IN
      SELECT h.id, h.account_id, h.held_micros, h.state, i.amount, i.received,
             a.balance_micros - a.held_micros AS free, h.due_at <= v_now AS due
      FROM unnest(p_ids, p_amounts, p_received) WITH ORDINALITY AS i (id, amount, received, n)
      JOIN (SELECT * FROM holds WHERE holds.id = ANY (p_ids) AND holds.id BETWEEN v_low AND v_high OFFSET 0) AS h ON h.id = i.id
      JOIN (SELECT * FROM accounts WHERE accounts.id = ANY (v_accounts)) AS a ON a.id = h.account_id
      WHERE h.state IN ('open', 'lapsed') AND i.amount <= h.held_micros AND h.id <> ALL (v_busy)
        AND h.account_id <> ALL (v_busy_accounts)
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
    -- A capture whose answer was received is final. The statement below then finds it settled.
    v_confirmed := ARRAY(
      SELECT h.id FROM unnest(p_ids, p_received) AS i (id, received)
      JOIN (SELECT * FROM holds WHERE holds.id = ANY (p_ids) AND holds.id BETWEEN v_low AND v_high OFFSET 0) AS h ON h.id = i.id
      WHERE i.received AND h.state = 'captured' AND h.id <> ALL (v_busy)
        AND h.account_id = ANY (v_accounts) AND h.account_id <> ALL (v_busy_accounts)
    );
    UPDATE holds AS h SET state = 'confirmed' WHERE h.id = ANY (v_confirmed) AND h.id BETWEEN v_low AND v_high;
  END IF;

  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT i.n, i.id, i.amount, i.received, i.outcome, i.level, h.level AS level_before,
           h.account_id, h.held_micros, h.captured_micros, h.balance_after_micros,
      CASE
        WHEN i.id = ANY (v_busy) OR h.account_id = ANY (v_busy_accounts) THEN 'busy'
        WHEN h.id IS NULL THEN 'unknown'
        WHEN h.state = 'lapsed' AND i.received AND i.amount > 0 THEN
          CASE WHEN i.amount > h.held_micros THEN 'excess' WHEN i.id = ANY (v_short) THEN 'short' ELSE 'recaptures' END
        WHEN h.state IN ('lapsed', 'reversed') THEN 'lapsed'
        WHEN h.state <> 'open' THEN 'repeated'
        WHEN h.due_at <= v_now AND NOT i.received THEN 'lapses'
        WHEN i.amount > h.held_micros THEN 'excess'
        WHEN i.amount = 0 THEN 'releases'
        ELSE 'captures'
      END AS step
    FROM unnest(p_ids, p_amounts, p_received, p_outcomes, p_levels)
      WITH ORDINALITY AS i (id, amount, received, outcome, level, n)
    LEFT JOIN (
      SELECT * FROM (
        SELECT * FROM holds WHERE holds.id = ANY (p_ids) AND holds.id BETWEEN v_low AND v_high OFFSET 0
      ) AS by_id
      WHERE by_id.account_id = ANY (v_accounts)
    ) AS h ON h.id = i.id
  ), decided AS MATERIALIZED (
    SELECT f.*, a.balance_micros - (
      sum(CASE WHEN f.step IN ('captures', 'recaptures') THEN f.amount ELSE 0 END)
        OVER (PARTITION BY f.account_id ORDER BY f.n)
    )::bigint AS balance_after, a.usage_counted_from
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
      outcome = coalesce(nullif(d.outcome, ''), h.outcome),
      level = coalesce(nullif(d.level, ''), h.level),
      ended_at = v_now,
      due_at = v_now + p_confirm_within
    FROM decided AS d
    WHERE h.id = d.id AND h.id = ANY (p_ids) AND h.id BETWEEN v_low AND v_high
      AND d.step IN ('captures', 'recaptures', 'releases', 'lapses')
    RETURNING h.account_id, h.held_at, h.operation, h.state, h.outcome, h.level, h.captured_micros, d.step, d.level_before,
              d.usage_counted_from
  ), usage_changes AS (
    SELECT e.account_id, e.held_at, e.operation, outcome_of_call(e.state, e.outcome, e.captured_micros) AS outcome, e.level,
           1 AS calls, e.captured_micros AS debited_micros
    FROM ended AS e WHERE e.held_at >= e.usage_counted_from
    UNION ALL
    SELECT e.account_id, e.held_at, e.operation, outcome_of_call('lapsed', '', 0), e.level_before, -1, 0
    FROM ended AS e WHERE e.step = 'recaptures' AND e.held_at >= e.usage_counted_from
  ), counted AS (
    INSERT INTO usage_by_hour AS u (account_id, hour, type, outcome, level, calls, debited_micros)
    SELECT c.account_id, date_trunc('hour', c.held_at, 'UTC'), type_of_call(c.operation), c.outcome, coalesce(c.level, ''),
           sum(c.calls), sum(c.debited_micros)
    FROM usage_changes AS c
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT usage_by_hour_pkey DO UPDATE
    SET calls = u.calls + excluded.calls, debited_micros = u.debited_micros + excluded.debited_micros
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
    CASE WHEN d.step IN ('captures', 'recaptures', 'releases', 'repeated') THEN 'settled'
         WHEN d.step = 'lapses' THEN 'lapsed' ELSE d.step END,
    CASE WHEN d.step IN ('captures', 'recaptures') THEN d.amount WHEN d.step = 'repeated' THEN d.captured_micros ELSE 0 END,
    CASE WHEN d.step = 'repeated' THEN coalesce(d.balance_after_micros, d.balance_after) ELSE d.balance_after END,
    CASE WHEN d.step = 'busy' THEN d.account_id END
  FROM decided AS d;
END
$$;

-- Replicas of earlier releases call these signatures.
CREATE OR REPLACE FUNCTION settle_holds(
  p_ids text[], p_amounts bigint[], p_received boolean[], p_outcomes text[], p_levels text[], p_confirm_within interval
) RETURNS TABLE (item bigint, outcome text, captured_micros bigint, balance_micros bigint)
LANGUAGE sql AS $$
  SELECT s.item, s.outcome, s.captured_micros, s.balance_micros
  FROM settle_holds(p_ids, p_amounts, p_received, p_outcomes, p_levels, p_confirm_within, true) AS s
$$;

CREATE OR REPLACE FUNCTION settle_holds(p_ids text[], p_amounts bigint[], p_received boolean[], p_confirm_within interval)
RETURNS TABLE (item bigint, outcome text, captured_micros bigint, balance_micros bigint)
LANGUAGE sql AS $$
  SELECT * FROM settle_holds(p_ids, p_amounts, p_received, array_fill(''::text, ARRAY[cardinality(p_ids)]),
    array_fill(''::text, ARRAY[cardinality(p_ids)]), p_confirm_within)
$$;

CREATE OR REPLACE FUNCTION settle_holds(p_ids text[], p_amounts bigint[], p_confirm_within interval)
RETURNS TABLE (item bigint, outcome text, captured_micros bigint, balance_micros bigint)
LANGUAGE sql AS $$
  SELECT * FROM settle_holds(p_ids, p_amounts, array_fill(false, ARRAY[cardinality(p_ids)]), p_confirm_within)
$$;

-- Ends the pending holds among p_ids that are due at p_due_by. Releases the amount of an open hold, and credits a
-- captured amount again. Returns the holds that the function ended, with their new states. A hold that is locked, or
-- whose account is locked, stays unchanged and is returned as `busy`.
CREATE OR REPLACE FUNCTION give_back(p_ids text[], p_open_becomes text, p_due_by timestamptz, p_wait boolean)
RETURNS TABLE (id text, state text)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_low text;
  v_high text;
  v_accounts text[];
  v_ids text[];
  v_busy text[];
  v_busy_accounts text[];
  v_now timestamptz;
BEGIN
  SELECT min(u), max(u) INTO v_low, v_high FROM unnest(p_ids) AS u;
  -- The function ignores holds whose accounts it did not lock. settle_holds explains the reason.
  v_accounts := ARRAY(SELECT DISTINCT h.account_id FROM holds AS h WHERE h.id = ANY (p_ids) AND h.id BETWEEN v_low AND v_high);
  v_busy_accounts := lock_accounts(v_accounts, p_wait);
  SELECT coalesce(array_agg(h.id) FILTER (WHERE h.account_id = ANY (v_accounts) AND h.account_id <> ALL (v_busy_accounts)), '{}'),
         coalesce(array_agg(h.id) FILTER (WHERE h.account_id = ANY (v_busy_accounts)), '{}')
  INTO v_ids, v_busy
  FROM holds AS h WHERE h.id = ANY (p_ids) AND h.id BETWEEN v_low AND v_high;
  IF NOT p_wait THEN
    v_busy := v_busy || lock_free_holds(v_ids, v_low, v_high);
  END IF;
  IF cardinality(v_busy) > 0 THEN
    v_ids := ARRAY(SELECT unnest(v_ids) EXCEPT SELECT unnest(v_busy));
    RETURN QUERY SELECT b, 'busy' FROM unnest(v_busy) AS b;
  END IF;
  v_now := clock();

  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT h.id, h.account_id, h.state, h.held_micros, h.captured_micros, h.due_at, h.held_at, h.operation, h.outcome, h.level
    FROM holds AS h WHERE h.id = ANY (v_ids) AND h.id BETWEEN v_low AND v_high ORDER BY h.id FOR NO KEY UPDATE
  ), due AS MATERIALIZED (
    SELECT f.* FROM found AS f WHERE f.state IN ('open', 'captured') AND f.due_at <= p_due_by
  ), ended AS (
    UPDATE holds AS h SET
      state = CASE d.state WHEN 'open' THEN p_open_becomes ELSE 'reversed' END,
      ended_at = coalesce(h.ended_at, v_now)
    FROM due AS d
    WHERE h.id = d.id AND h.id = ANY (v_ids) AND h.id BETWEEN v_low AND v_high
    RETURNING h.id, h.state
  ), usage_changes AS (
    SELECT d.account_id, d.held_at, d.operation, outcome_of_call(e.state, d.outcome, 0) AS outcome, d.level,
           1 AS calls, 0::bigint AS debited_micros
    FROM due AS d JOIN ended AS e ON e.id = d.id
    UNION ALL
    SELECT d.account_id, d.held_at, d.operation, outcome_of_call(d.state, d.outcome, d.captured_micros), d.level,
           -1, -d.captured_micros
    FROM due AS d WHERE d.state = 'captured'
  ), counted AS (
    INSERT INTO usage_by_hour AS u (account_id, hour, type, outcome, level, calls, debited_micros)
    SELECT c.account_id, date_trunc('hour', c.held_at, 'UTC'), type_of_call(c.operation), c.outcome, coalesce(c.level, ''),
           sum(c.calls), sum(c.debited_micros)
    FROM usage_changes AS c
    JOIN (SELECT * FROM accounts WHERE accounts.id = ANY (v_accounts)) AS a ON a.id = c.account_id
    WHERE c.held_at >= a.usage_counted_from
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT usage_by_hour_pkey DO UPDATE
    SET calls = u.calls + excluded.calls, debited_micros = u.debited_micros + excluded.debited_micros
  ), written AS (
    INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
    SELECT d.id, entry.account, 'reversal', entry.amount, v_now
    FROM due AS d
    CROSS JOIN LATERAL (
      VALUES (d.account_id, d.captured_micros), ('system:revenue', -d.captured_micros)
    ) AS entry (account, amount)
    WHERE d.state = 'captured'
  ), moved AS (
    UPDATE accounts AS a SET
      balance_micros = a.balance_micros + t.returned,
      held_micros = a.held_micros - t.freed
    FROM (
      SELECT d.account_id,
        sum(CASE d.state WHEN 'captured' THEN d.captured_micros ELSE 0 END)::bigint AS returned,
        sum(CASE d.state WHEN 'open' THEN d.held_micros ELSE 0 END)::bigint AS freed
      FROM due AS d GROUP BY d.account_id
    ) AS t
    WHERE a.id = t.account_id
  )
  SELECT e.id, e.state FROM ended AS e;
END
$$;

-- Functions of earlier releases call this signature.
CREATE OR REPLACE FUNCTION give_back(p_ids text[], p_open_becomes text, p_due_by timestamptz)
RETURNS TABLE (id text, state text)
LANGUAGE sql AS $$
  SELECT * FROM give_back(p_ids, p_open_becomes, p_due_by, true)
$$;

-- Confirms the captures of delivered answers, and gives back the holds of undelivered answers. Returns the holds that
-- it could not confirm and the holds that it gave back, each with its state. A hold that is locked, or whose account is
-- locked, stays unchanged and is returned as `busy`. The last column then names the hold's account.
CREATE OR REPLACE FUNCTION confirm_holds(p_delivered text[], p_undelivered text[], p_wait boolean)
RETURNS TABLE (id text, state text, busy_account text)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_low text;
  v_high text;
  v_captured text[];
  v_busy text[] := '{}';
BEGIN
  -- give_back locks accounts before holds, so it must run before this function locks a hold.
  IF cardinality(p_undelivered) > 0 THEN
    RETURN QUERY
    SELECT g.id, g.state, CASE WHEN g.state = 'busy' THEN account_of_hold(g.id) END
    FROM give_back(p_undelivered, 'released', 'infinity', p_wait) AS g;
  END IF;
  IF cardinality(p_delivered) > 0 THEN
    SELECT min(u), max(u) INTO v_low, v_high FROM unnest(p_delivered) AS u;
    IF p_wait THEN
      v_captured := ARRAY(
        SELECT f.id FROM (
          SELECT h.id, h.state FROM holds AS h WHERE h.id = ANY (p_delivered) AND h.id BETWEEN v_low AND v_high
          ORDER BY h.id FOR NO KEY UPDATE
        ) AS f
        WHERE f.state = 'captured'
      );
    ELSE
      v_captured := ARRAY(
        SELECT f.id FROM (
          SELECT h.id, h.state FROM holds AS h WHERE h.id = ANY (p_delivered) AND h.id BETWEEN v_low AND v_high
          ORDER BY h.id FOR NO KEY UPDATE SKIP LOCKED
        ) AS f
        WHERE f.state = 'captured'
      );
    END IF;
    UPDATE holds AS h SET state = 'confirmed' WHERE h.id = ANY (v_captured) AND h.id BETWEEN v_low AND v_high;
    -- In the usual case every hold was captured and free. Otherwise the function looks at the other holds.
    IF cardinality(v_captured) < cardinality(p_delivered) THEN
      p_delivered := ARRAY(SELECT unnest(p_delivered) EXCEPT SELECT unnest(v_captured));
      IF NOT p_wait THEN
        v_busy := lock_free_holds(p_delivered, v_low, v_high);
      END IF;
      RETURN QUERY
      -- A hold that was locked above and is free now is still captured.
      SELECT f.id, CASE WHEN b.busy THEN 'busy' ELSE f.state END, CASE WHEN b.busy THEN f.account_id END
      FROM (
        SELECT h.id, h.state, h.account_id FROM holds AS h
        WHERE h.id = ANY (p_delivered) AND h.id BETWEEN v_low AND v_high OFFSET 0
      ) AS f
      CROSS JOIN LATERAL (SELECT f.id = ANY (v_busy) OR f.state = 'captured' AS busy) AS b
      WHERE b.busy OR f.state NOT IN ('confirmed', 'released');
    END IF;
  END IF;
END
$$;

-- Replicas of earlier releases call this signature. finish_call also calls it, after it has locked the holds.
CREATE OR REPLACE FUNCTION confirm_holds(p_delivered text[], p_undelivered text[]) RETURNS TABLE (id text, state text)
LANGUAGE sql AS $$
  SELECT c.id, c.state FROM confirm_holds(p_delivered, p_undelivered, true) AS c
$$;

-- Ends up to p_limit holds that are due: open holds lapse and, with p_reverse, captured holds are reversed. Only one
-- replica sweeps at a time. The sweep skips the holds in p_except. It also skips holds that are locked or whose account
-- is locked, and returns these as `busy` with their accounts. The caller then ends the holds of each such account in a
-- statement that waits. Even the holds of an account that is always busy are therefore swept.
CREATE OR REPLACE FUNCTION sweep_holds(p_reverse boolean, p_limit integer, p_except text[])
RETURNS TABLE (id text, state text, busy_account text)
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
      AND h.id <> ALL (p_except)
    ORDER BY h.due_at LIMIT p_limit
  );
  IF cardinality(v_ids) > 0 THEN
    RETURN QUERY
    SELECT g.id, g.state, CASE WHEN g.state = 'busy' THEN account_of_hold(g.id) END
    FROM give_back(v_ids, 'lapsed', v_now, false) AS g;
  END IF;
END
$$;

-- Replicas of earlier releases call this signature. They do not know the state `busy`, so this function returns no such
-- rows.
CREATE OR REPLACE FUNCTION sweep_holds(p_reverse boolean, p_limit integer) RETURNS TABLE (id text, state text)
LANGUAGE sql AS $$
  SELECT s.id, s.state FROM sweep_holds(p_reverse, p_limit, '{}') AS s WHERE s.state <> 'busy'
$$;

-- Admits requests: checks the key, then the rate limit, then the credit. Decides each request independently, in the
-- given order. Every id that is not empty must occur only once in the arrays.
--
-- The limit is a sliding window of 60 seconds on the database's clock: a request leaves the window 60 seconds after it
-- was counted. Up to 600 requests a minute, the window stores the time of every request. Above that, it rounds times up
-- to the next tenth of a second, so that the window has fewer than a thousand entries. A request then leaves the window
-- at most 100 ms late, and never early. When somebody set the clock back, a stored time can be in the future. Such a
-- time counts as now: the limit stays strict, and no key waits longer than one window.
--
-- A hold id that the function admitted or refused before gets the same result again and does not count again.
-- Admissions: admitted, invalid_key, rate_limited, insufficient, foreign (another account has a hold with this id),
-- busy (nothing changes and nothing counts). An item is busy when its key is locked, or when it has an amount and its
-- account is locked.
CREATE OR REPLACE FUNCTION admit(
  p_keys bytea[], p_ids text[], p_amounts bigint[], p_traces text[], p_operations text[], p_lifetime interval,
  p_wait boolean
) RETURNS TABLE (
  item bigint, admission text, account_id text, allowed integer, remaining integer, reset_ms integer,
  balance_micros bigint
)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_now bigint;
  v_window constant bigint := 60000000;
  v_exact_up_to constant integer := 600;
  v_coarse constant bigint := 100000;
  v_admissions text[];
  v_accounts text[];
  v_allowed integer[];
  v_remaining integer[];
  v_resets integer[];
  v_held bigint[];
  v_busy_keys bytea[];
  v_paid_keys bytea[];
  v_busy_accounts text[];
  v_low text;
  v_high text;
BEGIN
  -- An item that takes no hold has an empty id.
  SELECT min(u), max(u) INTO v_low, v_high FROM unnest(p_ids) AS u WHERE u <> '';
  v_busy_keys := lock_keys(p_keys, p_wait);
  -- The accounts are locked here, before an item counts against the limit. An item that counts can therefore not become
  -- busy later.
  v_paid_keys := p_keys;
  IF 0 = ANY (p_amounts) THEN
    v_paid_keys := ARRAY(SELECT i.sha256 FROM unnest(p_keys, p_amounts) AS i (sha256, amount) WHERE i.amount > 0);
  END IF;
  v_busy_accounts := lock_accounts(ARRAY(
    SELECT DISTINCT k.account_id FROM keys AS k WHERE k.sha256 = ANY (v_paid_keys) AND k.sha256 <> ALL (v_busy_keys)
  ), p_wait);
  v_now := (extract(epoch FROM clock()) * 1000000)::bigint;

  WITH windows AS MATERIALIZED (
    SELECT k.sha256, k.account_id, a.rate_limit_per_minute AS allowed, s.stamp, w.moments, w.counts, w.used,
           k.window_moments[cardinality(k.window_moments)] > s.stamp AS rewound
    FROM (SELECT * FROM keys WHERE keys.sha256 = ANY (p_keys) OFFSET 0) AS k
    JOIN accounts AS a ON a.id = k.account_id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN a.rate_limit_per_minute <= v_exact_up_to THEN v_now
                  ELSE (v_now + v_coarse - 1) / v_coarse * v_coarse END AS stamp
    ) AS s
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(least(e.moment, s.stamp) ORDER BY e.n), '{}') AS moments,
             coalesce(array_agg(e.count ORDER BY e.n), '{}') AS counts,
             coalesce(sum(e.count), 0)::integer AS used
      FROM unnest(k.window_moments, k.window_counts) WITH ORDINALITY AS e (moment, count, n)
      WHERE e.moment > v_now - v_window
    ) AS w
    WHERE k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR extract(epoch FROM k.expires_at) * 1000000 > v_now)
  ), known AS (
    SELECT h.id, h.account_id, 'admitted' AS admission FROM holds AS h
    WHERE h.id = ANY (p_ids) AND h.id BETWEEN v_low AND v_high
    UNION ALL
    -- The caller of a refused request may have taken its hold later, with the method Hold.
    SELECT r.hold_id, NULL, 'insufficient' FROM refusals AS r
    WHERE r.hold_id = ANY (p_ids) AND r.hold_id NOT IN (
      SELECT h.id FROM holds AS h WHERE h.id = ANY (p_ids) AND h.id BETWEEN v_low AND v_high
    )
  ), ranked AS MATERIALIZED (
    SELECT i.n, i.sha256, i.amount, w.account_id, w.allowed, w.used, w.stamp, w.moments, w.counts, w.rewound,
           CASE WHEN k.account_id <> w.account_id THEN 'foreign' ELSE k.admission END AS before,
           count(*) FILTER (WHERE k.id IS NULL AND NOT b.busy) OVER (PARTITION BY i.sha256 ORDER BY i.n)::integer AS rank,
           lead(i.n) OVER (PARTITION BY i.sha256 ORDER BY i.n) IS NULL AS last, b.busy
    FROM unnest(p_keys, p_ids, p_amounts) WITH ORDINALITY AS i (sha256, id, amount, n)
    LEFT JOIN windows AS w ON w.sha256 = i.sha256
    LEFT JOIN known AS k ON k.id = i.id
    CROSS JOIN LATERAL (
      SELECT i.sha256 = ANY (v_busy_keys) OR (
        i.amount > 0 AND coalesce(w.account_id = ANY (v_busy_accounts), false) AND k.id IS NULL
      ) AS busy
    ) AS b
  ), written AS (
    -- The rank of a key's last item is the number of the key's items that count against the limit.
    UPDATE keys AS k SET
      window_moments = CASE WHEN c.count = 0 OR r.moments[cardinality(r.moments)] = r.stamp THEN r.moments
                            ELSE r.moments || r.stamp END,
      window_counts = CASE WHEN c.count = 0 THEN r.counts
        WHEN r.moments[cardinality(r.moments)] = r.stamp
        THEN r.counts[:cardinality(r.counts) - 1] || (r.counts[cardinality(r.counts)] + c.count)
        ELSE r.counts || c.count END
    FROM ranked AS r
    CROSS JOIN LATERAL (SELECT greatest(0, least(r.rank, r.allowed - r.used)) AS count) AS c
    -- When the clock was set back, the window stores the corrected times immediately. Otherwise every later request
    -- would wait a whole window again.
    WHERE k.sha256 = r.sha256 AND k.sha256 = ANY (p_keys) AND r.last AND (c.count > 0 OR r.rewound)
      AND k.sha256 <> ALL (v_busy_keys)
  )
  SELECT
    array_agg(CASE
      WHEN r.account_id IS NULL THEN 'invalid_key'
      WHEN r.busy THEN 'busy'
      WHEN r.before IS NOT NULL THEN r.before
      WHEN r.used + r.rank > r.allowed THEN 'rate_limited'
      WHEN r.amount > 0 THEN 'to hold'
      ELSE 'admitted' END ORDER BY r.n),
    array_agg(r.account_id ORDER BY r.n),
    array_agg(r.allowed ORDER BY r.n),
    array_agg(greatest(0, r.allowed - r.used - r.rank) ORDER BY r.n),
    array_agg(((coalesce(r.moments[1], r.stamp) + v_window - v_now + 999) / 1000)::integer ORDER BY r.n),
    array_agg(r.n ORDER BY r.n) FILTER (
      WHERE r.before IS NULL AND r.used + r.rank <= r.allowed AND r.amount > 0 AND NOT r.busy
    )
  INTO v_admissions, v_accounts, v_allowed, v_remaining, v_resets, v_held
  FROM ranked AS r;

  IF v_held IS NOT NULL THEN
    SELECT array_agg(coalesce(t.admission, a.admission) ORDER BY a.n) INTO v_admissions
    FROM unnest(v_admissions) WITH ORDINALITY AS a (admission, n)
    LEFT JOIN (
      SELECT v_held[h.item] AS n, CASE WHEN h.outcome IN ('held', 'repeated') THEN 'admitted'
             WHEN h.outcome = 'foreign' THEN 'foreign' ELSE 'insufficient' END AS admission
      FROM (
        SELECT array_agg(p_ids[n]), array_agg(v_accounts[n]), array_agg(p_amounts[n]), array_agg(p_traces[n]),
               array_agg(p_operations[n])
        FROM (SELECT unnest(v_held) AS n) AS chosen
      ) AS s (ids, accounts, amounts, traces, operations)
      CROSS JOIN LATERAL take_holds_of_locked(s.ids, s.accounts, s.amounts, s.traces, s.operations, p_lifetime, '{}') AS h
    ) AS t ON t.n = a.n;
    IF 'insufficient' = ANY (v_admissions) THEN
      INSERT INTO refusals (hold_id, refused_at)
      SELECT p_ids[n], clock() FROM unnest(v_held) AS n WHERE v_admissions[n] = 'insufficient'
      ON CONFLICT DO NOTHING;
    END IF;
  END IF;

  RETURN QUERY
  SELECT i.n, i.admission, i.account, i.allowed, i.remaining, i.reset_ms, a.balance_micros
  FROM unnest(v_admissions, v_accounts, v_allowed, v_remaining, v_resets)
    WITH ORDINALITY AS i (admission, account, allowed, remaining, reset_ms, n)
  LEFT JOIN (SELECT * FROM accounts WHERE id = ANY (v_accounts)) AS a ON a.id = i.account;
END
$$;

-- Replicas of earlier releases call this signature.
CREATE OR REPLACE FUNCTION admit(
  p_keys bytea[], p_ids text[], p_amounts bigint[], p_traces text[], p_operations text[], p_lifetime interval
) RETURNS TABLE (
  item bigint, admission text, account_id text, allowed integer, remaining integer, reset_ms integer,
  balance_micros bigint
)
LANGUAGE sql AS $$
  SELECT * FROM admit(p_keys, p_ids, p_amounts, p_traces, p_operations, p_lifetime, true)
$$;

-- Returns the holds of an attempt of an idempotent call. An attempt takes its holds within the call's lifetime of a
-- day, so the function reads no earlier days. If the gateway's clock is a day behind, the function does not find the
-- holds. The sweep then gives them back.
CREATE OR REPLACE FUNCTION holds_of_attempt(p_account text, p_trace text) RETURNS text[]
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_first text := first_hold_of(clock() - interval '2 days');
BEGIN
  RETURN ARRAY(
    SELECT h.id
    FROM (SELECT * FROM holds WHERE holds.trace_id = p_trace AND (holds.id >= v_first OR holds.id < 'ht_') OFFSET 0) AS h
    WHERE h.account_id = p_account
  );
END
$$;

-- Begins an attempt of an idempotent call. The attempt gets a lease, and only the attempt with the lease can store an
-- answer. The trace id identifies the attempt, so a repeated request gets the same result.
--
-- When the lease of the previous attempt has ended, a new attempt takes it over and gives back the holds of the
-- previous attempt. The previous attempt has died, because a live attempt ends within its lease. Its capture is not
-- confirmed, because finish_call confirms the capture and stores the answer in one transaction.
--
-- Outcomes:
-- - run: the attempt has the lease
-- - finished: an earlier attempt stored its answer, which the row contains
-- - in_progress: another attempt has the lease
-- - mismatch: the key belongs to another path or body
-- - busy: the call, a hold or the account is locked, and nothing changes
CREATE OR REPLACE FUNCTION begin_call(
  p_account text, p_key bytea, p_fingerprint bytea, p_trace text, p_call_id text, p_lease interval, p_lifetime interval,
  p_wait boolean
) RETURNS TABLE (outcome text, call_id text, http_status integer, sealed_body bytea, secret_key_id text)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_call idempotent_calls;
  v_now timestamptz;
BEGIN
  LOOP
    v_now := clock();
    INSERT INTO idempotent_calls (account_id, key_sha256, fingerprint, call_id, trace_id, leased_until, expires_at)
    VALUES (p_account, p_key, p_fingerprint, p_call_id, p_trace, v_now + p_lease, v_now + p_lifetime)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      RETURN QUERY SELECT 'run', p_call_id, NULL::integer, NULL::bytea, NULL::text;
      RETURN;
    END IF;
    IF p_wait THEN
      SELECT * INTO v_call FROM idempotent_calls AS c WHERE c.account_id = p_account AND c.key_sha256 = p_key FOR UPDATE;
    ELSE
      SELECT * INTO v_call FROM idempotent_calls AS c WHERE c.account_id = p_account AND c.key_sha256 = p_key
      FOR UPDATE SKIP LOCKED;
    END IF;
    EXIT WHEN FOUND;
    -- Between the two statements, the sweep may delete a row that has expired.
    IF EXISTS (SELECT FROM idempotent_calls AS c WHERE c.account_id = p_account AND c.key_sha256 = p_key) THEN
      RETURN QUERY SELECT 'busy', NULL::text, NULL::integer, NULL::bytea, NULL::text;
      RETURN;
    END IF;
  END LOOP;
  v_now := clock();

  IF v_call.expires_at <= v_now AND v_call.leased_until <= v_now THEN
    UPDATE idempotent_calls AS c SET
      fingerprint = p_fingerprint, call_id = p_call_id, trace_id = p_trace, leased_until = v_now + p_lease,
      expires_at = v_now + p_lifetime, http_status = NULL, sealed_body = NULL, secret_key_id = NULL
    WHERE c.account_id = p_account AND c.key_sha256 = p_key;
    RETURN QUERY SELECT 'run', p_call_id, NULL::integer, NULL::bytea, NULL::text;
  ELSIF v_call.fingerprint <> p_fingerprint THEN
    RETURN QUERY SELECT 'mismatch', v_call.call_id, NULL::integer, NULL::bytea, NULL::text;
  ELSIF v_call.http_status IS NOT NULL THEN
    RETURN QUERY SELECT 'finished', v_call.call_id, v_call.http_status, v_call.sealed_body, v_call.secret_key_id;
  ELSIF v_call.trace_id <> p_trace AND v_call.leased_until > v_now THEN
    RETURN QUERY SELECT 'in_progress', v_call.call_id, NULL::integer, NULL::bytea, NULL::text;
  ELSE
    IF v_call.trace_id <> p_trace AND EXISTS (
      SELECT FROM give_back(holds_of_attempt(p_account, v_call.trace_id), 'released', 'infinity', p_wait) AS g
      WHERE g.state = 'busy'
    ) THEN
      RETURN QUERY SELECT 'busy', NULL::text, NULL::integer, NULL::bytea, NULL::text;
      RETURN;
    END IF;
    UPDATE idempotent_calls AS c SET trace_id = p_trace, leased_until = v_now + p_lease
    WHERE c.account_id = p_account AND c.key_sha256 = p_key;
    RETURN QUERY SELECT 'run', v_call.call_id, NULL::integer, NULL::bytea, NULL::text;
  END IF;
END
$$;

-- Replicas of earlier releases call this signature.
CREATE OR REPLACE FUNCTION begin_call(
  p_account text, p_key bytea, p_fingerprint bytea, p_trace text, p_call_id text, p_lease interval, p_lifetime interval
) RETURNS TABLE (outcome text, call_id text, http_status integer, sealed_body bytea, secret_key_id text)
LANGUAGE sql AS $$
  SELECT * FROM begin_call(p_account, p_key, p_fingerprint, p_trace, p_call_id, p_lease, p_lifetime, true)
$$;

-- Ends an attempt of an idempotent call. With a status, the function stores the answer and confirms the captures of the
-- attempt. The caller can fetch a stored answer again, so the answer counts as delivered. Without a status, the
-- function only ends the lease.
--
-- Outcomes:
-- - finished: by this call or by an earlier one
-- - lost: the attempt has no lease or its capture was reversed, and nothing is stored
-- - busy: the call or a hold is locked, and nothing changes
CREATE OR REPLACE FUNCTION finish_call(
  p_account text, p_key bytea, p_trace text, p_status integer, p_sealed_body bytea, p_secret_key_id text, p_wait boolean
) RETURNS text
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_call idempotent_calls;
  v_holds text[];
  v_low text;
  v_high text;
BEGIN
  IF p_wait THEN
    SELECT * INTO v_call FROM idempotent_calls AS c WHERE c.account_id = p_account AND c.key_sha256 = p_key FOR UPDATE;
  ELSE
    SELECT * INTO v_call FROM idempotent_calls AS c WHERE c.account_id = p_account AND c.key_sha256 = p_key
    FOR UPDATE SKIP LOCKED;
    IF NOT FOUND AND EXISTS (
      SELECT FROM idempotent_calls AS c WHERE c.account_id = p_account AND c.key_sha256 = p_key
    ) THEN
      RETURN 'busy';
    END IF;
  END IF;
  IF v_call.trace_id IS DISTINCT FROM p_trace THEN
    RETURN 'lost';
  ELSIF v_call.http_status IS NOT NULL THEN
    RETURN 'finished';
  END IF;
  v_holds := holds_of_attempt(p_account, p_trace);
  SELECT min(u), max(u) INTO v_low, v_high FROM unnest(v_holds) AS u;
  IF p_wait THEN
    PERFORM FROM holds AS h WHERE h.id = ANY (v_holds) AND h.id BETWEEN v_low AND v_high ORDER BY h.id FOR NO KEY UPDATE;
  ELSIF cardinality(lock_free_holds(v_holds, v_low, v_high)) > 0 THEN
    RETURN 'busy';
  END IF;
  IF p_status IS NULL
     OR EXISTS (
       SELECT FROM (
         SELECT h.state FROM holds AS h WHERE h.id = ANY (v_holds) AND h.id BETWEEN v_low AND v_high OFFSET 0
       ) AS h
       WHERE h.state = 'reversed'
     )
  THEN
    UPDATE idempotent_calls AS c SET leased_until = clock() WHERE c.account_id = p_account AND c.key_sha256 = p_key;
    RETURN CASE WHEN p_status IS NULL THEN 'finished' ELSE 'lost' END;
  END IF;
  PERFORM confirm_holds(v_holds, '{}');
  UPDATE idempotent_calls AS c SET http_status = p_status, sealed_body = p_sealed_body, secret_key_id = p_secret_key_id
  WHERE c.account_id = p_account AND c.key_sha256 = p_key;
  RETURN 'finished';
END
$$;

-- Replicas of earlier releases call this signature.
CREATE OR REPLACE FUNCTION finish_call(
  p_account text, p_key bytea, p_trace text, p_status integer, p_sealed_body bytea, p_secret_key_id text
) RETURNS text LANGUAGE sql AS $$
  SELECT finish_call(p_account, p_key, p_trace, p_status, p_sealed_body, p_secret_key_id, true)
$$;

-- Deletes up to p_limit expired idempotent calls, and returns the number of deleted calls. Skips rows that an attempt
-- has locked.
CREATE OR REPLACE FUNCTION sweep_calls(p_limit integer) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_now timestamptz := clock();
  v_deleted bigint;
BEGIN
  WITH expired AS MATERIALIZED (
    SELECT c.account_id, c.key_sha256 FROM idempotent_calls AS c
    WHERE c.expires_at <= v_now AND c.leased_until <= v_now
    ORDER BY c.expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), deleted AS (
    DELETE FROM idempotent_calls AS c USING expired AS e
    WHERE c.account_id = e.account_id AND c.key_sha256 = e.key_sha256 RETURNING 1
  )
  SELECT count(*) INTO v_deleted FROM deleted;
  RETURN v_deleted;
END
$$;

-- Credits an account once for each operation id.
-- Outcomes:
-- - credited: this call credited the account
-- - repeated: the id credited this account before
-- - unknown: no such account
-- - foreign: the id credited another account
-- - changed: the id credited this account with another amount
CREATE OR REPLACE FUNCTION add_credits(p_account text, p_operation text, p_amount bigint)
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
  -- The row of the system account guards against a double credit. Of two concurrent calls with the same operation id,
  -- the later one waits here for the earlier one.
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

-- Returns the number of an account's keys that are neither revoked nor expired.
CREATE OR REPLACE FUNCTION valid_keys(p_account text) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT count(*) FROM keys AS k
  WHERE k.account_id = p_account AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock())
$$;

-- Adds a key to an account that has fewer than p_max valid keys. Outcomes: created, unknown (no such account), full
-- (the account has p_max valid keys).
CREATE OR REPLACE FUNCTION create_key(p_account text, p_sha256 bytea, p_prefix text, p_name text, p_max integer)
RETURNS TABLE (outcome text, created_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  -- Counting the keys and inserting a key are two statements. This lock therefore lets only one creation of the account
  -- run at a time.
  PERFORM FROM accounts AS a WHERE a.id = p_account FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'unknown', NULL::timestamptz;
  ELSIF valid_keys(p_account) >= p_max THEN
    RETURN QUERY SELECT 'full', NULL::timestamptz;
  ELSE
    RETURN QUERY INSERT INTO keys AS k (sha256, prefix, account_id, name) VALUES (p_sha256, p_prefix, p_account, p_name)
      RETURNING 'created', k.created_at;
  END IF;
END
$$;

-- Adds a key with the name of another key of the account, and lets the other key end after p_overlap. If the other key
-- ends earlier already, its end stays. Outcomes: rotated, unknown (the account has no such key), ended (the key no
-- longer works), full (the account has p_max valid keys).
CREATE OR REPLACE FUNCTION rotate_key(
  p_account text, p_hash_start bytea, p_sha256 bytea, p_prefix text, p_overlap interval, p_max integer
) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_old keys;
BEGIN
  -- The locks let only one creation of a key run at a time for each account. In the order of locks, keys come before
  -- accounts, so this function locks the key first.
  SELECT k.* INTO v_old FROM keys AS k
  WHERE k.account_id = p_account AND substr(k.sha256, 1, 16) = p_hash_start FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'unknown';
  ELSIF v_old.revoked_at IS NOT NULL OR v_old.expires_at <= clock() THEN
    RETURN 'ended';
  END IF;
  PERFORM FROM accounts AS a WHERE a.id = p_account FOR NO KEY UPDATE;
  IF valid_keys(p_account) >= p_max THEN
    RETURN 'full';
  END IF;
  INSERT INTO keys (sha256, prefix, account_id, name) VALUES (p_sha256, p_prefix, p_account, v_old.name);
  UPDATE keys AS k SET expires_at = least(k.expires_at, clock() + p_overlap) WHERE k.sha256 = v_old.sha256;
  RETURN 'rotated';
END
$$;

-- Creates a key as create_key does, but only once for each operation of an account. Outcomes: those of create_key,
-- repeated (with the stored key), changed (an earlier request of this operation had other arguments).
CREATE OR REPLACE FUNCTION create_key_once(
  p_account text, p_sha256 bytea, p_prefix text, p_name text, p_max integer, p_operation text, p_fingerprint bytea,
  p_sealed_key bytea, p_secret_key_id text
) RETURNS TABLE (outcome text, created_at timestamptz, key_sha256 bytea, sealed_key bytea, secret_key_id text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_first key_creations;
  v_created record;
BEGIN
  -- Of two concurrent calls with the same operation, the later one waits here until the earlier one has stored its row.
  PERFORM FROM accounts AS a WHERE a.id = p_account FOR NO KEY UPDATE;
  SELECT * INTO v_first FROM key_creations AS c WHERE c.account_id = p_account AND c.operation_id = p_operation;
  IF FOUND THEN
    RETURN QUERY SELECT CASE WHEN v_first.fingerprint = p_fingerprint THEN 'repeated' ELSE 'changed' END,
      v_first.created_at, v_first.key_sha256, v_first.sealed_key, v_first.secret_key_id;
    RETURN;
  END IF;
  SELECT * INTO v_created FROM create_key(p_account, p_sha256, p_prefix, p_name, p_max);
  IF v_created.outcome = 'created' THEN
    INSERT INTO key_creations (account_id, operation_id, fingerprint, key_sha256, sealed_key, secret_key_id, created_at)
    VALUES (p_account, p_operation, p_fingerprint, p_sha256, p_sealed_key, p_secret_key_id, v_created.created_at);
  END IF;
  RETURN QUERY SELECT v_created.outcome, v_created.created_at, p_sha256, p_sealed_key, p_secret_key_id;
END
$$;

-- Rotates a key as rotate_key does, but only once for each operation of an account. Outcomes: those of rotate_key,
-- repeated (with the stored key), changed (an earlier request of this operation had other arguments).
CREATE OR REPLACE FUNCTION rotate_key_once(
  p_account text, p_hash_start bytea, p_sha256 bytea, p_prefix text, p_overlap interval, p_max integer, p_operation text,
  p_fingerprint bytea, p_sealed_key bytea, p_secret_key_id text
) RETURNS TABLE (outcome text, key_sha256 bytea, sealed_key bytea, secret_key_id text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_first key_creations;
  v_outcome text;
BEGIN
  -- Of two concurrent calls with the same operation, the later one waits here until the earlier one has stored its row.
  -- The function takes its locks in the same order as rotate_key.
  PERFORM FROM keys AS k
  WHERE k.account_id = p_account AND substr(k.sha256, 1, 16) = p_hash_start FOR NO KEY UPDATE;
  PERFORM FROM accounts AS a WHERE a.id = p_account FOR NO KEY UPDATE;
  SELECT * INTO v_first FROM key_creations AS c WHERE c.account_id = p_account AND c.operation_id = p_operation;
  IF FOUND THEN
    RETURN QUERY SELECT CASE WHEN v_first.fingerprint = p_fingerprint THEN 'repeated' ELSE 'changed' END,
      v_first.key_sha256, v_first.sealed_key, v_first.secret_key_id;
    RETURN;
  END IF;
  v_outcome := rotate_key(p_account, p_hash_start, p_sha256, p_prefix, p_overlap, p_max);
  IF v_outcome = 'rotated' THEN
    INSERT INTO key_creations (account_id, operation_id, fingerprint, key_sha256, sealed_key, secret_key_id)
    VALUES (p_account, p_operation, p_fingerprint, p_sha256, p_sealed_key, p_secret_key_id);
  END IF;
  RETURN QUERY SELECT v_outcome, p_sha256, p_sealed_key, p_secret_key_id;
END
$$;

-- Creates an account with a key once for each operation, and credits the account if the amount is not zero. The
-- account's id is derived from the operation. Outcomes: created, repeated (with the stored key), changed (an earlier
-- request of this operation had other arguments).
CREATE OR REPLACE FUNCTION create_account_once(
  p_account text, p_name text, p_rate_limit integer, p_credit bigint, p_credit_operation text, p_sha256 bytea,
  p_prefix text, p_operation text, p_fingerprint bytea, p_sealed_key bytea, p_secret_key_id text
) RETURNS TABLE (outcome text, key_sha256 bytea, sealed_key bytea, secret_key_id text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_first key_creations;
BEGIN
  -- Of two concurrent calls with the same operation, the later one waits here until the earlier one is committed.
  INSERT INTO accounts (id, name, rate_limit_per_minute, usage_counted_from)
  VALUES (p_account, p_name, p_rate_limit, '-infinity')
  ON CONFLICT (id) DO NOTHING;
  IF FOUND THEN
    IF p_credit > 0 THEN
      PERFORM FROM add_credits(p_account, p_credit_operation, p_credit);
    END IF;
    INSERT INTO keys (sha256, prefix, account_id) VALUES (p_sha256, p_prefix, p_account);
    INSERT INTO key_creations (account_id, operation_id, fingerprint, key_sha256, sealed_key, secret_key_id)
    VALUES (p_account, p_operation, p_fingerprint, p_sha256, p_sealed_key, p_secret_key_id);
    RETURN QUERY SELECT 'created', p_sha256, p_sealed_key, p_secret_key_id;
    RETURN;
  END IF;
  SELECT * INTO v_first FROM key_creations AS c WHERE c.account_id = p_account AND c.operation_id = p_operation;
  RETURN QUERY SELECT CASE WHEN v_first.fingerprint = p_fingerprint THEN 'repeated' ELSE 'changed' END,
    v_first.key_sha256, v_first.sealed_key, v_first.secret_key_id;
END
$$;

-- Counts the usage of up to p_limit further holds of an account, newest first, and returns 1. These are holds that
-- ended before the table `usage_by_hour` existed. Returns 0 when all of them are counted. Holds that were taken at the
-- same time are counted together.
--
-- The account's row states the time from which on holds are counted. Every function that ends or changes a hold locks
-- that row first. Each hold is therefore counted exactly once: here, or when it changes. Only one replica counts at a
-- time, and no replica deletes old holds during the count.
CREATE OR REPLACE FUNCTION count_usage(p_account text, p_limit integer) RETURNS integer
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_to timestamptz;
  v_from timestamptz;
BEGIN
  SELECT a.usage_counted_from INTO v_to FROM accounts AS a WHERE a.id = p_account FOR NO KEY UPDATE;
  IF NOT FOUND OR v_to = '-infinity' THEN
    RETURN 0;
  END IF;
  SELECT coalesce(min(h.held_at), '-infinity') INTO v_from FROM (
    SELECT n.held_at, count(*) OVER () AS found FROM (
      (SELECT s.held_at FROM holds AS s WHERE s.account_id = p_account AND s.held_at < v_to
       ORDER BY s.held_at DESC LIMIT p_limit)
      UNION ALL
      (SELECT e.held_at FROM holds_ended AS e WHERE e.account_id = p_account AND e.held_at < v_to
       ORDER BY e.held_at DESC LIMIT p_limit)
      ORDER BY held_at DESC LIMIT p_limit
    ) AS n
  ) AS h WHERE h.found = p_limit;
  INSERT INTO usage_by_hour AS u (account_id, hour, type, outcome, level, calls, debited_micros)
  SELECT p_account, date_trunc('hour', h.held_at, 'UTC'), type_of_call(h.operation),
         outcome_of_call(h.state, h.outcome, h.captured_micros), coalesce(h.level, ''), count(*),
         sum(CASE h.state WHEN 'reversed' THEN 0 ELSE h.captured_micros END)
  FROM (
    SELECT * FROM holds AS s WHERE s.account_id = p_account AND s.held_at >= v_from AND s.held_at < v_to
    UNION ALL
    SELECT * FROM holds_ended AS e WHERE e.account_id = p_account AND e.held_at >= v_from AND e.held_at < v_to
  ) AS h
  WHERE h.state <> 'open'
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT ON CONSTRAINT usage_by_hour_pkey DO UPDATE
  SET calls = u.calls + excluded.calls, debited_micros = u.debited_micros + excluded.debited_micros;
  UPDATE accounts AS a SET usage_counted_from = v_from WHERE a.id = p_account;
  RETURN 1;
END
$$;

-- Deletes ended holds of some accounts that were taken more than p_days days ago, and returns the number of deleted
-- holds. It deletes up to 200 of each account and partition. The usage of the holds moves to `usage_by_day` in the same
-- transaction. The function deletes only holds whose ids contain no day, because all other holds are deleted together
-- with their day (days.sql). It runs with the rights of the schema's owner, because the service may not delete holds.
CREATE OR REPLACE FUNCTION delete_old_holds(p_days integer, p_accounts text[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_before timestamptz := clock() - make_interval(days => greatest(p_days, 1));
  v_ids text[];
  v_owners text[];
  v_hours timestamptz[];
BEGIN
  v_ids := ARRAY(
    SELECT h.id FROM unnest(p_accounts) AS a (id)
    CROSS JOIN LATERAL (
      (SELECT o.id, o.state FROM holds_other AS o
       WHERE o.account_id = a.id AND o.held_at < v_before ORDER BY o.held_at, o.id LIMIT 200)
      UNION ALL
      (SELECT o.id, o.state FROM holds_past AS o
       WHERE o.account_id = a.id AND o.held_at < v_before ORDER BY o.held_at, o.id LIMIT 200)
    ) AS h
    WHERE h.state NOT IN ('open', 'captured')
  );
  IF cardinality(v_ids) = 0 THEN
    RETURN 0;
  END IF;
  INSERT INTO hold_retention AS r (deleted_before) VALUES (v_before)
  ON CONFLICT (one) DO UPDATE SET deleted_before = greatest(r.deleted_before, excluded.deleted_before);
  WITH other AS (
    DELETE FROM holds_other AS h WHERE h.id = ANY (v_ids) RETURNING h.*
  ), past AS (
    DELETE FROM holds_past AS h WHERE h.id = ANY (v_ids) RETURNING h.*
  ), deleted AS MATERIALIZED (
    SELECT * FROM other UNION ALL SELECT * FROM past
  ), counted AS (
    INSERT INTO usage_by_day AS u (account_id, day, type, outcome, level, calls, debited_micros)
    SELECT h.account_id, (h.held_at AT TIME ZONE 'UTC')::date, type_of_call(h.operation),
           outcome_of_call(h.state, h.outcome, h.captured_micros), coalesce(h.level, ''), count(*),
           sum(CASE h.state WHEN 'reversed' THEN 0 ELSE h.captured_micros END)
    FROM deleted AS h GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (account_id, day, type, outcome, level) DO UPDATE
    SET calls = u.calls + excluded.calls, debited_micros = u.debited_micros + excluded.debited_micros
  ), moved AS (
    INSERT INTO usage_by_hour AS u (account_id, hour, type, outcome, level, calls, debited_micros)
    SELECT h.account_id, date_trunc('hour', h.held_at, 'UTC'), type_of_call(h.operation),
           outcome_of_call(h.state, h.outcome, h.captured_micros), coalesce(h.level, ''), -count(*),
           -sum(CASE h.state WHEN 'reversed' THEN 0 ELSE h.captured_micros END)
    FROM deleted AS h JOIN (SELECT * FROM accounts WHERE accounts.id = ANY (p_accounts)) AS a ON a.id = h.account_id
    WHERE h.held_at >= a.usage_counted_from
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT usage_by_hour_pkey DO UPDATE
    SET calls = u.calls + excluded.calls, debited_micros = u.debited_micros + excluded.debited_micros
  )
  SELECT coalesce(array_agg(d.account_id), '{}'), coalesce(array_agg(date_trunc('hour', d.held_at, 'UTC')), '{}')
  INTO v_owners, v_hours FROM deleted AS d;
  DELETE FROM usage_by_hour AS u USING (SELECT DISTINCT * FROM unnest(v_owners, v_hours)) AS h (account_id, hour)
  WHERE u.account_id = h.account_id AND u.hour = h.hour AND u.calls = 0 AND u.debited_micros = 0;
  RETURN cardinality(v_owners);
END
$$;

-- Deletes up to p_limit rows of the audit table that are older than p_days days, and returns the number of deleted
-- rows. A trigger protects the rows of the last 90 days.
CREATE OR REPLACE FUNCTION delete_old_operator_actions(p_days integer, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  -- This value is computed once, before the statement. With a volatile expression in its condition, the statement could
  -- not use the index.
  v_before timestamptz := clock_timestamp() - make_interval(days => greatest(p_days, 90));
  v_deleted integer;
BEGIN
  DELETE FROM operator_actions WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM operator_actions WHERE at < v_before ORDER BY at LIMIT p_limit
  ));
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END
$$;

-- Returns one row for every violation of an invariant of this schema, and no row when all invariants hold. The function
-- reads every table completely.
CREATE OR REPLACE FUNCTION audit() RETURNS TABLE (problem text, subject text) LANGUAGE sql STABLE AS $$
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
  FROM ledger AS l GROUP BY l.operation_id, l.kind
  HAVING sum(l.amount_micros) <> 0 OR (count(*) <> 2 AND l.kind <> 'carried')
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
    -- A charge may belong to a hold that was deleted because of its age. Such a hold was captured at most a day after
    -- it was taken, or it was deleted together with the day of its id.
    AND l.at > coalesce((SELECT max(r.deleted_before) + interval '1 day' FROM hold_retention AS r), '-infinity')
    AND NOT (
      l.operation_id >= 'ht_'
      AND l.operation_id < coalesce((SELECT first_hold_of(max(r.deleted_before)) FROM hold_retention AS r), 'ht_')
    )
UNION ALL
  SELECT 'the usage by the hour is not the sum of the counted holds', coalesce(u.account_id, h.account_id)
  FROM usage_by_hour AS u
  FULL JOIN (
    SELECT s.account_id, date_trunc('hour', s.held_at, 'UTC') AS hour, type_of_call(s.operation) AS type,
           outcome_of_call(s.state, s.outcome, s.captured_micros) AS outcome, coalesce(s.level, '') AS level, count(*) AS calls,
           sum(CASE s.state WHEN 'reversed' THEN 0 ELSE s.captured_micros END) AS debited_micros
    FROM (SELECT * FROM holds UNION ALL SELECT * FROM holds_ended) AS s
    JOIN accounts AS a ON a.id = s.account_id
    WHERE s.state <> 'open' AND s.held_at >= a.usage_counted_from
    GROUP BY 1, 2, 3, 4, 5
  ) AS h ON (h.account_id, h.hour, h.type, h.outcome, h.level) = (u.account_id, u.hour, u.type, u.outcome, u.level)
  WHERE coalesce(u.calls, 0) <> coalesce(h.calls, 0) OR coalesce(u.debited_micros, 0) <> coalesce(h.debited_micros, 0)
UNION ALL
  SELECT 'a hold or a ledger row names no account', r.account_id
  FROM (SELECT account_id FROM holds UNION SELECT account_id FROM ledger) AS r
  WHERE r.account_id NOT LIKE 'system:%' AND NOT EXISTS (SELECT FROM accounts AS a WHERE a.id = r.account_id)
$$;
