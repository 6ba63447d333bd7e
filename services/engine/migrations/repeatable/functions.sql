-- The functions of the schema `engine`. The migration applies this file after the versioned migrations
-- (packages/storage/src/migrate.ts). A change of a function comes with a new versioned migration.
--
-- The functions run with the rights of the schema's owner, because a service's own role may not create or drop tables.

-- Returns the smallest trace id that a decision of the time p_at can have. A trace id begins with 48 bits of
-- milliseconds since the Unix epoch.
CREATE OR REPLACE FUNCTION first_trace_of(p_at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes the missing partitions of `decisions` from today to p_days days ahead, and returns the number of partitions
-- made. A decision that arrived before the partition of its day existed is in the default partition. The function moves
-- it to the new partition.
CREATE OR REPLACE FUNCTION make_partitions(p_days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  v_day timestamp;
  v_name text;
  v_from uuid;
  v_to uuid;
  v_made integer := 0;
BEGIN
  FOR v_day IN
    SELECT date_trunc('day', now() AT TIME ZONE 'UTC') + n * interval '1 day' FROM generate_series(0, p_days) AS n
  LOOP
    v_name := 'decisions_' || to_char(v_day, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(v_name) IS NOT NULL;
    -- No decision of this day may arrive between the move and the attachment.
    LOCK TABLE decisions_other IN ACCESS EXCLUSIVE MODE;
    v_from := first_trace_of(v_day AT TIME ZONE 'UTC');
    v_to := first_trace_of((v_day + interval '1 day') AT TIME ZONE 'UTC');
    EXECUTE format('CREATE TABLE %I (LIKE decisions INCLUDING DEFAULTS)', v_name);
    EXECUTE format('WITH misplaced AS (DELETE FROM decisions_other WHERE trace_id >= %L AND trace_id < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM misplaced', v_from, v_to, v_name);
    EXECUTE format('ALTER TABLE decisions ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', v_name, v_from, v_to);
    v_made := v_made + 1;
  END LOOP;
  RETURN v_made;
END
$$;

-- Builds the index by the last digits of trace ids on one partition of `decisions` that lacks it, and returns the number
-- of partitions, 0 or 1. Building the index blocks writes to the partition. So the function takes a day's partition an
-- hour after its day, when no decision arrives for it any more.
CREATE OR REPLACE FUNCTION index_partition_end() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  v_name text;
BEGIN
  SELECT c.relname INTO v_name FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'decisions'::regclass
    AND (c.relname !~ '^decisions_\d{8}$'
         OR (to_date(substr(c.relname, 11), 'YYYYMMDD') + 1)::timestamp + interval '1 hour' <= now() AT TIME ZONE 'UTC')
    AND NOT EXISTS (
      SELECT FROM pg_index AS x JOIN pg_inherits AS xi ON xi.inhrelid = x.indexrelid
      WHERE x.indrelid = c.oid AND xi.inhparent = 'decisions_by_account_end'::regclass
    )
  ORDER BY c.relname DESC LIMIT 1;
  IF v_name IS NULL THEN
    RETURN 0;
  END IF;
  EXECUTE format('CREATE INDEX %I ON %I (account_id, (reverse(right(trace_id::text, 8))) COLLATE "C")',
                 v_name || '_by_account_end', v_name);
  EXECUTE format('ALTER INDEX decisions_by_account_end ATTACH PARTITION %I', v_name || '_by_account_end');
  RETURN 1;
END
$$;

-- Drops the partitions of `decisions` whose whole day is older than p_days days, and returns the number of dropped
-- partitions.
CREATE OR REPLACE FUNCTION drop_partitions(p_days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  v_name text;
  v_dropped integer := 0;
BEGIN
  FOR v_name IN
    SELECT c.relname FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'decisions'::regclass AND c.relname ~ '^decisions_\d{8}$'
      AND (to_date(substr(c.relname, 11), 'YYYYMMDD') + 1 + p_days)::timestamp <= now() AT TIME ZONE 'UTC'
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', v_name);
    v_dropped := v_dropped + 1;
  END LOOP;
  RETURN v_dropped;
END
$$;

-- Deletes up to p_limit decisions of the default partition that are older than p_days days, and returns the number of
-- deleted decisions.
CREATE OR REPLACE FUNCTION delete_old_decisions(p_days integer, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  v_deleted integer;
BEGIN
  DELETE FROM decisions_other WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM decisions_other WHERE decided_at < now() - make_interval(days => p_days) LIMIT p_limit
  ));
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END
$$;

-- Returns the number of consecutive days from today on, today included, for which a partition exists.
CREATE OR REPLACE FUNCTION count_days_ahead() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(min(n), 366)::integer FROM generate_series(0, 366) AS n
  WHERE to_regclass('decisions_' || to_char((now() AT TIME ZONE 'UTC')::date + n, 'YYYYMMDD')) IS NULL
$$;
