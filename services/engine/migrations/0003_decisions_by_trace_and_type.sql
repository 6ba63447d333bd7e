-- One request can lead to several decisions: a gate's two parts and its own. Every row that is there satisfies the wider
-- key. Building it locks the table for as long as that takes, during which answers go on, since they wait for the stream
-- and never for this table. A replica of the version before cannot write meanwhile; what it takes from the stream goes back
-- there and is written by a newer one.
ALTER TABLE decisions
  DROP CONSTRAINT decisions_pkey,
  ADD CONSTRAINT decisions_pkey PRIMARY KEY (trace_id, type);
