-- Holds are partitioned by the day of their ids, and ledger entries by the day of their operation ids. The operation id
-- of a capture or a reversal is the hold's id. The partition key is therefore part of both primary keys, which stay
-- unique over all days. The functions of the folder `repeatable` change with this version.
--
-- Each table has these partitions:
-- - `_other`, the default: ids without a time. These are all existing rows, credits, and the holds of replicas of the
--   previous version
-- - `_past`: ids of days that were dropped, as a gateway with a wrong clock makes them
-- - one for each day, from today to a week ahead
-- - `_future`: ids of days that have no partition yet
--
-- Safe for the previous version: its statements name `holds` and `ledger`, which have the same columns and the same
-- primary keys. No table is read or rewritten, because 0015 has checked the constraints that exclude the days.
ALTER TABLE holds RENAME TO holds_other;
ALTER INDEX holds_pkey RENAME TO holds_other_pkey;
ALTER INDEX holds_by_trace RENAME TO holds_other_by_trace;
ALTER INDEX holds_pending RENAME TO holds_other_pending;
ALTER INDEX holds_by_account RENAME TO holds_other_by_account;
CREATE TABLE holds (LIKE holds_other INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id);
ALTER TABLE holds DROP CONSTRAINT holds_without_a_day;
ALTER TABLE holds ADD CONSTRAINT holds_pkey PRIMARY KEY (id);
CREATE INDEX holds_by_trace ON holds (trace_id);
CREATE INDEX holds_pending ON holds (due_at) WHERE state IN ('open', 'captured');
CREATE INDEX holds_by_account ON holds (account_id, held_at DESC, id DESC);

ALTER TABLE ledger RENAME TO ledger_other;
ALTER INDEX ledger_pkey RENAME TO ledger_other_pkey;
ALTER INDEX ledger_by_account RENAME TO ledger_other_by_account;
CREATE TABLE ledger (LIKE ledger_other INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (operation_id);
ALTER TABLE ledger DROP CONSTRAINT entries_without_a_day;
ALTER TABLE ledger ADD CONSTRAINT ledger_pkey PRIMARY KEY (operation_id, account_id, kind);
CREATE INDEX ledger_by_account ON ledger (account_id, at DESC, operation_id DESC);
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The ended calls of each account by the day on which their holds were taken. A hold is counted here when it is deleted
-- or its day ends.
CREATE TABLE usage_by_day (
  account_id text NOT NULL,
  day date NOT NULL,
  type text NOT NULL,
  outcome text NOT NULL,
  level text NOT NULL,
  calls bigint NOT NULL CHECK (calls > 0),
  debited_micros bigint NOT NULL CHECK (debited_micros >= 0),
  PRIMARY KEY (account_id, day, type, outcome, level)
);

-- The parent of the daily partitions of holds that ended and are not counted yet. The parent itself has no rows.
CREATE TABLE holds_ended AS SELECT * FROM holds WITH NO DATA;
CREATE INDEX holds_ended_by_account ON holds_ended (account_id, held_at);

-- Makes the first partitions. The functions for further days are in the folder `repeatable`, which the migration
-- applies after this file.
DO $$
DECLARE
  v_today date := (clock() AT TIME ZONE 'UTC')::date;
  v_table text;
  v_bounds text[];
BEGIN
  v_bounds := ARRAY(
    SELECT 'ht_' || lpad(to_hex((extract(epoch FROM (v_today + n)::timestamp) * 1000)::bigint), 12, '0')
    FROM generate_series(0, 8) AS n
  );
  FOREACH v_table IN ARRAY ARRAY['holds', 'ledger'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (''ht_'') TO (%L)',
                   v_table || '_past', v_table, v_bounds[1]);
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (''ht_g'')',
                   v_table || '_future', v_table, v_bounds[9]);
    FOR n IN 1..8 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                     v_table || '_' || to_char(v_today + n - 1, 'YYYYMMDD'), v_table, v_bounds[n], v_bounds[n + 1]);
      IF v_table = 'holds' THEN
        EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.05)',
                       v_table || '_' || to_char(v_today + n - 1, 'YYYYMMDD'));
      ELSE
        EXECUTE format('CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
                       v_table || '_' || to_char(v_today + n - 1, 'YYYYMMDD'));
      END IF;
    END LOOP;
  END LOOP;
END
$$;

ALTER TABLE holds ATTACH PARTITION holds_other DEFAULT;
ALTER TABLE ledger ATTACH PARTITION ledger_other DEFAULT;
