-- A learner that started empty must not overwrite a stored state that has more evidence. The format and the number of
-- observations show which state has more.
ALTER TABLE measured_keys
  ADD COLUMN format integer NOT NULL DEFAULT 0,
  ADD COLUMN observations bigint NOT NULL DEFAULT 0;
