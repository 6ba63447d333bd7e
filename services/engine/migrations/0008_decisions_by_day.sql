-- Decisions are partitioned by the day of their trace ids, so that retention drops a partition instead of deleting
-- rows. A trace id begins with the milliseconds of its creation. The partition key is therefore part of the primary
-- key: a lookup by trace id reads one partition, and an attempt still replaces another by (trace_id, type).
--
-- Safe for the previous version: its statements name `decisions`, which has the same columns and the same primary key.
-- The existing table becomes the default partition. It keeps the decisions with random trace ids: existing ones, and
-- those that replicas of the previous version still make.
--
-- The migration reads the existing table once while the table is locked. No answer waits for the migration: the
-- recorder's messages wait in the stream.
ALTER TABLE decisions RENAME TO decisions_other;
ALTER INDEX decisions_pkey RENAME TO decisions_other_pkey;
ALTER INDEX decisions_by_time RENAME TO decisions_other_by_time;
ALTER INDEX decisions_by_account RENAME TO decisions_other_by_account;

CREATE TABLE decisions (LIKE decisions_other INCLUDING DEFAULTS) PARTITION BY RANGE (trace_id);
ALTER TABLE decisions ADD CONSTRAINT decisions_pkey PRIMARY KEY (trace_id, type);
CREATE INDEX decisions_by_time ON decisions USING brin (decided_at);
CREATE INDEX decisions_by_account ON decisions (account_id, decided_at DESC, trace_id DESC, type DESC);

-- Makes 60 days of partitions, so that no further one is needed while the default partition still has the existing
-- rows. Making a partition reads the whole default partition.
DO $$
DECLARE
  v_day timestamp;
  v_from uuid;
  v_to uuid;
BEGIN
  FOR v_day IN
    SELECT date_trunc('day', now() AT TIME ZONE 'UTC') + n * interval '1 day' FROM generate_series(0, 60) AS n
  LOOP
    v_from := (lpad(to_hex((extract(epoch FROM v_day) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
    v_to := (lpad(to_hex((extract(epoch FROM v_day) * 1000)::bigint + 86400000), 12, '0') || repeat('0', 20))::uuid;
    EXECUTE format('CREATE TABLE %I PARTITION OF decisions FOR VALUES FROM (%L) TO (%L)',
                   'decisions_' || to_char(v_day, 'YYYYMMDD'), v_from, v_to);
    -- A random trace id may by chance name one of these days.
    EXECUTE format('WITH misplaced AS (DELETE FROM decisions_other WHERE trace_id >= %L AND trace_id < %L RETURNING *)
                    INSERT INTO decisions SELECT * FROM misplaced', v_from, v_to);
  END LOOP;
END
$$;

ALTER TABLE decisions ATTACH PARTITION decisions_other DEFAULT;
