-- When a key stops working. Null for a key without an end. Replicas of the previous release never set it, and admit() checks
-- it for them too. Adding a column without a default does not rewrite the table.
ALTER TABLE keys ADD COLUMN expires_at timestamptz;
