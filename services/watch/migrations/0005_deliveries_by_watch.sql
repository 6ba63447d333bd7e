-- For lists of one watch's deliveries, newest first. Building the index blocks deliveries for about one second for a
-- million rows.
CREATE INDEX deliveries_by_watch ON deliveries (watch_id, taken_at DESC, trigger_id DESC);
