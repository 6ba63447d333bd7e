-- Watched addresses with their last known state. A row exists as long as any watch needs its address.
CREATE TABLE addresses (
  address text PRIMARY KEY,
  -- Hash of the address. Replicas lease partitions.
  partition smallint NOT NULL,
  -- SHA-256 of the account after the last finished change, and the slot of that read. Both are NULL until the first poll,
  -- which sets them and triggers nothing.
  content_hash bytea,
  slot bigint,
  -- A change whose triggers are being published. It is stored before the first trigger. A replica that resumes the
  -- change after a crash therefore publishes the triggers under the same ids.
  pending_hash bytea,
  pending_slot bigint,
  pending_at timestamptz,
  CHECK ((content_hash IS NULL) = (slot IS NULL)),
  CHECK ((pending_hash IS NULL) = (pending_slot IS NULL) AND (pending_hash IS NULL) = (pending_at IS NULL))
);

CREATE INDEX addresses_by_partition ON addresses (partition, address);

CREATE TABLE watches (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  type text NOT NULL,
  params json NOT NULL,
  condition json,
  webhook_url text NOT NULL,
  min_interval_seconds integer NOT NULL CHECK (min_interval_seconds BETWEEN 0 AND 86400),
  -- Creating and deleting a watch locks the row of its address first, so that a row in use is never deleted.
  watched_address text NOT NULL REFERENCES addresses (address),
  -- AES-256-GCM: 12 bytes of nonce, the encrypted secret, 16 bytes of tag. The watch's id is authenticated with it.
  secret_encrypted bytea NOT NULL,
  secret_key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When detection last found a change at the address.
  last_triggered_at timestamptz,
  -- The delivery code writes this column and those below it. This column is the time of the last received notification.
  last_delivered_at timestamptz,
  last_attempt_at timestamptz,
  last_attempt_outcome text,
  last_attempt_http_status integer,
  last_attempt_error text,
  -- The value that the condition compares with. It comes from the last delivered verification that either did not fire
  -- or whose notification was received. compared_at is NULL until the first such verification.
  compared_value json,
  compared_at timestamptz,
  CHECK ((compared_value IS NULL) = (compared_at IS NULL)),
  CHECK ((last_attempt_at IS NULL) = (last_attempt_outcome IS NULL))
);

CREATE INDEX watches_by_account ON watches (account_id, created_at, id);
CREATE INDEX watches_by_address ON watches (watched_address);
CREATE INDEX watches_by_secret_key ON watches (secret_key_id);

-- Which replica polls which partition, and until when. The service inserts one row for each partition.
CREATE TABLE partitions (
  partition smallint PRIMARY KEY,
  replica text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'
);

-- Replicas that are alive. They divide the partitions among themselves.
CREATE TABLE replicas (
  replica text PRIMARY KEY,
  alive_until timestamptz NOT NULL
);
