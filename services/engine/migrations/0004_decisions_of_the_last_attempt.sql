-- A client repeats a call when the earlier attempt broke, and the caller gets the answer of the highest attempt. A
-- decision of a higher attempt therefore replaces that of a lower one. The default is right for every existing row. It
-- is also right for rows of a replica of the previous version, which does not set the column and stores the first
-- decision of each trace id and type. Adding a column with a constant default does not rewrite the table.
ALTER TABLE decisions ADD COLUMN attempt_rank integer NOT NULL DEFAULT 1;
