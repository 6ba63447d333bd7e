-- The level as a column, for lists that filter by it. Null in rows of the previous version, which have the level only
-- in the document. Adding a column without a default does not rewrite the table.
ALTER TABLE decisions ADD COLUMN level text;

-- For lists of one account's decisions, newest first. Building the index blocks writes to the table, but no answer
-- waits for these writes: the recorder's messages wait in the stream.
CREATE INDEX decisions_by_account ON decisions (account_id, decided_at DESC, trace_id DESC, type DESC);
