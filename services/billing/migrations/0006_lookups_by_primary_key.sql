-- The functions of the folder `repeatable` change with this version: they look holds up by their primary key. The indexes
-- serve lists of one account's charges, newest first.
CREATE INDEX holds_by_account ON holds (account_id, held_at DESC, id DESC);
CREATE INDEX ledger_by_account ON ledger (account_id, at DESC, operation_id DESC);
