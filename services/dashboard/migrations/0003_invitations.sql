-- The number of invitation mails that are left: one count for each inviting person, and one for each invited address. A
-- subject is a hash. At free_at the subject has all its mails again.
CREATE TABLE invitation_mail (
  subject bytea PRIMARY KEY,
  free_at timestamptz NOT NULL
);

CREATE INDEX invitation_mail_free_at ON invitation_mail (free_at);

-- The roles of an account are owner and member. The role "admin" had no page. An owner could only give it by a
-- hand-made request.
UPDATE member SET role = CASE WHEN 'owner' = ANY (string_to_array(role, ',')) THEN 'owner' ELSE 'member' END
 WHERE role NOT IN ('owner', 'member');

UPDATE invitation SET status = 'canceled' WHERE status = 'pending' AND role NOT IN ('owner', 'member');
