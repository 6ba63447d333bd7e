-- Decides requests: checks the key, then the rate limit, then the credit, each request independently and in the order
-- given. Every id that is not empty must occur once in the arrays. Locks as in 0002: keys by hash, then accounts by id.
--
-- The limit is a sliding window of 60 seconds on the database's clock: a counted request leaves the window after 60
-- seconds. Up to 600 requests per minute the window stores exact times. Above that it rounds times up to the next tenth
-- of a second, so that it has less than a thousand entries. A request then leaves at most 100 ms late and never early.
-- A time in the future, after somebody set the clock back, counts as now. The limit then stays strict, and a key is
-- blocked for at most one window.
--
-- A hold id that was admitted or refused before gets the same result and does not count again. Admissions: admitted,
-- invalid_key, rate_limited, insufficient, foreign (the hold id is another account's).
CREATE FUNCTION admit(
  p_keys bytea[], p_ids text[], p_amounts bigint[], p_traces text[], p_operations text[], p_lifetime interval
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
BEGIN
  PERFORM FROM keys WHERE sha256 = ANY (p_keys) AND revoked_at IS NULL ORDER BY sha256 FOR NO KEY UPDATE;
  v_now := (extract(epoch FROM clock()) * 1000000)::bigint;

  WITH windows AS MATERIALIZED (
    SELECT k.sha256, k.account_id, a.rate_limit_per_minute AS allowed, s.stamp, w.moments, w.counts, w.used,
           k.window_moments[cardinality(k.window_moments)] > s.stamp AS rewound
    FROM keys AS k
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
    WHERE k.sha256 = ANY (p_keys) AND k.revoked_at IS NULL
  ), known AS (
    SELECT h.id, h.account_id, 'admitted' AS admission FROM holds AS h WHERE h.id = ANY (p_ids)
    UNION ALL
    -- A hold id that was refused here may have been taken later by take_holds.
    SELECT r.hold_id, NULL, 'insufficient' FROM refusals AS r
    WHERE r.hold_id = ANY (p_ids) AND r.hold_id NOT IN (SELECT h.id FROM holds AS h WHERE h.id = ANY (p_ids))
  ), ranked AS MATERIALIZED (
    SELECT i.n, i.sha256, i.amount, w.account_id, w.allowed, w.used, w.stamp, w.moments, w.counts, w.rewound,
           CASE WHEN k.account_id <> w.account_id THEN 'foreign' ELSE k.admission END AS before,
           count(*) FILTER (WHERE k.id IS NULL) OVER (PARTITION BY i.sha256 ORDER BY i.n)::integer AS rank,
           lead(i.n) OVER (PARTITION BY i.sha256 ORDER BY i.n) IS NULL AS last
    FROM unnest(p_keys, p_ids, p_amounts) WITH ORDINALITY AS i (sha256, id, amount, n)
    LEFT JOIN windows AS w ON w.sha256 = i.sha256
    LEFT JOIN known AS k ON k.id = i.id
  ), written AS (
    -- The rank of a key's last item is the number of its items that count. The limit bounds it.
    UPDATE keys AS k SET
      window_moments = CASE WHEN c.count = 0 OR r.moments[cardinality(r.moments)] = r.stamp THEN r.moments
                            ELSE r.moments || r.stamp END,
      window_counts = CASE WHEN c.count = 0 THEN r.counts
        WHEN r.moments[cardinality(r.moments)] = r.stamp
        THEN r.counts[:cardinality(r.counts) - 1] || (r.counts[cardinality(r.counts)] + c.count)
        ELSE r.counts || c.count END
    FROM ranked AS r
    CROSS JOIN LATERAL (SELECT greatest(0, least(r.rank, r.allowed - r.used)) AS count) AS c
    -- When the clock was set back, the window stores the earlier time immediately. Otherwise every later request would
    -- start the wait again.
    WHERE k.sha256 = r.sha256 AND r.last AND (c.count > 0 OR r.rewound)
  )
  SELECT
    array_agg(CASE
      WHEN r.account_id IS NULL THEN 'invalid_key'
      WHEN r.before IS NOT NULL THEN r.before
      WHEN r.used + r.rank > r.allowed THEN 'rate_limited'
      WHEN r.amount > 0 THEN 'to hold'
      ELSE 'admitted' END ORDER BY r.n),
    array_agg(r.account_id ORDER BY r.n),
    array_agg(r.allowed ORDER BY r.n),
    array_agg(greatest(0, r.allowed - r.used - r.rank) ORDER BY r.n),
    array_agg(((coalesce(r.moments[1], r.stamp) + v_window - v_now + 999) / 1000)::integer ORDER BY r.n),
    array_agg(r.n ORDER BY r.n) FILTER (
      WHERE r.before IS NULL AND r.used + r.rank <= r.allowed AND r.amount > 0
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
      CROSS JOIN LATERAL take_holds(s.ids, s.accounts, s.amounts, s.traces, s.operations, p_lifetime) AS h
    ) AS t ON t.n = a.n;
    INSERT INTO refusals (hold_id, refused_at)
    SELECT p_ids[n], clock() FROM unnest(v_held) AS n WHERE v_admissions[n] = 'insufficient'
    ON CONFLICT DO NOTHING;
  END IF;

  RETURN QUERY
  SELECT i.n, i.admission, i.account, i.allowed, i.remaining, i.reset_ms, a.balance_micros
  FROM unnest(v_admissions, v_accounts, v_allowed, v_remaining, v_resets)
    WITH ORDINALITY AS i (admission, account, allowed, remaining, reset_ms, n)
  LEFT JOIN (SELECT * FROM accounts WHERE id = ANY (v_accounts)) AS a ON a.id = i.account;
END
$$;
