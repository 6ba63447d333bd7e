-- The learned state of each key of the independence measurement. Only the replica with the leader lease writes it.
CREATE TABLE measured_keys (
  key text PRIMARY KEY,
  state text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The leader lease of the measurement, and the leader's verdict snapshot for the other replicas. At most one row exists.
CREATE TABLE measurement_lead (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  holder uuid NOT NULL,
  until timestamptz NOT NULL,
  picture json,
  pictured_at timestamptz
);
