-- A learner that started empty must not overwrite a richer stored state. Format and observations tell which one is richer.
ALTER TABLE measured_keys
  ADD COLUMN format integer NOT NULL DEFAULT 0,
  ADD COLUMN observations bigint NOT NULL DEFAULT 0;
