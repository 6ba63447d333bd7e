-- The database's clock. Rate windows, due times and ledger entries use it, because the clocks of replicas may disagree,
-- and a limit must not depend on the replica. It is a separate function so that a test can replace it by a clock that
-- the test advances.
CREATE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is refused on %.%: what it records is never taken back', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'object_not_in_prerequisite_state';
END
$$;

-- Every hold and settlement of a customer updates the customer's one row. Half of each page stays free, so that a new
-- version of a row fits on the same page and no index changes.
CREATE TABLE accounts (
  id text PRIMARY KEY CHECK (id LIKE 'acc\_%'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  -- The sum of the account's ledger entries.
  balance_micros bigint NOT NULL DEFAULT 0,
  -- The sum of the account's open holds.
  held_micros bigint NOT NULL DEFAULT 0,
  rate_limit_per_minute integer NOT NULL CHECK (rate_limit_per_minute BETWEEN 1 AND 1000000),
  created_at timestamptz NOT NULL DEFAULT clock(),
  CONSTRAINT accounts_are_never_overdrawn CHECK (held_micros >= 0 AND balance_micros >= held_micros)
) WITH (fillfactor = 50);

-- Ledger and holds reference accounts without a foreign key, which would cost a row lock and a look-up for each row.
-- Only functions that have locked the account's row write them, and accounts are never deleted.
CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A rate window is two arrays of equal length: times in ascending microseconds since the Unix epoch, and the number of
-- requests counted at each time. The arrays are columns of the key's row, because every admitted request updates that
-- row anyway.
CREATE TABLE keys (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  prefix text NOT NULL CHECK (char_length(prefix) = 8),
  account_id text NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT clock(),
  revoked_at timestamptz,
  window_moments bigint[] NOT NULL DEFAULT '{}',
  window_counts integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT window_arrays_are_parallel CHECK (cardinality(window_moments) = cardinality(window_counts))
) WITH (fillfactor = 50, toast_tuple_target = 8160);

CREATE INDEX keys_by_prefix ON keys (prefix);
CREATE INDEX keys_by_account ON keys (account_id);

CREATE TABLE holds (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  trace_id text NOT NULL,
  operation text NOT NULL,
  held_micros bigint NOT NULL CHECK (held_micros > 0),
  captured_micros bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'captured', 'confirmed', 'released', 'lapsed', 'reversed')),
  held_at timestamptz NOT NULL,
  -- When an open hold lapses, or when a captured hold is reversed unless it is confirmed before.
  due_at timestamptz NOT NULL,
  -- When the hold was captured, released or lapsed.
  ended_at timestamptz,
  -- The account's balance after the capture of this hold. A repeated settlement returns this balance again. Null when
  -- no settlement ended the hold.
  balance_after_micros bigint,
  CONSTRAINT capture_is_within_the_hold CHECK (captured_micros BETWEEN 0 AND held_micros),
  CONSTRAINT what_ended_says_when CHECK ((state = 'open') = (ended_at IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.05);

CREATE INDEX holds_by_trace ON holds (trace_id);
CREATE INDEX holds_pending ON holds (due_at) WHERE state IN ('open', 'captured');

-- Admissions that counted and were refused for lack of credit. They leave no hold, so this table recognises
-- repetitions.
CREATE TABLE refusals (
  hold_id text PRIMARY KEY,
  refused_at timestamptz NOT NULL
);

CREATE INDEX refusals_by_time ON refusals (refused_at);

-- Double entry: each movement is two rows of one operation that sum to zero, one for the customer and one for a system
-- account. No column stores a system account's balance, because every customer's settlement would wait for that row.
CREATE TABLE ledger (
  operation_id text NOT NULL,
  account_id text NOT NULL CHECK (account_id LIKE 'acc\_%' OR account_id IN ('system:revenue', 'system:credits')),
  kind text NOT NULL CHECK (kind IN ('credit', 'capture', 'reversal')),
  amount_micros bigint NOT NULL CHECK (amount_micros <> 0),
  at timestamptz NOT NULL,
  -- The operation id of a capture or reversal is the hold's id, so a hold is captured at most once and reversed at most
  -- once.
  PRIMARY KEY (operation_id, account_id, kind)
);

CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
