-- Failed calls of known keys: calls that ended with an error, usually before the engine made a decision. The table is
-- not partitioned, because each account adds a limited number of rows in a minute
-- (services/engine/src/failed-calls/store.ts). Retention deletes rows in the order of their trace ids, which begin with
-- their time.
--
-- Safe for the previous version: its statements do not name these tables.
CREATE TABLE failed_calls (
  trace_id uuid PRIMARY KEY,
  failed_at timestamptz NOT NULL,
  account_id text NOT NULL,
  type text NOT NULL,
  outcome text NOT NULL,
  document json NOT NULL
);
CREATE INDEX failed_calls_by_account ON failed_calls (account_id, failed_at DESC, trace_id DESC);

-- The number of failed calls of an account in one minute that the log left out.
CREATE TABLE failed_calls_left_out (
  account_id text NOT NULL,
  minute timestamptz NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (account_id, minute)
);
CREATE INDEX failed_calls_left_out_by_minute ON failed_calls_left_out USING brin (minute);
