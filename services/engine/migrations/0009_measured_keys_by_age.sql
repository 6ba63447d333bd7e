-- For the deletion of old states, which then reads only the rows that it deletes. The table has one row for each
-- measured key, so PostgreSQL builds the index immediately.
CREATE INDEX measured_keys_by_age ON measured_keys (updated_at);
