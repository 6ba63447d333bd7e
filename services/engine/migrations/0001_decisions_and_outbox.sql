-- One row per trace id, written once and never changed. No table refers to this one, and every lookup states a trace id
-- or a time. A large table can therefore be partitioned by the day of decided_at.
CREATE TABLE decisions (
  trace_id uuid PRIMARY KEY,
  decided_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  account_id text NOT NULL,
  type text NOT NULL,
  outcome text NOT NULL,
  -- json rather than jsonb, because readers always need the whole document, and every request pays for the write.
  document json NOT NULL
);

-- Rows arrive in the order of time. A BRIN index finds a day and makes writes hardly slower.
CREATE INDEX decisions_by_time ON decisions USING brin (decided_at);

-- Messages that JetStream did not accept. The engine publishes them when JetStream is available again.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- JetStream recognises a repeated message by this id, and stores it once.
  message_id text NOT NULL UNIQUE,
  payload bytea NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);
