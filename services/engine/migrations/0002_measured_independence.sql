-- What was learned about the independence of providers, one row a key. Only the replica that has the lead writes.
CREATE TABLE measured_keys (
  key text PRIMARY KEY,
  state text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Who samples, until when, and what it shows to the other replicas. There is at most one row.
CREATE TABLE measurement_lead (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  holder uuid NOT NULL,
  until timestamptz NOT NULL,
  picture json,
  pictured_at timestamptz
);
