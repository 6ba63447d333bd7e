-- Reads both tables once. Calls can read and write the tables meanwhile.
ALTER TABLE holds VALIDATE CONSTRAINT holds_without_a_day;
ALTER TABLE ledger VALIDATE CONSTRAINT entries_without_a_day;
ALTER TABLE ledger VALIDATE CONSTRAINT ledger_kind_check;
