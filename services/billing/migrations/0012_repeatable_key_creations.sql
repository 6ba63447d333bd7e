-- Creations of keys that have an operation id. A repeated command finds its row, creates nothing and gets the same key.
-- The functions of the folder `repeatable` change with this version.
CREATE TABLE key_creations (
  account_id text NOT NULL,
  operation_id text NOT NULL,
  -- SHA-256 of the method and the arguments.
  fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  key_sha256 bytea NOT NULL CHECK (octet_length(key_sha256) = 32),
  -- The key, encrypted. Null once a day has passed.
  sealed_key bytea,
  secret_key_id text,
  created_at timestamptz NOT NULL DEFAULT clock(),
  PRIMARY KEY (account_id, operation_id),
  CONSTRAINT sealed_key_is_complete CHECK ((sealed_key IS NULL) = (secret_key_id IS NULL))
);

CREATE INDEX key_creations_with_key ON key_creations (created_at) WHERE sealed_key IS NOT NULL;
