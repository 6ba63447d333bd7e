-- The database's clock, by which windows, lapses and ledger entries go: replicas may disagree about the time, and must
-- not disagree about a limit. It is a function of its own so that a test can put a clock that it steps in its place.
CREATE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is refused on %.%: what it records is never taken back', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'object_not_in_prerequisite_state';
END
$$;

-- One row takes every hold and settlement of a customer: half of each page is left free, so that a new version of a
-- row finds room beside the old one and touches no index.
CREATE TABLE accounts (
  id text PRIMARY KEY CHECK (id LIKE 'acc\_%'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  -- Always the sum of the account's ledger rows.
  balance_micros bigint NOT NULL DEFAULT 0,
  -- Always the sum of the account's open holds.
  held_micros bigint NOT NULL DEFAULT 0,
  rate_limit_per_minute integer NOT NULL CHECK (rate_limit_per_minute BETWEEN 1 AND 1000000),
  created_at timestamptz NOT NULL DEFAULT clock(),
  CONSTRAINT accounts_are_never_overdrawn CHECK (held_micros >= 0 AND balance_micros >= held_micros)
) WITH (fillfactor = 50);

-- Ledger and holds name accounts without a foreign key, which would cost a row lock and a look-up for each of their
-- rows: they are only written by functions that have locked the account's row, and accounts never go away.
CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A window's state is two arrays of equal length: moments, in microseconds since the Unix epoch and ascending, and how
-- many requests were counted at each. They are kept in the row rather than in an overflow table, since every admitted
-- request writes them.
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
  -- When an open hold lapses; once captured, when it is given back unless it was confirmed.
  due_at timestamptz NOT NULL,
  -- When it was captured, released or lapsed.
  ended_at timestamptz,
  -- The account's balance after this hold's own capture, so that a repeated settlement is answered as the first was.
  -- Absent where no settlement ended it.
  balance_after_micros bigint,
  CONSTRAINT capture_is_within_the_hold CHECK (captured_micros BETWEEN 0 AND held_micros),
  CONSTRAINT what_ended_says_when CHECK ((state = 'open') = (ended_at IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.05);

CREATE INDEX holds_by_trace ON holds (trace_id);
CREATE INDEX holds_pending ON holds (due_at) WHERE state IN ('open', 'captured');

-- Admissions that were counted and found no credit: they leave no hold by which a repetition could be known.
CREATE TABLE refusals (
  hold_id text PRIMARY KEY,
  refused_at timestamptz NOT NULL
);

CREATE INDEX refusals_by_time ON refusals (refused_at);

-- Double entry: each movement is two rows of one operation that sum to zero, the customer's and that of a system
-- account. A system account's balance is the sum of its rows and stands nowhere else: as one stored number it would be
-- a row that every customer's settlement waits for.
CREATE TABLE ledger (
  operation_id text NOT NULL,
  account_id text NOT NULL CHECK (account_id LIKE 'acc\_%' OR account_id IN ('system:revenue', 'system:credits')),
  kind text NOT NULL CHECK (kind IN ('credit', 'capture', 'reversal')),
  amount_micros bigint NOT NULL CHECK (amount_micros <> 0),
  at timestamptz NOT NULL,
  -- The operation of a capture and of a reversal is the hold's id: a hold is charged once, and given back once, ever.
  PRIMARY KEY (operation_id, account_id, kind)
);

CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
