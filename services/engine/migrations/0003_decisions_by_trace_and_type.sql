-- One request can have several decisions: those of a gate's two parts and the gate's own. Every existing row satisfies the
-- wider key. The change locks the table while it builds the key. Answers continue, because they wait for the stream and
-- never for this table. A replica of the previous version cannot write after it: its messages return to the stream, and a
-- newer replica writes them.
ALTER TABLE decisions
  DROP CONSTRAINT decisions_pkey,
  ADD CONSTRAINT decisions_pkey PRIMARY KEY (trace_id, type);
