-- The ended calls of each account by the hour in which their holds were taken: a sum over those stored holds that are
-- counted. Pages read this table instead of the holds. Every function that ends or changes a hold adds the difference
-- in the same statement, under the lock of the account. When a hold is deleted, its usage moves to `usage_by_day`. The
-- functions of the folder `repeatable` change with this version.
--
-- Half of each page stays free, so that a new version of a row fits on the same page and no index changes.
CREATE TABLE usage_by_hour (
  account_id text NOT NULL,
  hour timestamptz NOT NULL,
  type text NOT NULL,
  outcome text NOT NULL,
  level text NOT NULL,
  calls bigint NOT NULL,
  debited_micros bigint NOT NULL,
  PRIMARY KEY (account_id, hour, type, outcome, level)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- `usage_by_hour` counts the holds of an account that were taken at this time or later. Pages read earlier holds row by
-- row until count_usage() has counted them, newest first. For an existing account no hold is counted yet. For a new
-- account all holds are counted, because the statements of this version set the column. Replicas of the previous
-- version leave the column at its default.
ALTER TABLE accounts ADD COLUMN usage_counted_from timestamptz NOT NULL DEFAULT 'infinity';
