-- A setting limits how long holds are stored. The row states the time before which holds may be missing, so that
-- audit() does not look for them. Ledger entries are never deleted.
CREATE TABLE hold_retention (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  deleted_before timestamptz NOT NULL
);

-- Rows of the audit table may be deleted after 90 days, and not before. Updates and TRUNCATE stay refused.
DROP TRIGGER operator_actions_are_final ON operator_actions;
CREATE TRIGGER operator_actions_are_final BEFORE UPDATE OR TRUNCATE ON operator_actions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_actions_stay_90_days BEFORE DELETE ON operator_actions
FOR EACH ROW WHEN (OLD.at > clock_timestamp() - interval '90 days') EXECUTE FUNCTION refuse_change();
