-- While a delivery of a watch is in flight, one further trigger of the watch is deferred, and later triggers are merged
-- into the deferred one. A slow webhook therefore never fills the queue with its own triggers.
ALTER TABLE watches ADD COLUMN waiting_trigger text, ADD COLUMN waiting_until timestamptz;

-- The slot of the last verification that counts, and the time at which it ended. The verification covers a trigger that
-- observed no newer slot before that time. The time is compared too, because a node may state wrong slots.
ALTER TABLE watches ADD COLUMN verified_slot bigint, ADD COLUMN verified_at timestamptz;

-- One row for each claimed trigger. The worker inserts the row before it does anything else, and sets `sending` before
-- it sends the first byte. An expired row with `sending` means that the one delivery attempt may have been made.
CREATE TABLE deliveries (
  trigger_id text PRIMARY KEY,
  watch_id text NOT NULL,
  -- The id of the claim. When the lease expires and another worker claims the row, this id changes. The updates of the
  -- first worker then no longer match the row.
  run text NOT NULL,
  state text NOT NULL DEFAULT 'claimed' CHECK (state IN ('claimed', 'sending', 'ended')),
  leased_until timestamptz NOT NULL,
  -- W3C traceparent of the delivery. Its verification, decision, charge and notification share the trace.
  traceparent text NOT NULL,
  trace_id text GENERATED ALWAYS AS (substr(traceparent, 4, 32)) STORED,
  hold_id text NOT NULL,
  outcome text,
  http_status integer,
  error text,
  taken_at timestamptz NOT NULL,
  sent_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT what_ended_says_how CHECK ((state = 'ended') = (outcome IS NOT NULL) AND (state = 'ended') = (ended_at IS NOT NULL))
);

-- At most one worker, in any replica, delivers a watch.
CREATE UNIQUE INDEX deliveries_one_of_a_watch ON deliveries (watch_id) WHERE state <> 'ended';
CREATE INDEX deliveries_under_way ON deliveries (leased_until) WHERE state <> 'ended';
CREATE INDEX deliveries_by_trace ON deliveries (trace_id);
CREATE INDEX deliveries_by_end ON deliveries (ended_at) WHERE state = 'ended';

-- Pending settlements: captures and releases that billing has not accepted yet. The transaction that stores an outcome
-- inserts the row, and the row is deleted when billing has accepted it. Every stored receipt is therefore charged in
-- the end, and nothing else is.
CREATE TABLE settlements (
  hold_id text PRIMARY KEY,
  -- Zero releases the hold.
  capture_micros bigint NOT NULL CHECK (capture_micros >= 0),
  traceparent text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL
);

CREATE INDEX settlements_by_due ON settlements (due_at);
