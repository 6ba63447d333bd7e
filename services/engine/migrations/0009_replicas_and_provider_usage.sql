-- The engine's replicas. They divide the rate limits of providers, and compare which providers each of them can use.
CREATE TABLE engine_replicas (
  replica uuid PRIMARY KEY,
  joined_at timestamptz NOT NULL DEFAULT now(),
  -- The replica counts as gone after this time, unless it renews it.
  until timestamptz NOT NULL,
  -- The sources and nodes that this replica cannot use now, as "type provider" and "node name". Null until the replica
  -- has asked all of them.
  down text[]
);

-- Requests that replicas sent or may still send to providers with a long rate window, by parts of the window. They are
-- stored so that a restart does not forget them.
CREATE TABLE provider_usage (
  provider text NOT NULL,
  -- Start of the part, in milliseconds since the Unix epoch.
  part_at_ms bigint NOT NULL,
  taken bigint NOT NULL,
  -- Number of requests that the last report was allowed to send.
  granted bigint NOT NULL,
  -- The end of the last window that overlaps the part.
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (provider, part_at_ms)
);

CREATE INDEX provider_usage_by_expiry ON provider_usage (expires_at);
