-- What the trigger knows of each watched address. There is a row for an address exactly while a watch needs it.
CREATE TABLE addresses (
  address text PRIMARY KEY,
  -- By hash of the address: what one replica leases.
  partition smallint NOT NULL,
  -- What stood at the address when last a change was dealt with, as a SHA-256, and the slot of that read; null until the
  -- first poll, which sets both and triggers nothing.
  content_hash bytea,
  slot bigint,
  -- A change whose triggers are being published. It is kept before the first of them is, so that whoever goes on after a
  -- crash publishes them under the same ids.
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
  -- Creating and deleting a watch locks its address's row first, so a row that is still needed is never deleted.
  watched_address text NOT NULL REFERENCES addresses (address),
  -- AES-256-GCM: 12 bytes of nonce, the sealed secret, 16 bytes of tag; bound to the watch's id.
  secret_encrypted bytea NOT NULL,
  secret_key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When a change at the address was last noticed: the trigger's.
  last_triggered_at timestamptz,
  -- From here on the delivery's: the last notification that a webhook received.
  last_delivered_at timestamptz,
  last_attempt_at timestamptz,
  last_attempt_outcome text,
  last_attempt_http_status integer,
  last_attempt_error text,
  -- What conditions compare against: the data of the last re-verification that was delivered by the engine and either did
  -- not fire or was received. compared_at is null until the first re-verification is done.
  compared_value json,
  compared_at timestamptz,
  CHECK ((compared_value IS NULL) = (compared_at IS NULL)),
  CHECK ((last_attempt_at IS NULL) = (last_attempt_outcome IS NULL))
);

CREATE INDEX watches_by_account ON watches (account_id, created_at, id);
CREATE INDEX watches_by_address ON watches (watched_address);
CREATE INDEX watches_by_secret_key ON watches (secret_key_id);

-- Who polls which partition, until when. The rows are made by the service, as many as it has partitions.
CREATE TABLE partitions (
  partition smallint PRIMARY KEY,
  replica text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'
);

-- Replicas that are alive, so that each takes its share.
CREATE TABLE replicas (
  replica text PRIMARY KEY,
  alive_until timestamptz NOT NULL
);
