-- Counts the notifications to a destination in the present minute, over all accounts. A destination is a registrable
-- domain (`domain example.com`) or an address (`address 203.0.113.7`). The first notification of a new minute resets
-- the counter.
CREATE TABLE destinations (
  destination text PRIMARY KEY,
  -- The start of the minute.
  minute timestamptz NOT NULL,
  sent integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX destinations_by_minute ON destinations (minute);

-- The notifications in flight, with one row for each of their destinations. The row of a worker that died counts until
-- its lease ends.
CREATE TABLE notifications_in_flight (
  destination text NOT NULL,
  trigger_id text NOT NULL,
  leased_until timestamptz NOT NULL,
  PRIMARY KEY (destination, trigger_id)
);
CREATE INDEX notifications_in_flight_by_trigger ON notifications_in_flight (trigger_id);
CREATE INDEX notifications_in_flight_by_lease ON notifications_in_flight (leased_until);

-- The sweeper deletes the shares of past minutes.
CREATE INDEX shares_by_minute ON shares (minute);
