-- One request can have several decisions: those of a gate's two parts and the gate's own. Every existing row satisfies
-- the wider key. The migration locks the table while PostgreSQL builds the key. Answers continue, because they wait for
-- the stream and never for this table. After the migration a replica of the previous version cannot write: its messages
-- return to the stream, and a newer replica writes them.
ALTER TABLE decisions
  DROP CONSTRAINT decisions_pkey,
  ADD CONSTRAINT decisions_pkey PRIMARY KEY (trace_id, type);
