-- A watch whose webhook fails is verified less and less often, because the failed attempts cost nothing and the receiver reads
-- the datum all the same. The functions of the folder `repeatable` change with this version.
ALTER TABLE watches
  -- Failed attempts since the last received notification.
  ADD COLUMN failures_in_row integer NOT NULL DEFAULT 0,
  -- From the second failure in a row on: until when changes are dropped.
  ADD COLUMN paused_until timestamptz;

-- The failed attempts of an account in the present day, in UTC. The first one of a later day sets the row back.
CREATE TABLE failed_attempts (
  account_id text PRIMARY KEY,
  day date NOT NULL,
  failed integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX failed_attempts_by_day ON failed_attempts (day);
