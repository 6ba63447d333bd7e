-- The level of the delivered datum, which billing stores for the account's usage. Replicas of the previous release add
-- settlements without a level.
ALTER TABLE settlements ADD COLUMN level text NOT NULL DEFAULT '';
