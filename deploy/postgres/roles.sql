-- The PostgreSQL roles of Assay: an owner and a service role for each schema.
--
--   psql "$ADMIN_URL" -v ON_ERROR_STOP=1 -f deploy/postgres/roles.sql
--
-- Run it as a superuser, or as a role that may create roles, in the database of Assay. It can run again at any time. Then
-- give each role a password, migrate with the URLs of the owners, and start each service with the URL of its own role and
-- ASSAY_MIGRATE_AT_START=false. docs/database.md shows the commands.
--
-- - `assay_<schema>_owner` owns the schema and migrates it. No service uses it.
-- - `assay_<schema>` is the service. The migrations grant it the rights that its statements need
--   (services/<service>/migrations/repeatable/grants.sql), and none in another schema.
DO $$
DECLARE
  v_schema text;
  v_owner text;
  v_object record;
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  FOREACH v_schema IN ARRAY ARRAY['billing', 'engine', 'watch', 'dashboard'] LOOP
    v_owner := 'assay_' || v_schema || '_owner';
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = v_owner) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', v_owner);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'assay_' || v_schema) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', 'assay_' || v_schema);
    END IF;
    -- Limits that keep a session from blocking others for long, for example by waiting for a lock or by leaving a
    -- transaction open. The services set such limits and the schema for their own connections. The settings of the roles are
    -- for all other programs, and for services behind a pooler that drops their settings.
    EXECUTE format('ALTER ROLE %I SET search_path = %I', 'assay_' || v_schema, v_schema);
    EXECUTE format('ALTER ROLE %I SET lock_timeout = %L', 'assay_' || v_schema, '5s');
    EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', 'assay_' || v_schema, '15s');
    EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', 'assay_' || v_schema, '15s');
    EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', v_owner, '60s');
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I, %I', current_database(), v_owner, 'assay_' || v_schema);
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', v_schema);
    EXECUTE format('ALTER SCHEMA %I OWNER TO %I', v_schema, v_owner);
    EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', v_schema);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', v_schema, 'assay_' || v_schema);

    -- Makes the owner role the owner of objects that existed before the roles. Sequences and indexes follow their tables.
    FOR v_object IN
      SELECT format('TABLE %s', c.oid::regclass) AS name FROM pg_class AS c
      WHERE c.relnamespace = v_schema::regnamespace AND c.relkind IN ('r', 'p')
        AND c.relowner <> v_owner::regrole
      UNION ALL
      SELECT format('FUNCTION %s', p.oid::regprocedure) FROM pg_proc AS p
      WHERE p.pronamespace = v_schema::regnamespace AND p.proowner <> v_owner::regrole
    LOOP
      EXECUTE format('ALTER %s OWNER TO %I', v_object.name, v_owner);
    END LOOP;
  END LOOP;
END
$$;
