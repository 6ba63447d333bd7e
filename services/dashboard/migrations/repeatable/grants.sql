-- Grants the role `assay_dashboard` (deploy/postgres/roles.sql) the rights that the service's statements need. Without
-- the role, as on a developer's machine, this file does nothing.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'assay_dashboard') THEN
    RETURN;
  END IF;
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM assay_dashboard', current_schema());
  GRANT SELECT, INSERT, UPDATE, DELETE
    ON person, session, credential, verification, account_membership, member, invitation, passkey, sign_in_rate,
       playground_key, password_guess, invitation_mail
    TO assay_dashboard;
  GRANT SELECT ON migrations TO assay_dashboard;
END
$$;
