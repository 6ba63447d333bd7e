-- Counts, per account, the deliveries of the present minute that end without a charge. The counts limit what an account
-- can cause for free. A row is about one minute, and the first claim of a later minute resets it.
CREATE TABLE shares (
  account_id text PRIMARY KEY,
  -- The start of the minute. A delivery counts in the minute of its claim.
  minute timestamptz NOT NULL,
  -- Deliveries in flight.
  pending integer NOT NULL DEFAULT 1,
  -- Received notifications. As many deliveries in flight as this number count neither as unpaid nor as failed, so that
  -- an account that pays may have many.
  paid integer NOT NULL DEFAULT 0,
  -- Verifications that ended without a notification.
  unpaid integer NOT NULL DEFAULT 0,
  -- Notifications that were not received.
  failed integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Set while the deferred trigger waits for its account's share: which count is exhausted (`unpaid` or `failed`), and
-- since when.
ALTER TABLE watches ADD COLUMN waiting_share text, ADD COLUMN waiting_since timestamptz;
