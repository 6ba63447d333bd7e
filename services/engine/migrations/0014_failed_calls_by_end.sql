-- For the search by the last digits of a trace id, as 0013 makes it for decisions. The table is small, because each
-- account adds a limited number of rows in a minute, and gateways keep failed calls while the index is built.
--
-- Safe for the previous version: its statements do not need the index.
CREATE INDEX failed_calls_by_account_end ON failed_calls (account_id, (reverse(right(trace_id::text, 8))) COLLATE "C");
