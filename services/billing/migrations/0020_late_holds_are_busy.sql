-- The functions of the folder `repeatable` change with this version. They fix a defect of settlements. When a
-- settlement did not get the lock of an account, it left out the account's holds as busy, except a hold that became
-- visible only after it had listed them. Two settlements could then end one hold: its amount left `held_micros` twice,
-- and the ledger had two captures.
SELECT 1;
