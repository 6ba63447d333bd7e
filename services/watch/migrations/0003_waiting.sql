-- The newest observation of the deferred trigger and of all triggers merged into it. A verification must cover all of
-- them together.
ALTER TABLE watches ADD COLUMN waiting_slot bigint, ADD COLUMN waiting_observed timestamptz;

-- The newest observation of a claim's trigger and of all triggers merged into it. If the worker dies, the next worker
-- must cover at least this observation.
ALTER TABLE deliveries ADD COLUMN seen_slot bigint, ADD COLUMN seen_observed timestamptz;

-- Databases that ran the first version of 0002 have this function. The function that replaced it has other arguments.
DROP FUNCTION IF EXISTS put_back(text, text, boolean);
