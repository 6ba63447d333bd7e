-- How many guesses of a password are left: for an e-mail address, from anywhere, and for a browser that signed in before. A
-- subject is a hash, also of an address that nobody has. It has all its guesses back at free_at.
CREATE TABLE password_guess (
  subject bytea PRIMARY KEY,
  free_at timestamptz NOT NULL
);

CREATE INDEX password_guess_free_at ON password_guess (free_at);
