-- Grants the role `assay_watch` (deploy/postgres/roles.sql) the rights that the service's statements need. Without the
-- role, as on a developer's machine, this file does nothing.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'assay_watch') THEN
    RETURN;
  END IF;
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM assay_watch', current_schema());
  GRANT SELECT, INSERT, UPDATE, DELETE ON addresses, watches, partitions, replicas, deliveries, settlements, shares,
       failed_attempts, destinations, destination_accounts, notifications_in_flight
    TO assay_watch;
  GRANT SELECT ON migrations TO assay_watch;
END
$$;
