-- The history of the evidence about each measured pair. The replica with the leader lease adds points and removes old
-- ones.
CREATE TABLE pair_evidence (
  key text NOT NULL,
  -- The two names in the order of their characters.
  a text NOT NULL,
  b text NOT NULL,
  at timestamptz NOT NULL,
  verdict text NOT NULL,
  -- Evidence for and against one upstream, in nats.
  nats real NOT NULL,
  nats_against real NOT NULL,
  observations integer NOT NULL,
  PRIMARY KEY (key, a, b, at)
);

-- For the removal of old points by their time.
CREATE INDEX pair_evidence_by_time ON pair_evidence (at);
