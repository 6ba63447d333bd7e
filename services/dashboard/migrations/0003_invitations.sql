-- The invitation mails that each subject has left. A subject is an inviting person or an invited mailbox; the column
-- contains its hash. At free_at, the subject has all its mails again.
CREATE TABLE invitation_mail (
  subject bytea PRIMARY KEY,
  free_at timestamptz NOT NULL
);

CREATE INDEX invitation_mail_free_at ON invitation_mail (free_at);

-- The roles of an account are owner and member. better-auth also accepted the role "admin" in a hand-made request of an
-- owner, but no page shows or explains it. So it becomes "member", and open invitations with it are cancelled.
UPDATE member SET role = CASE WHEN 'owner' = ANY (string_to_array(role, ',')) THEN 'owner' ELSE 'member' END
 WHERE role NOT IN ('owner', 'member');

UPDATE invitation SET status = 'canceled' WHERE status = 'pending' AND role NOT IN ('owner', 'member');
