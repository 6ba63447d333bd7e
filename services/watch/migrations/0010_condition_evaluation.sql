-- The factors that belong to the compared value of a risk, together with that value. When a replica of an earlier
-- release stores a newer value, the factors no longer belong to it.
ALTER TABLE watches ADD COLUMN compared_basis json;
-- When and why the condition last could not be evaluated. Both are NULL after it was evaluated again.
ALTER TABLE watches ADD COLUMN not_evaluated_at timestamptz, ADD COLUMN not_evaluated_reason text;
