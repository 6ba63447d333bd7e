-- Replicas of the previous release add keys without a name and settle holds without an outcome. Adding a column with a
-- constant default, or without one, does not rewrite the table.
ALTER TABLE keys ADD COLUMN name text NOT NULL DEFAULT '';

-- The outcome of a hold's call, and the level that the call reached. Null until a service reports them.
ALTER TABLE holds ADD COLUMN outcome text, ADD COLUMN level text;
