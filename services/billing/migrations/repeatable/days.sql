-- The functions that make and end the daily partitions of `holds` and `ledger` (see the numbered migration 0016). The
-- migration applies this file before functions.sql, because functions.sql uses these functions.
--
-- The functions that change tables run with the rights of the schema's owner. The service's own role may not create or
-- drop tables, and may not delete holds. Each of these functions runs in a separate transaction that waits at most 2.5
-- seconds for a lock.

-- Returns the common beginning of all hold ids that were made at the time p_at.
CREATE OR REPLACE FUNCTION first_hold_of(p_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'ht_' || lpad(to_hex((extract(epoch FROM p_at) * 1000)::bigint), 12, '0')
$$;

-- Returns the first text with which a hold id of a day can begin. Ids that were made later sort after it.
CREATE OR REPLACE FUNCTION first_hold_of_day(p_day date) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT first_hold_of(p_day::timestamp AT TIME ZONE 'UTC')
$$;

-- Returns the type of a call: the last word of its operation, such as "get_data token.price" or "gate".
CREATE OR REPLACE FUNCTION type_of_call(p_operation text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT split_part(p_operation, ' ', -1)
$$;

-- Returns how a call ended. A hold that the previous version took may have no outcome. Its state then decides.
CREATE OR REPLACE FUNCTION outcome_of_call(p_state text, p_outcome text, p_captured_micros bigint) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_state WHEN 'reversed' THEN 'undelivered' WHEN 'lapsed' THEN 'unknown'
    ELSE coalesce(p_outcome, CASE WHEN p_captured_micros > 0 THEN 'delivered' ELSE 'unknown' END) END
$$;

-- Returns the name and the day of each partition of a table. For `holds_ended`, these are the detached days that wait
-- to be counted.
CREATE OR REPLACE FUNCTION days_of(p_table text) RETURNS TABLE (name text, day date) LANGUAGE sql STABLE AS $$
  SELECT c.relname::text, to_date(right(c.relname, 8), 'YYYYMMDD')
  FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
  WHERE i.inhparent = p_table::regclass AND c.relname ~ '^(holds|ledger)_\d{8}$'
$$;

-- Makes the missing partitions of a table up to p_days days ahead, and returns the number of partitions made. A row
-- that arrived before the partition of its day existed is in the partition `_future`. The function moves it to the new
-- partition.
CREATE OR REPLACE FUNCTION make_days(p_table text, p_days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  v_key constant text := CASE p_table WHEN 'holds' THEN 'id' WHEN 'ledger' THEN 'operation_id' END;
  v_last constant date := (clock() AT TIME ZONE 'UTC')::date + p_days;
  v_first date;
  v_name text;
  v_from text;
  v_to text;
BEGIN
  SELECT max(d.day) + 1 INTO v_first FROM days_of(p_table) AS d;
  IF v_first > v_last THEN
    RETURN 0;
  END IF;
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', p_table, p_table || '_future');
  FOR n IN 0..(v_last - v_first) LOOP
    v_name := p_table || '_' || to_char(v_first + n, 'YYYYMMDD');
    v_from := first_hold_of_day(v_first + n);
    v_to := first_hold_of_day(v_first + n + 1);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_name, p_table);
    EXECUTE format('WITH misplaced AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
                    INSERT INTO %5$I SELECT * FROM misplaced', p_table || '_future', v_key, v_from, v_to, v_name);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', p_table, v_name, v_from, v_to);
    IF p_table = 'holds' THEN
      EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.05)', v_name);
    ELSE
      EXECUTE format('CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', v_name);
    END IF;
  END LOOP;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (''ht_g'')',
                 p_table, p_table || '_future', v_to);
  RETURN v_last - v_first + 1;
END
$$;

-- Detaches the oldest day of `holds` when the whole day is older than p_days days, and returns 1. The day then waits in
-- `holds_ended` until count_ended_day() has counted it. Returns 0 when no day is that old, or when the oldest day has
-- pending holds.
CREATE OR REPLACE FUNCTION end_oldest_day_of_holds(p_days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  v_oldest record;
  v_end timestamptz;
  v_pending boolean;
BEGIN
  SELECT * INTO v_oldest FROM days_of('holds') AS d ORDER BY d.day LIMIT 1;
  v_end := (v_oldest.day + 1)::timestamp AT TIME ZONE 'UTC';
  IF v_end > clock() - make_interval(days => greatest(p_days, 1)) THEN
    RETURN 0;
  END IF;
  -- Every statement locks the table before its partitions. From here on, no other transaction can therefore use a hold
  -- of this day.
  LOCK TABLE ONLY holds IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE state IN (''open'', ''captured''))', v_oldest.name) INTO v_pending;
  IF v_pending THEN
    RETURN 0;
  END IF;
  EXECUTE format('ALTER TABLE holds DETACH PARTITION %I', v_oldest.name);
  EXECUTE format('ALTER TABLE %I INHERIT holds_ended', v_oldest.name);
  ALTER TABLE holds DETACH PARTITION holds_past;
  EXECUTE format('ALTER TABLE holds ATTACH PARTITION holds_past FOR VALUES FROM (''ht_'') TO (%L)',
                 first_hold_of_day(v_oldest.day + 1));
  INSERT INTO hold_retention AS r (deleted_before) VALUES (v_end)
  ON CONFLICT (one) DO UPDATE SET deleted_before = greatest(r.deleted_before, excluded.deleted_before);
  RETURN 1;
END
$$;

-- Moves the usage of a day of `holds_ended` to `usage_by_day`, drops the day, and returns 1. Returns 0 when no day
-- waits. Both steps happen in one transaction, so the usage of an account always shows each call once.
CREATE OR REPLACE FUNCTION count_ended_day() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  v_name text := (SELECT d.name FROM days_of('holds_ended') AS d ORDER BY d.day LIMIT 1);
BEGIN
  IF v_name IS NULL THEN
    RETURN 0;
  END IF;
  EXECUTE format('INSERT INTO usage_by_day AS u (account_id, day, type, outcome, level, calls, debited_micros)
    SELECT h.account_id, (h.held_at AT TIME ZONE ''UTC'')::date, type_of_call(h.operation),
           outcome_of_call(h.state, h.outcome, h.captured_micros), coalesce(h.level, ''''), count(*),
           sum(CASE h.state WHEN ''reversed'' THEN 0 ELSE h.captured_micros END)
    FROM %I AS h GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (account_id, day, type, outcome, level) DO UPDATE
    SET calls = u.calls + excluded.calls, debited_micros = u.debited_micros + excluded.debited_micros', v_name);
  EXECUTE format('INSERT INTO usage_by_hour AS u (account_id, hour, type, outcome, level, calls, debited_micros)
    SELECT h.account_id, date_trunc(''hour'', h.held_at, ''UTC''), type_of_call(h.operation),
           outcome_of_call(h.state, h.outcome, h.captured_micros), coalesce(h.level, ''''), -count(*),
           -sum(CASE h.state WHEN ''reversed'' THEN 0 ELSE h.captured_micros END)
    FROM %I AS h JOIN accounts AS a ON a.id = h.account_id
    WHERE h.held_at >= a.usage_counted_from
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT usage_by_hour_pkey DO UPDATE
    SET calls = u.calls + excluded.calls, debited_micros = u.debited_micros + excluded.debited_micros', v_name);
  EXECUTE format('DELETE FROM usage_by_hour AS u
    USING (SELECT DISTINCT h.account_id, date_trunc(''hour'', h.held_at, ''UTC'') AS hour FROM %I AS h) AS d
    WHERE u.account_id = d.account_id AND u.hour = d.hour AND u.calls = 0 AND u.debited_micros = 0', v_name);
  EXECUTE format('DROP TABLE %I', v_name);
  RETURN 1;
END
$$;

-- Drops the oldest day of `ledger` when the whole day is older than p_days days, and returns 1. Each account gets one
-- entry of the kind `carried` with the sum of its dropped entries. The sum of the account's ledger therefore stays the
-- same. Returns 0 when no day is that old, or when a hold of the day is still stored. A day within the last 90 days is
-- never dropped.
CREATE OR REPLACE FUNCTION drop_oldest_day_of_ledger(p_days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  v_oldest record;
  v_end timestamptz;
  v_next text;
BEGIN
  SELECT * INTO v_oldest FROM days_of('ledger') AS d ORDER BY d.day LIMIT 1;
  v_end := (v_oldest.day + 1)::timestamp AT TIME ZONE 'UTC';
  v_next := first_hold_of_day(v_oldest.day + 1);
  IF v_end > clock() - make_interval(days => greatest(p_days, 90))
     OR EXISTS (SELECT FROM holds AS h WHERE h.id >= first_hold_of_day(v_oldest.day) AND h.id < v_next)
     OR EXISTS (SELECT FROM days_of('holds_ended') AS d WHERE d.day <= v_oldest.day) THEN
    RETURN 0;
  END IF;
  -- The lock does not stop calls: they write to other days, and can still read this one.
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE ROW EXCLUSIVE MODE', v_oldest.name);
  EXECUTE format('INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
    SELECT %L, l.account_id, ''carried'', sum(l.amount_micros), %L::timestamptz - interval ''1 microsecond''
    FROM %I AS l GROUP BY l.account_id HAVING sum(l.amount_micros) <> 0',
    'carried_' || to_char(v_oldest.day, 'YYYYMMDD'), v_end, v_oldest.name);
  EXECUTE format('DROP TABLE %I', v_oldest.name);
  ALTER TABLE ledger DETACH PARTITION ledger_past;
  EXECUTE format('ALTER TABLE ledger ATTACH PARTITION ledger_past FOR VALUES FROM (''ht_'') TO (%L)', v_next);
  RETURN 1;
END
$$;

-- Returns the number of consecutive days from today on, today included, for which both tables have a partition.
CREATE OR REPLACE FUNCTION count_days_ahead() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT greatest(0, least(
    (SELECT max(d.day) FROM days_of('holds') AS d), (SELECT max(d.day) FROM days_of('ledger') AS d)
  ) - (clock() AT TIME ZONE 'UTC')::date + 1)
$$;
