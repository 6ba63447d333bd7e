-- The level as a column, for lists that filter by it. Null for rows of the previous version, which keep their level in the
-- document. Adding a column without a default does not rewrite the table.
ALTER TABLE decisions ADD COLUMN level text;

-- Lists of one account's decisions, newest first. Building the index blocks writes to the table, and no answer waits for
-- them: the recorder's messages wait in the stream.
CREATE INDEX decisions_by_account ON decisions (account_id, decided_at DESC, trace_id DESC, type DESC);
