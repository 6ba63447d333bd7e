-- The ended calls of each account by the hour in which they were held: the sum over the stored holds that are counted. Pages read
-- it instead of the holds. Every function that ends or changes a hold adds the difference in the same statement, under the lock of
-- the account. A deleted hold leaves it for `usage_by_day`. The functions of the folder `repeatable` change with this version.
--
-- Half of each page stays free, so that a new version of a row fits on the same page and changes no index.
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

-- The holds of an account that were taken at this time or later are counted in `usage_by_hour`. Pages read the earlier ones one by
-- one until count_usage() has counted them, newest first. No hold of an existing account is counted yet. A new account counts from
-- its first hold on, which the statements of this version state. Replicas of the version before leave the column at its default.
ALTER TABLE accounts ADD COLUMN usage_counted_from timestamptz NOT NULL DEFAULT 'infinity';
