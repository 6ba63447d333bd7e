-- The password guesses that each subject has left. Each e-mail address has two subjects: one for guesses from anywhere,
-- and one for guesses from browsers in which the person signed in before. The column contains a hash of the subject.
-- Addresses that belong to nobody have rows too. At free_at, the subject has all its guesses again.
CREATE TABLE password_guess (
  subject bytea PRIMARY KEY,
  free_at timestamptz NOT NULL
);

CREATE INDEX password_guess_free_at ON password_guess (free_at);
