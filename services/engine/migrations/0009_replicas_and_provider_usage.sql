-- The engine's replicas, which divide the rate limits of providers and compare what they see of them.
CREATE TABLE engine_replicas (
  replica uuid PRIMARY KEY,
  joined_at timestamptz NOT NULL DEFAULT now(),
  -- The replica counts as gone after this time, unless it renews it.
  until timestamptz NOT NULL,
  -- The sources and nodes that this replica cannot use now, as "type provider" and "node name". Null before it asked all.
  down text[]
);

-- Requests to providers with a long window that replicas sent or may send, by parts of the window. A restart must not forget
-- them.
CREATE TABLE provider_usage (
  provider text NOT NULL,
  -- Start of the part, in milliseconds since the Unix epoch.
  part_at_ms bigint NOT NULL,
  taken bigint NOT NULL,
  -- Requests that the last report was granted.
  granted bigint NOT NULL,
  -- The end of the last window that overlaps the part.
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (provider, part_at_ms)
);

CREATE INDEX provider_usage_by_expiry ON provider_usage (expires_at);
