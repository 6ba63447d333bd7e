-- When the owner of a watch last sent a test notification. The service uses this time to limit test notifications.
ALTER TABLE watches ADD COLUMN tested_at timestamptz;
