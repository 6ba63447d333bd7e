-- When the owner of a watch last sent a test notification. It limits how often they may.
ALTER TABLE watches ADD COLUMN tested_at timestamptz;
