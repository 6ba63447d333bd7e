-- The lease of each provider's stream. The replica that has the lease holds the connection, and shares the stream's
-- updates with the others.
CREATE TABLE stream_leases (
  stream text PRIMARY KEY,
  holder uuid NOT NULL,
  until timestamptz NOT NULL
);
