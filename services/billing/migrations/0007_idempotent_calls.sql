-- Calls with an idempotency key, stored for 24 hours. One row is one call with all its attempts.
CREATE TABLE idempotent_calls (
  account_id text NOT NULL,
  -- SHA-256 of the caller's idempotency key.
  key_sha256 bytea NOT NULL CHECK (octet_length(key_sha256) = 32),
  -- SHA-256 of the path and the body.
  fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  -- An id that all attempts share.
  call_id text NOT NULL,
  -- The trace of the attempt that holds the lease, or that stored the answer. The attempt's holds have the same trace.
  trace_id text NOT NULL,
  leased_until timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The stored answer. The body is encrypted, because the answer to a new watch contains a secret.
  http_status integer CHECK (http_status BETWEEN 200 AND 499),
  sealed_body bytea,
  secret_key_id text,
  PRIMARY KEY (account_id, key_sha256),
  CONSTRAINT answer_is_complete CHECK (
    (http_status IS NULL) = (sealed_body IS NULL) AND (http_status IS NULL) = (secret_key_id IS NULL)
  )
) WITH (autovacuum_vacuum_scale_factor = 0.05);

CREATE INDEX idempotent_calls_by_expiry ON idempotent_calls (expires_at);
