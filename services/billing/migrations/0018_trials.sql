-- Who has taken a trial, or was given an account without one. A person has several claims, such as the id and the hash of the
-- e-mail at the dashboard, and gets a trial only when all of them are new. Rows are never deleted: a person who gave an account
-- away, or signed up again, gets no second trial.
CREATE TABLE trials (
  -- An opaque text of the service that knows the person.
  claim text PRIMARY KEY,
  account_id text NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
);
