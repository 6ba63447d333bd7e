-- How many mails with invitations are left: for a person who invites, and for an address that is invited. A subject is a hash. It
-- has all its mails back at free_at.
CREATE TABLE invitation_mail (
  subject bytea PRIMARY KEY,
  free_at timestamptz NOT NULL
);

CREATE INDEX invitation_mail_free_at ON invitation_mail (free_at);

-- An account has owners and members. No page explained the role "admin", which an owner could only give by a request of their own.
UPDATE member SET role = CASE WHEN 'owner' = ANY (string_to_array(role, ',')) THEN 'owner' ELSE 'member' END
 WHERE role NOT IN ('owner', 'member');

UPDATE invitation SET status = 'canceled' WHERE status = 'pending' AND role NOT IN ('owner', 'member');
