-- The deletion of old states reads the rows that it deletes and no others. The table has one row for each measured key, so the
-- index is built at once.
CREATE INDEX measured_keys_by_age ON measured_keys (updated_at);
