-- The number of password guesses that are left. One count is for an e-mail address, with guesses from anywhere. Another
-- is for a browser in which the person signed in before. A subject is a hash. Unknown addresses have rows too. At
-- free_at the subject has all its guesses again.
CREATE TABLE password_guess (
  subject bytea PRIMARY KEY,
  free_at timestamptz NOT NULL
);

CREATE INDEX password_guess_free_at ON password_guess (free_at);
