-- A watch with a failing webhook is verified less and less often. Its failed attempts cost nothing, although the
-- receiver can still read the datum. The functions of the folder `repeatable` change with this version.
ALTER TABLE watches
  -- Failed attempts since the last received notification.
  ADD COLUMN failures_in_row integer NOT NULL DEFAULT 0,
  -- Set from the second failure in a row on: the time until which changes are dropped.
  ADD COLUMN paused_until timestamptz;

-- The failed attempts of an account on the present day, in UTC. The first one of a later day resets the row.
CREATE TABLE failed_attempts (
  account_id text PRIMARY KEY,
  day date NOT NULL,
  failed integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX failed_attempts_by_day ON failed_attempts (day);
