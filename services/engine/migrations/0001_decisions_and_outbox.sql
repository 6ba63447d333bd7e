-- One row per trace id, written once and never changed. Nothing refers to it and every look-up but that by trace id
-- carries a time, so it can be turned into partitions by day of decided_at when it grows.
CREATE TABLE decisions (
  trace_id uuid PRIMARY KEY,
  decided_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  account_id text NOT NULL,
  type text NOT NULL,
  outcome text NOT NULL,
  -- Text rather than jsonb: it is read back whole, and writing it is on the way of every request.
  document json NOT NULL
);

-- Rows arrive in the order of time, so a summary per block finds a day at nearly no cost to writing.
CREATE INDEX decisions_by_time ON decisions USING brin (decided_at);

-- Messages that JetStream did not take. They are published from here when it is back.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What JetStream tells repeated messages by: one that was stored there after all is not stored twice.
  message_id text NOT NULL UNIQUE,
  payload bytea NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);
