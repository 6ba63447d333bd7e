-- Counts the notifications of each account to a destination in the present minute, so that no account can use up the
-- destination's limit. The functions of the folder `repeatable` change with this version.
CREATE TABLE destination_accounts (
  destination text NOT NULL,
  account_id text NOT NULL,
  -- The start of the minute. An account counts as active in that minute and in the next one.
  minute timestamptz NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  PRIMARY KEY (destination, account_id)
) WITH (fillfactor = 50);
CREATE INDEX destination_accounts_by_minute ON destination_accounts (minute);

-- Replicas of the previous version add rows without an account.
ALTER TABLE notifications_in_flight ADD COLUMN account_id text NOT NULL DEFAULT '';
