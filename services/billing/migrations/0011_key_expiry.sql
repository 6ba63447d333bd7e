-- When a key stops working. Null for a key that does not expire. Replicas of the previous release never set the column,
-- but the function admit(), which they call too, checks it. Adding a column without a default does not rewrite the
-- table.
ALTER TABLE keys ADD COLUMN expires_at timestamptz;
