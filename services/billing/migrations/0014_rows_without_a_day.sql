-- Prepares the daily partitions of `holds` and `ledger`, which 0016 makes. An id that begins with `ht_` has the
-- milliseconds of its creation in the next twelve digits. No row has such an id yet, because only replicas of this
-- version make them. The constraints state this, so that 0016 can make the existing tables partitions without reading
-- them.
--
-- Safe for the previous version: its ids begin with `h_` or `wh_`, and its entries have one of the first three kinds.
-- Nothing here reads a table.
ALTER TABLE holds ADD CONSTRAINT holds_without_a_day CHECK (id < 'ht_' OR id >= 'ht_g') NOT VALID;
ALTER TABLE ledger ADD CONSTRAINT entries_without_a_day CHECK (operation_id < 'ht_' OR operation_id >= 'ht_g') NOT VALID;

-- When a day of the ledger is dropped, each account gets one entry of the kind `carried` instead.
ALTER TABLE ledger DROP CONSTRAINT ledger_kind_check;
ALTER TABLE ledger ADD CONSTRAINT ledger_kind_check CHECK (kind IN ('credit', 'capture', 'reversal', 'carried')) NOT VALID;
