-- Grants the role `assay_engine` (deploy/postgres/roles.sql) the rights that the service's statements need. Without the
-- role, as on a developer's machine, this file does nothing.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'assay_engine') THEN
    RETURN;
  END IF;
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM assay_engine', current_schema());
  -- Partitions need no grants: the service's statements name only the parent table `decisions`.
  GRANT SELECT, INSERT, UPDATE ON decisions TO assay_engine;
  GRANT SELECT, INSERT, UPDATE, DELETE ON outbox, measured_keys, measurement_lead TO assay_engine;
  GRANT SELECT, INSERT, DELETE ON pair_evidence, failed_calls, accounts_without_words TO assay_engine;
  GRANT SELECT, INSERT, UPDATE, DELETE ON failed_calls_left_out TO assay_engine;
  GRANT SELECT, INSERT, UPDATE, DELETE ON stream_leases, engine_replicas, provider_usage TO assay_engine;
  GRANT SELECT ON migrations TO assay_engine;
END
$$;
