-- The factors behind the compared value of a risk, with that value. A value that an earlier release stored later has none.
ALTER TABLE watches ADD COLUMN compared_basis json;
-- When and why the condition could last not be evaluated. Both are NULL once it was evaluated.
ALTER TABLE watches ADD COLUMN not_evaluated_at timestamptz, ADD COLUMN not_evaluated_reason text;
