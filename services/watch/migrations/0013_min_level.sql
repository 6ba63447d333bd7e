-- The level below which a re-verification of the watch notifies nobody. Watches of earlier releases, and those that
-- replicas of the previous release create, have the lowest level and are delivered as before. The functions of the
-- folder `repeatable` change with this version.
ALTER TABLE watches ADD COLUMN min_level text NOT NULL DEFAULT 'single_source';
