-- Grants the role `assay_billing` (deploy/postgres/roles.sql) the rights that the service's statements need. Without
-- the role, as on a developer's machine, this file does nothing.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'assay_billing') THEN
    RETURN;
  END IF;
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM assay_billing', current_schema());
  GRANT SELECT, INSERT, UPDATE ON accounts, keys, holds, operators, key_creations, usage_by_hour TO assay_billing;
  GRANT SELECT, INSERT, DELETE ON refusals TO assay_billing;
  GRANT SELECT, INSERT, UPDATE, DELETE ON idempotent_calls TO assay_billing;
  -- The service can add rows to these tables, but cannot change or delete any.
  GRANT SELECT, INSERT ON ledger, operator_actions, trials TO assay_billing;
  -- Partitions need no grants, because the service's statements name only the parent tables. Functions with the rights
  -- of the owner end the days.
  GRANT SELECT ON migrations, hold_retention, holds_ended, usage_by_day TO assay_billing;
END
$$;
