-- The database's clock, by which debouncing and leases go: replicas may disagree about the time. It is a function of its
-- own so that a test can put a clock that it steps in its place.
CREATE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

-- While a watch is being delivered, one further trigger of it waits; what comes after that one is merged into it, since its
-- verification begins later than all of them. So a slow webhook never fills the queue with its own triggers.
ALTER TABLE watches ADD COLUMN waiting_trigger text, ADD COLUMN waiting_until timestamptz;

-- The slot of the last verification that counts, and when it ended. A trigger that saw no newer slot has nothing new to tell:
-- what it saw was verified. That it was seen before that moment is asked as well, since a node may lie about slots.
ALTER TABLE watches ADD COLUMN verified_slot bigint, ADD COLUMN verified_at timestamptz;

CREATE FUNCTION is_covered(p_watch watches, p_slot bigint, p_observed timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_slot <= p_watch.verified_slot AND p_observed <= p_watch.verified_at, false)
$$;

CREATE FUNCTION is_debounced(p_watch watches, p_now timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_watch.last_delivered_at + make_interval(secs => p_watch.min_interval_seconds) > p_now, false)
$$;

-- One row for each trigger that was taken up. It is there before anything is done for the trigger, and `sending` before the
-- first byte leaves: whoever finds a dead row in that state knows that the one attempt may have been made.
CREATE TABLE deliveries (
  trigger_id text PRIMARY KEY,
  watch_id text NOT NULL,
  -- Whoever works on it, as a fence: a worker that outlived its lease changes nothing any more.
  run text NOT NULL,
  state text NOT NULL DEFAULT 'claimed' CHECK (state IN ('claimed', 'sending', 'ended')),
  leased_until timestamptz NOT NULL,
  -- W3C traceparent of the delivery: its trace is that of the verification, its decision, its charge and its notification.
  traceparent text NOT NULL,
  trace_id text GENERATED ALWAYS AS (substr(traceparent, 4, 32)) STORED,
  hold_id text NOT NULL,
  outcome text,
  http_status integer,
  error text,
  taken_at timestamptz NOT NULL,
  sent_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT what_ended_says_how CHECK ((state = 'ended') = (outcome IS NOT NULL) AND (state = 'ended') = (ended_at IS NOT NULL))
);

-- A watch is delivered by one worker at a time, in whichever replica.
CREATE UNIQUE INDEX deliveries_one_of_a_watch ON deliveries (watch_id) WHERE state <> 'ended';
CREATE INDEX deliveries_under_way ON deliveries (leased_until) WHERE state <> 'ended';
CREATE INDEX deliveries_by_trace ON deliveries (trace_id);
CREATE INDEX deliveries_by_end ON deliveries (ended_at) WHERE state = 'ended';

-- What billing has still to be told. A row is written together with the outcome that it follows from, and goes when billing
-- has taken it: a receipt that was recorded is charged in the end, and nothing else ever is.
CREATE TABLE settlements (
  hold_id text PRIMARY KEY,
  -- Zero releases the hold.
  capture_micros bigint NOT NULL CHECK (capture_micros >= 0),
  traceparent text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL
);

CREATE INDEX settlements_by_due ON settlements (due_at);

-- The worker that ends a delivery settles at once; the sweeper comes to what it left.
CREATE FUNCTION owe(p_hold text, p_capture bigint, p_traceparent text, p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO settlements (hold_id, capture_micros, traceparent, created_at, due_at)
  VALUES (p_hold, p_capture, p_traceparent, p_now, p_now + interval '3 seconds')
  ON CONFLICT DO NOTHING
$$;

-- Ends a delivery that is under way, together with all that follows from it. The watch's row must be locked.
-- p_compared is the value that the next verification is compared with, and p_slot the slot of one that counts; null leaves
-- what there is.
CREATE FUNCTION end_now(
  p_trigger text, p_run text, p_outcome text, p_http_status integer, p_error text, p_compared json, p_slot bigint,
  p_capture bigint, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_row deliveries;
BEGIN
  UPDATE deliveries SET state = 'ended', outcome = p_outcome, http_status = p_http_status, error = p_error, ended_at = p_now
  WHERE trigger_id = p_trigger AND run = p_run AND state <> 'ended'
  RETURNING * INTO v_row;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM owe(v_row.hold_id, p_capture, v_row.traceparent, p_now);
  IF p_outcome IN ('delivered', 'failed', 'lost', 'no_credits') THEN
    UPDATE watches SET
      last_delivered_at = CASE WHEN p_outcome = 'delivered' THEN p_now ELSE last_delivered_at END,
      last_attempt_at = coalesce(v_row.sent_at, p_now),
      last_attempt_outcome = p_outcome,
      last_attempt_http_status = p_http_status,
      last_attempt_error = p_error,
      compared_value = coalesce(p_compared, compared_value),
      compared_at = CASE WHEN p_compared IS NULL THEN compared_at ELSE p_now END,
      verified_slot = coalesce(p_slot, verified_slot),
      verified_at = CASE WHEN p_slot IS NULL THEN verified_at ELSE p_now END
    WHERE id = v_row.watch_id;
  ELSIF p_compared IS NOT NULL OR p_slot IS NOT NULL THEN
    UPDATE watches SET
      compared_value = coalesce(p_compared, compared_value),
      compared_at = CASE WHEN p_compared IS NULL THEN compared_at ELSE p_now END,
      verified_slot = coalesce(p_slot, verified_slot),
      verified_at = CASE WHEN p_slot IS NULL THEN verified_at ELSE p_now END
    WHERE id = v_row.watch_id;
  END IF;
  RETURN true;
END
$$;

-- Ends a delivery whose worker died: what was being sent may have arrived, so it is never sent again and never charged; what
-- was not yet, another trigger takes the place of.
CREATE FUNCTION end_dead(p_row deliveries, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_row.state = 'sending' THEN
    PERFORM end_now(p_row.trigger_id, p_row.run, 'lost', NULL,
      'the service stopped while it was sending; whether the notification arrived is unknown', NULL, NULL, 0, p_now);
  ELSE
    PERFORM end_now(p_row.trigger_id, p_row.run, 'superseded', NULL, NULL, NULL, NULL, 0, p_now);
  END IF;
END
$$;

-- Takes a trigger up for one worker, if it is that trigger's turn. Locks the watch first, as everything here does.
-- Answers: taken; gone (no such watch); repeated (it was dealt with); lost (its worker died while sending); covered; debounced;
-- merged (a trigger that waits covers it); running (its worker is alive); waits (another one of its watch is under way).
CREATE FUNCTION take_up(
  p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz, p_run text, p_traceparent text, p_hold text,
  p_lease interval, p_wait interval
) RETURNS TABLE (
  answer text, account_id text, type text, params text, condition text, webhook_url text,
  secret_encrypted bytea, secret_key_id text, compared_value text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_watch watches;
  v_mine deliveries;
  v_other deliveries;
BEGIN
  SELECT * INTO v_watch FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    answer := 'gone';
    RETURN NEXT;
    RETURN;
  END IF;
  v_now := clock();
  SELECT * INTO v_mine FROM deliveries WHERE trigger_id = p_trigger;
  IF v_mine.state = 'ended' THEN
    answer := 'repeated';
    RETURN NEXT;
    RETURN;
  END IF;
  IF v_mine.leased_until > v_now THEN
    answer := 'running';
    RETURN NEXT;
    RETURN;
  END IF;
  IF v_mine.state = 'sending' THEN
    PERFORM end_dead(v_mine, v_now);
    answer := 'lost';
    RETURN NEXT;
    RETURN;
  END IF;

  SELECT * INTO v_other FROM deliveries WHERE watch_id = p_watch AND state <> 'ended' AND trigger_id <> p_trigger;
  IF v_other.leased_until > v_now THEN
    IF v_watch.waiting_trigger <> p_trigger AND v_watch.waiting_until > v_now THEN
      answer := 'merged';
      RETURN NEXT;
      RETURN;
    END IF;
    UPDATE watches SET waiting_trigger = p_trigger, waiting_until = v_now + p_wait WHERE id = p_watch;
    answer := 'waits';
    RETURN NEXT;
    RETURN;
  END IF;
  IF v_other.trigger_id IS NOT NULL THEN
    PERFORM end_dead(v_other, v_now);
  END IF;
  IF v_watch.waiting_trigger = p_trigger THEN
    UPDATE watches SET waiting_trigger = NULL, waiting_until = NULL WHERE id = p_watch;
  END IF;

  answer := CASE WHEN is_covered(v_watch, p_slot, p_observed) THEN 'covered'
                 WHEN is_debounced(v_watch, v_now) THEN 'debounced' END;
  IF answer IS NOT NULL THEN
    IF v_mine.trigger_id IS NOT NULL THEN
      PERFORM end_now(p_trigger, v_mine.run, answer, NULL, NULL, NULL, NULL, 0, v_now);
    END IF;
    RETURN NEXT;
    RETURN;
  END IF;
  IF v_mine.trigger_id IS NOT NULL THEN
    PERFORM owe(v_mine.hold_id, 0, v_mine.traceparent, v_now);
  END IF;
  INSERT INTO deliveries (trigger_id, watch_id, run, leased_until, traceparent, hold_id, taken_at)
  VALUES (p_trigger, p_watch, p_run, v_now + p_lease, p_traceparent, p_hold, v_now)
  ON CONFLICT (trigger_id) DO UPDATE SET
    run = EXCLUDED.run, leased_until = EXCLUDED.leased_until, traceparent = EXCLUDED.traceparent, hold_id = EXCLUDED.hold_id,
    taken_at = EXCLUDED.taken_at;
  RETURN QUERY SELECT 'taken', v_watch.account_id, v_watch.type, v_watch.params::text, v_watch.condition::text,
    v_watch.webhook_url, v_watch.secret_encrypted, v_watch.secret_key_id, v_watch.compared_value::text;
END
$$;

-- Ends a delivery for its own worker. False when it is not that worker's any more: then nothing was done.
CREATE FUNCTION end_delivery(
  p_trigger text, p_watch text, p_run text, p_outcome text, p_http_status integer, p_error text, p_compared json,
  p_slot bigint, p_capture bigint
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  RETURN end_now(p_trigger, p_run, p_outcome, p_http_status, p_error, p_compared, p_slot, p_capture, clock());
END
$$;

-- Gives a trigger back that could not be dealt with now. Nothing was sent for it, so it begins anew when it comes again.
-- p_owes says whether its hold may have been taken.
CREATE FUNCTION put_back(p_trigger text, p_run text, p_owes boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_row deliveries;
BEGIN
  DELETE FROM deliveries WHERE trigger_id = p_trigger AND run = p_run AND state = 'claimed' RETURNING * INTO v_row;
  IF FOUND AND p_owes THEN
    PERFORM owe(v_row.hold_id, 0, v_row.traceparent, clock());
  END IF;
END
$$;

-- Ends one delivery if its worker is dead: at once where it was sending, and after ten minutes where it was not, since until
-- then its trigger comes again out of the queue. Says how it ended; null when nothing was done.
CREATE FUNCTION end_if_dead(p_trigger text, p_watch text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_row deliveries;
  v_now timestamptz;
BEGIN
  PERFORM FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  v_now := clock();
  SELECT * INTO v_row FROM deliveries WHERE trigger_id = p_trigger AND state <> 'ended'
    AND leased_until < v_now - CASE state WHEN 'sending' THEN interval '0' ELSE interval '10 minutes' END;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM end_dead(v_row, v_now);
  RETURN (SELECT outcome FROM deliveries WHERE trigger_id = p_trigger);
END
$$;
