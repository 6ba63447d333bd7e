-- The newest observation of the deferred trigger and of all triggers merged into it. A verification covers them only
-- together.
ALTER TABLE watches ADD COLUMN waiting_slot bigint, ADD COLUMN waiting_observed timestamptz;

-- The newest observation of a claim's trigger and of all triggers merged into it. If the worker dies, the next one must
-- verify at least as much.
ALTER TABLE deliveries ADD COLUMN seen_slot bigint, ADD COLUMN seen_observed timestamptz;

-- Databases that ran the first form of 0002 have this function. Its successor has other arguments.
DROP FUNCTION IF EXISTS put_back(text, text, boolean);
