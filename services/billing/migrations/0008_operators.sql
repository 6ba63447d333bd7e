-- People who each have an operator token. The operator "root" has no row: its token is a setting of the services.
CREATE TABLE operators (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9._-]{0,39}$' AND name <> 'root'),
  -- SHA-256 of the token. The token has 190 random bits, so a slower hash would add no security.
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  rotated_at timestamptz,
  revoked_at timestamptz
);

-- The audit table: one row before and one row after each call that changes something, and one row for a read or a
-- refused call.
CREATE TABLE operator_actions (
  -- An id that the rows of one call share.
  action_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Name of the operator, or "unknown" when the token never belonged to an operator.
  actor text NOT NULL,
  -- The service and the method, such as billing.AddCredits.
  action text NOT NULL,
  -- The arguments without secrets.
  arguments jsonb NOT NULL,
  -- started, OK or a fault code.
  outcome text NOT NULL
);

CREATE INDEX operator_actions_by_time ON operator_actions (at);
CREATE INDEX operator_actions_by_actor ON operator_actions (actor, at);

CREATE TRIGGER operator_actions_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_actions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
