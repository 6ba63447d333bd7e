-- The notifications of each account to a destination, in the present minute, so that the shares of a destination are divided by
-- account. The functions of the folder `repeatable` change with this version.
CREATE TABLE destination_accounts (
  destination text NOT NULL,
  account_id text NOT NULL,
  -- The start of the minute. An account counts as active in its minute and in the next one.
  minute timestamptz NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  PRIMARY KEY (destination, account_id)
) WITH (fillfactor = 50);
CREATE INDEX destination_accounts_by_minute ON destination_accounts (minute);

-- Replicas of the version before add rows without an account.
ALTER TABLE notifications_in_flight ADD COLUMN account_id text NOT NULL DEFAULT '';
