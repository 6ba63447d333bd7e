-- The accounts whose questions in words Assay does not store. An account without a row keeps its words.
--
-- Safe for the previous version: its statements do not name this table, and it receives no words.
CREATE TABLE accounts_without_words (
  account_id text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
);
