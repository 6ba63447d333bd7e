-- People who took a trial, or who got an account without one. A person has several claims, such as the id and the hash
-- of the e-mail at the dashboard, and gets a trial only when all of them are new. Rows are never deleted. A person who
-- gives an account away or signs up again gets no second trial.
CREATE TABLE trials (
  -- An opaque text from the service that knows the person.
  claim text PRIMARY KEY,
  account_id text NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
);
