-- Replicas of the previous release add keys without a name and settle holds without an outcome. Adding a column with a
-- constant default, or without one, does not rewrite the table.
ALTER TABLE keys ADD COLUMN name text NOT NULL DEFAULT '';

-- How the call of a hold ended, and the level that it reached. Null until a service reports it.
ALTER TABLE holds ADD COLUMN outcome text, ADD COLUMN level text;
