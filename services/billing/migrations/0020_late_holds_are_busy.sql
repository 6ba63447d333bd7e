-- The functions of the folder `repeatable` change with this version. A settlement that did not get the lock of an account left
-- the account's holds out as busy, but not a hold that became visible after it had listed them. Two settlements could then end one
-- hold: its amount left `held_micros` twice, and the ledger had two captures.
SELECT 1;
