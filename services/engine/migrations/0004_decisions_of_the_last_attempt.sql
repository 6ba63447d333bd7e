-- A client sends a call again when the earlier attempt broke, and the caller gets the answer of the highest attempt. A
-- decision of a higher attempt therefore replaces that of a lower one. The default describes every existing row, and the
-- rows that a replica of the previous version still writes: that replica does not name the column, and stores the first
-- decision of each trace id and type. Adding a column with a constant default does not rewrite the table.
ALTER TABLE decisions ADD COLUMN attempt_rank integer NOT NULL DEFAULT 1;
