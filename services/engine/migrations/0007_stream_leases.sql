-- The lease of each provider's stream. The replica that has it holds the connection and shares what it receives.
CREATE TABLE stream_leases (
  stream text PRIMARY KEY,
  holder uuid NOT NULL,
  until timestamptz NOT NULL
);
