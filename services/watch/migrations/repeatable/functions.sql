-- The functions of the schema `watch`. The migration applies this file after the versioned migrations whenever a
-- definition in it changed (packages/storage/src/migrate.ts).
--
-- - A change of a function's arguments or result needs a versioned migration that drops the old one.
-- - Replicas of the previous release run against these functions during an update, so keep them compatible.
-- - Every function that changes a delivery locks the row of its watch first. That order prevents deadlocks.

-- Returns the database's time. Leases and quiet times use it, because the clocks of replicas may differ. A test
-- replaces this function by a clock that the test advances.
CREATE OR REPLACE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

-- Returns whether a verification that counts already covers an observation: it read the observed slot or a later one,
-- and it ended after the observation. The second condition protects against a node that invents slots.
CREATE OR REPLACE FUNCTION is_covered(p_watch watches, p_slot bigint, p_observed timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_slot <= p_watch.verified_slot AND p_observed <= p_watch.verified_at, false)
$$;

-- Returns whether a watch is in its quiet time: after a received notification, or after failures in a row.
CREATE OR REPLACE FUNCTION is_debounced(p_watch watches, p_now timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_watch.last_delivered_at + make_interval(secs => p_watch.min_interval_seconds) > p_now, false)
    OR coalesce(p_watch.paused_until > p_now, false)
$$;

-- Returns the quiet time after a number of failures in a row. After the first failure, the next change is tried
-- immediately. After the second, the quiet time is min_interval_seconds, at least a second. It doubles with each
-- further failure up to an hour.
CREATE OR REPLACE FUNCTION pause_after(p_failures integer, p_min_interval_seconds integer) RETURNS interval
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_failures < 2 THEN NULL
    ELSE make_interval(secs => least(3600, greatest(p_min_interval_seconds, 1) * 2 ^ least(p_failures - 2, 12))) END
$$;

-- Returns whether a watch has an unproven webhook: its last attempt failed, or it never received a notification.
CREATE OR REPLACE FUNCTION is_unproven(p_watch watches) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_watch.failures_in_row > 0 OR p_watch.last_delivered_at IS NULL
$$;

-- Counts a failed attempt of an account on the present day.
CREATE OR REPLACE FUNCTION count_failed(p_account text, p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO failed_attempts AS f (account_id, day, failed) VALUES (p_account, (p_now AT TIME ZONE 'UTC')::date, 1)
  ON CONFLICT (account_id) DO UPDATE SET
    day = greatest(f.day, EXCLUDED.day),
    failed = CASE WHEN f.day < EXCLUDED.day THEN 1 ELSE f.failed + 1 END
$$;

-- Returns the number of failed attempts of an account on the present day.
CREATE OR REPLACE FUNCTION failed_today(p_account text, p_now timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT failed FROM failed_attempts WHERE account_id = p_account AND day = (p_now AT TIME ZONE 'UTC')::date), 0)
$$;

-- Returns whether a trigger and all triggers merged into it are covered. See is_covered.
CREATE OR REPLACE FUNCTION is_all_covered(p_watch watches, p_trigger text, p_slot bigint, p_observed timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_watch.waiting_trigger = p_trigger
    THEN is_covered(p_watch, greatest(p_slot, p_watch.waiting_slot), greatest(p_observed, p_watch.waiting_observed))
    ELSE is_covered(p_watch, p_slot, p_observed) END
$$;

-- Stores a pending settlement of a hold. The worker that ends the delivery settles it immediately. If it does not, the
-- sweeper settles it after 3 seconds.
CREATE OR REPLACE FUNCTION owe(p_hold text, p_capture bigint, p_traceparent text, p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO settlements (hold_id, capture_micros, traceparent, created_at, due_at)
  VALUES (p_hold, p_capture, p_traceparent, p_now, p_now + interval '3 seconds')
  ON CONFLICT DO NOTHING
$$;

-- Counts the end of a delivery in the share of its account. Every function locks the row of the watch before the row of
-- the share. A NULL outcome means that the claim was released. A delivery counts only in the minute of its claim.
CREATE OR REPLACE FUNCTION count_share(p_row deliveries, p_outcome text) RETURNS void LANGUAGE sql AS $$
  UPDATE shares AS s SET
    pending = greatest(s.pending - 1, 0),
    unpaid = s.unpaid + (coalesce(p_outcome IN ('unmet', 'refused', 'no_source', 'unverified', 'broken'), false))::integer,
    paid = s.paid + (coalesce(p_outcome = 'delivered', false))::integer,
    failed = s.failed + (coalesce(p_outcome IN ('failed', 'lost'), false))::integer
  WHERE s.account_id = (SELECT account_id FROM watches WHERE id = p_row.watch_id)
    AND s.minute = date_trunc('minute', p_row.taken_at)
$$;

-- Reserves a delivery in the share of an account. The outcome of a delivery in flight is unknown, so the delivery
-- counts both as unpaid and as failed. As many of them as the account paid for in this minute are exempt. Returns NULL
-- when the share allows the delivery, and otherwise the exhausted count: unpaid or failed.
CREATE OR REPLACE FUNCTION reserve_share(p_account text, p_at timestamptz, p_max_unpaid integer, p_max_failed integer)
RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shares AS s (account_id, minute) VALUES (p_account, date_trunc('minute', p_at))
  ON CONFLICT (account_id) DO UPDATE SET
    minute = greatest(s.minute, EXCLUDED.minute),
    pending = CASE WHEN s.minute < EXCLUDED.minute THEN 1 ELSE s.pending + 1 END,
    paid = CASE WHEN s.minute < EXCLUDED.minute THEN 0 ELSE s.paid END,
    unpaid = CASE WHEN s.minute < EXCLUDED.minute THEN 0 ELSE s.unpaid END,
    failed = CASE WHEN s.minute < EXCLUDED.minute THEN 0 ELSE s.failed END
  WHERE s.minute < EXCLUDED.minute
    OR greatest(s.pending - s.paid, 0) < least(p_max_unpaid - s.unpaid, p_max_failed - s.failed);
  IF FOUND THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT CASE WHEN p_max_failed - failed < p_max_unpaid - unpaid THEN 'failed' ELSE 'unpaid' END
          FROM shares WHERE account_id = p_account);
END
$$;

-- Ends a claimed delivery, with everything that follows from its outcome. The caller holds the lock of the watch's row.
-- p_compared is the value for the next comparison, and p_slot the slot of a verification that counts. NULL leaves the
-- present value unchanged. Returns false when the run does not hold the claim.
CREATE OR REPLACE FUNCTION end_now(
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
  PERFORM count_share(v_row, p_outcome);
  DELETE FROM notifications_in_flight WHERE trigger_id = p_trigger;
  IF p_outcome = 'failed' THEN
    PERFORM count_failed((SELECT account_id FROM watches WHERE id = v_row.watch_id), p_now);
  END IF;
  IF p_outcome IN ('delivered', 'failed', 'lost', 'no_credits') THEN
    UPDATE watches SET
      last_delivered_at = CASE WHEN p_outcome = 'delivered' THEN p_now ELSE last_delivered_at END,
      failures_in_row = CASE p_outcome WHEN 'delivered' THEN 0 WHEN 'failed' THEN failures_in_row + 1 ELSE failures_in_row END,
      paused_until = CASE p_outcome WHEN 'delivered' THEN NULL
        WHEN 'failed' THEN p_now + pause_after(failures_in_row + 1, min_interval_seconds) ELSE paused_until END,
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

-- Ends a delivery whose worker died. A notification that was being sent may have arrived, so it is never sent again and
-- never charged. A delivery that was not yet sending is superseded by another trigger.
CREATE OR REPLACE FUNCTION end_dead(p_row deliveries, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_row.state = 'sending' THEN
    PERFORM end_now(p_row.trigger_id, p_row.run, 'lost', NULL,
      'the service stopped while it was sending; whether the notification arrived is unknown', NULL, NULL, 0, p_now);
  ELSE
    PERFORM end_now(p_row.trigger_id, p_row.run, 'superseded', NULL, NULL, NULL, NULL, 0, p_now);
  END IF;
END
$$;

-- Defers a trigger, or merges it into the deferred trigger of its watch. The deferred trigger is verified later, so it
-- covers both. Nothing is merged into a trigger that has a claim: another trigger may supersede it, and the merged
-- observations would be lost. Returns waits, merged, or gone (no such watch).
CREATE OR REPLACE FUNCTION let_wait(p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz, p_wait interval) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_watch watches;
  v_row deliveries;
  v_merges boolean;
BEGIN
  SELECT * INTO v_watch FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  v_now := clock();
  SELECT * INTO v_row FROM deliveries WHERE trigger_id = p_trigger;
  v_merges := coalesce(v_watch.waiting_trigger <> p_trigger AND v_watch.waiting_until > v_now, false);
  IF v_row.trigger_id IS NOT NULL AND NOT v_merges THEN
    RETURN 'waits';
  END IF;
  UPDATE watches SET
    waiting_trigger = CASE WHEN v_merges THEN waiting_trigger ELSE p_trigger END,
    waiting_until = CASE WHEN v_merges THEN waiting_until ELSE v_now + p_wait END,
    waiting_slot = greatest(waiting_slot, p_slot, v_row.seen_slot),
    waiting_observed = greatest(waiting_observed, p_observed, v_row.seen_observed),
    waiting_share = CASE WHEN v_merges THEN waiting_share END
  WHERE id = p_watch;
  RETURN CASE WHEN v_merges THEN 'merged' ELSE 'waits' END;
END
$$;

-- Defers many triggers and returns the answers in their order. Never waits for a lock: for a watch whose row is locked,
-- the answer is waits, and nothing is stored. The order in which other transactions lock rows therefore does not
-- matter.
CREATE OR REPLACE FUNCTION let_wait_all(
  p_triggers text[], p_watches text[], p_slots bigint[], p_observed timestamptz[], p_wait interval
) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_answers text[];
BEGIN
  FOR i IN 1 .. cardinality(p_triggers) LOOP
    PERFORM FROM watches WHERE id = p_watches[i] FOR NO KEY UPDATE SKIP LOCKED;
    v_answers[i] := CASE WHEN FOUND THEN let_wait(p_triggers[i], p_watches[i], p_slots[i], p_observed[i], p_wait)
                         ELSE 'waits' END;
  END LOOP;
  RETURN v_answers;
END
$$;

-- Defers a trigger, as let_wait does, and records which count of its account's share is exhausted. Returns over_share,
-- merged or gone.
CREATE OR REPLACE FUNCTION wait_for_share(
  p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz, p_share text, p_wait interval
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_answer text := let_wait(p_trigger, p_watch, p_slot, p_observed, p_wait);
BEGIN
  IF v_answer = 'gone' THEN
    RETURN v_answer;
  END IF;
  UPDATE watches SET
    waiting_share = p_share,
    waiting_since = CASE WHEN v_answer = 'merged' AND waiting_share IS NOT NULL THEN waiting_since ELSE clock() END
  WHERE id = p_watch AND waiting_trigger IS NOT NULL;
  RETURN CASE v_answer WHEN 'merged' THEN 'merged' ELSE 'over_share' END;
END
$$;

-- Defers many triggers whose accounts exhausted their shares, and returns the answers in their order. Like let_wait_all, it
-- never waits for a lock.
CREATE OR REPLACE FUNCTION wait_for_share_all(
  p_triggers text[], p_watches text[], p_slots bigint[], p_observed timestamptz[], p_shares text[], p_wait interval
) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_answers text[];
BEGIN
  FOR i IN 1 .. cardinality(p_triggers) LOOP
    PERFORM FROM watches WHERE id = p_watches[i] FOR NO KEY UPDATE SKIP LOCKED;
    v_answers[i] := CASE WHEN FOUND
      THEN wait_for_share(p_triggers[i], p_watches[i], p_slots[i], p_observed[i], p_shares[i], p_wait)
      ELSE 'over_share' END;
  END LOOP;
  RETURN v_answers;
END
$$;

-- Removes the deferred trigger if neither it nor any trigger merged into it needs a delivery. Returns false when the
-- trigger is not the deferred one, or when a delivery is still needed.
CREATE OR REPLACE FUNCTION drop_waiting(p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz) RETURNS boolean
LANGUAGE sql AS $$
  WITH dropped AS (
    UPDATE watches AS w
    SET waiting_trigger = NULL, waiting_until = NULL, waiting_slot = NULL, waiting_observed = NULL
    WHERE id = (SELECT id FROM watches WHERE id = p_watch FOR NO KEY UPDATE SKIP LOCKED) AND waiting_trigger = p_trigger
      AND (is_all_covered(w, p_trigger, p_slot, p_observed) OR is_debounced(w, clock()))
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM dropped)
$$;

-- Claims a trigger for one worker. Like every function here, it locks the row of the watch first. A claim covers
-- everything merged into the trigger, and everything that the claim of a dead worker covered. Returns one of:
--   taken      the worker holds the claim
--   gone       there is no such watch
--   repeated   the delivery of this trigger has ended
--   lost       the worker of this trigger died while it was sending
--   covered    a verification covers the trigger
--   debounced  the watch is in its quiet time
--   merged     the deferred trigger of the watch covers this one
--   running    another worker holds the claim of this trigger
--   waits      another trigger of the watch is being delivered
CREATE OR REPLACE FUNCTION take_up(
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
  v_slot bigint;
  v_observed timestamptz;
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
    answer := let_wait(p_trigger, p_watch, p_slot, p_observed, p_wait);
    RETURN NEXT;
    RETURN;
  END IF;
  v_slot := greatest(p_slot, v_mine.seen_slot);
  v_observed := greatest(p_observed, v_mine.seen_observed);
  IF v_other.trigger_id IS NOT NULL THEN
    PERFORM end_dead(v_other, v_now);
    IF v_other.state = 'claimed' THEN
      v_slot := greatest(v_slot, v_other.seen_slot);
      v_observed := greatest(v_observed, v_other.seen_observed);
    END IF;
  END IF;
  IF v_watch.waiting_trigger = p_trigger THEN
    v_slot := greatest(v_slot, v_watch.waiting_slot);
    v_observed := greatest(v_observed, v_watch.waiting_observed);
    UPDATE watches SET waiting_trigger = NULL, waiting_until = NULL, waiting_slot = NULL, waiting_observed = NULL
    WHERE id = p_watch;
  END IF;

  answer := CASE WHEN is_covered(v_watch, v_slot, v_observed) THEN 'covered'
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
  INSERT INTO deliveries (
    trigger_id, watch_id, run, leased_until, traceparent, hold_id, taken_at, seen_slot, seen_observed
  )
  VALUES (p_trigger, p_watch, p_run, v_now + p_lease, p_traceparent, p_hold, v_now, v_slot, v_observed)
  ON CONFLICT (trigger_id) DO UPDATE SET
    run = EXCLUDED.run, leased_until = EXCLUDED.leased_until, traceparent = EXCLUDED.traceparent, hold_id = EXCLUDED.hold_id,
    taken_at = EXCLUDED.taken_at, seen_slot = EXCLUDED.seen_slot, seen_observed = EXCLUDED.seen_observed;
  RETURN QUERY SELECT 'taken', v_watch.account_id, v_watch.type, v_watch.params::text, v_watch.condition::text,
    v_watch.webhook_url, v_watch.secret_encrypted, v_watch.secret_key_id, v_watch.compared_value::text;
END
$$;

-- Claims a trigger as take_up does, if the share of its account allows one more delivery that may end without a charge.
-- Otherwise defers the trigger with everything merged into it, and answers over_share or merged. When an account has
-- p_max_failed_today failed attempts on this day, including those in flight, the function defers the triggers of its
-- unproven watches.
CREATE OR REPLACE FUNCTION claim_with_level(
  p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz, p_run text, p_traceparent text, p_hold text,
  p_lease interval, p_wait interval, p_max_unpaid integer, p_max_failed integer, p_max_failed_today integer
) RETURNS TABLE (
  answer text, account_id text, type text, params text, condition text, webhook_url text,
  secret_encrypted bytea, secret_key_id text, compared_value text, min_level text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_claim record;
  v_row deliveries;
  v_share text;
BEGIN
  SELECT * INTO v_claim
  FROM take_up(p_trigger, p_watch, p_slot, p_observed, p_run, p_traceparent, p_hold, p_lease, p_wait);
  IF v_claim.answer = 'taken' THEN
    SELECT * INTO v_row FROM deliveries WHERE trigger_id = p_trigger;
    v_share := reserve_share(v_claim.account_id, v_row.taken_at, p_max_unpaid, p_max_failed);
    -- The row of the share is locked, so the claims of an account come here one after the other.
    IF v_share IS NULL AND EXISTS (
      SELECT FROM watches AS w JOIN shares AS s ON s.account_id = w.account_id
      WHERE w.id = p_watch AND is_unproven(w)
        AND failed_today(w.account_id, v_row.taken_at) + greatest(s.pending - s.paid, 1) > p_max_failed_today
    ) THEN
      v_share := 'failed_today';
      PERFORM count_share(v_row, NULL);
    END IF;
    IF v_share IS NOT NULL THEN
      DELETE FROM deliveries WHERE trigger_id = p_trigger;
      v_claim.answer := wait_for_share(p_trigger, p_watch, v_row.seen_slot, v_row.seen_observed, v_share, p_wait);
    END IF;
  END IF;
  RETURN QUERY SELECT v_claim.answer, v_claim.account_id, v_claim.type, v_claim.params, v_claim.condition,
    v_claim.webhook_url, v_claim.secret_encrypted, v_claim.secret_key_id, v_claim.compared_value,
    (SELECT w.min_level FROM watches AS w WHERE w.id = p_watch);
END
$$;

-- Replicas of the previous release call this function. They do not know the minimum level of a watch, and would notify
-- of a datum below it. So they get no watch with such a level, and leave its triggers to replicas that know it.
CREATE OR REPLACE FUNCTION claim_trigger(
  p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz, p_run text, p_traceparent text, p_hold text,
  p_lease interval, p_wait interval, p_max_unpaid integer, p_max_failed integer, p_max_failed_today integer
) RETURNS TABLE (
  answer text, account_id text, type text, params text, condition text, webhook_url text,
  secret_encrypted bytea, secret_key_id text, compared_value text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  IF EXISTS (SELECT FROM watches WHERE id = p_watch AND min_level <> 'single_source') THEN
    answer := 'running';
    RETURN NEXT;
    RETURN;
  END IF;
  RETURN QUERY SELECT c.answer, c.account_id, c.type, c.params, c.condition, c.webhook_url, c.secret_encrypted,
    c.secret_key_id, c.compared_value
  FROM claim_with_level(p_trigger, p_watch, p_slot, p_observed, p_run, p_traceparent, p_hold, p_lease, p_wait,
    p_max_unpaid, p_max_failed, p_max_failed_today) AS c;
END
$$;

-- Replicas of earlier releases call this signature.
CREATE OR REPLACE FUNCTION claim_trigger(
  p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz, p_run text, p_traceparent text, p_hold text,
  p_lease interval, p_wait interval, p_max_unpaid integer, p_max_failed integer
) RETURNS TABLE (
  answer text, account_id text, type text, params text, condition text, webhook_url text,
  secret_encrypted bytea, secret_key_id text, compared_value text
) LANGUAGE sql AS $$
  SELECT * FROM claim_trigger(p_trigger, p_watch, p_slot, p_observed, p_run, p_traceparent, p_hold, p_lease, p_wait,
    p_max_unpaid, p_max_failed, 2147483647)
$$;

-- Returns the part of a destination's limit that one account may use: nine tenths, so that other accounts always find
-- some left.
CREATE OR REPLACE FUNCTION part_of_limit(p_limit integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(1, floor(p_limit * 0.9))::integer
$$;

-- Counts a notification of an account for each of its destinations, under a unique id. Changes nothing when a
-- destination may get no more notifications, or no more from this account. Locks the destinations in the order of their
-- names and after every other row, so that notifications with common destinations never deadlock. Returns reserved,
-- destination_minute or destination_in_flight.
CREATE OR REPLACE FUNCTION reserve_destinations(
  p_id text, p_lease interval, p_destinations text[], p_max_in_flight integer, p_max_per_minute integer, p_account text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_destinations text[] := ARRAY(SELECT DISTINCT unnest(p_destinations) ORDER BY 1);
  v_destination text;
  v_minute timestamptz := date_trunc('minute', clock());
  v_sent integer;
  v_own integer;
BEGIN
  FOREACH v_destination IN ARRAY v_destinations LOOP
    INSERT INTO destinations AS r (destination, minute) VALUES (v_destination, v_minute)
    ON CONFLICT (destination) DO UPDATE SET
      minute = greatest(r.minute, EXCLUDED.minute),
      sent = CASE WHEN r.minute < EXCLUDED.minute THEN 0 ELSE r.sent END
    RETURNING sent INTO v_sent;
    INSERT INTO destination_accounts AS r (destination, account_id, minute) VALUES (v_destination, p_account, v_minute)
    ON CONFLICT (destination, account_id) DO UPDATE SET
      minute = greatest(r.minute, EXCLUDED.minute),
      sent = CASE WHEN r.minute < EXCLUDED.minute THEN 0 ELSE r.sent END
    RETURNING sent INTO v_own;
    IF v_sent >= p_max_per_minute OR v_own >= part_of_limit(p_max_per_minute) THEN
      RETURN 'destination_minute';
    END IF;
    IF (SELECT count(*) >= p_max_in_flight
          OR count(*) FILTER (WHERE account_id = p_account) >= part_of_limit(p_max_in_flight)
        FROM notifications_in_flight WHERE destination = v_destination AND leased_until > clock()) THEN
      RETURN 'destination_in_flight';
    END IF;
  END LOOP;
  UPDATE destinations SET sent = sent + 1 WHERE destination = ANY (v_destinations);
  UPDATE destination_accounts SET sent = sent + 1 WHERE destination = ANY (v_destinations) AND account_id = p_account;
  INSERT INTO notifications_in_flight (destination, trigger_id, leased_until, account_id)
  SELECT unnest(v_destinations), p_id, clock() + p_lease, p_account
  ON CONFLICT (destination, trigger_id) DO UPDATE SET leased_until = EXCLUDED.leased_until;
  RETURN 'reserved';
END
$$;

-- Replicas of earlier releases call this signature for test notifications.
CREATE OR REPLACE FUNCTION reserve_destinations(
  p_id text, p_lease interval, p_destinations text[], p_max_in_flight integer, p_max_per_minute integer
) RETURNS text LANGUAGE sql AS $$
  SELECT reserve_destinations(p_id, p_lease, p_destinations, p_max_in_flight, p_max_per_minute, '')
$$;

-- Marks a delivery as sending, and counts its notification for each destination. Changes nothing when a destination may
-- get no more notifications. Returns sending, gone (the claim is lost or the watch is deleted), destination_minute or
-- destination_in_flight.
CREATE OR REPLACE FUNCTION start_sending(
  p_trigger text, p_run text, p_lease interval, p_destinations text[], p_max_in_flight integer, p_max_per_minute integer
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_reserved text;
BEGIN
  PERFORM FROM deliveries AS d WHERE trigger_id = p_trigger AND run = p_run AND state = 'claimed'
    AND EXISTS (SELECT FROM watches WHERE id = d.watch_id) FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  v_reserved := reserve_destinations(p_trigger, p_lease, p_destinations, p_max_in_flight, p_max_per_minute, (
    SELECT w.account_id FROM watches AS w JOIN deliveries AS d ON d.watch_id = w.id WHERE d.trigger_id = p_trigger
  ));
  IF v_reserved <> 'reserved' THEN
    RETURN v_reserved;
  END IF;
  UPDATE deliveries SET state = 'sending', sent_at = clock(), leased_until = clock() + p_lease WHERE trigger_id = p_trigger;
  RETURN 'sending';
END
$$;

-- Records that a test notification of a watch is about to be sent, and returns the data to send. A watch may be tested
-- once in ten seconds, and an account may test p_max_watches watches in a minute. Outcomes: ready, unknown (the account
-- has no such watch), too_many.
CREATE OR REPLACE FUNCTION start_test(p_account text, p_watch text, p_max_watches integer)
RETURNS TABLE (outcome text, type text, params text, webhook_url text, secret_encrypted bytea, secret_key_id text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  -- The lock serializes the tests of one account, because counting and updating are two statements.
  PERFORM pg_advisory_xact_lock(hashtextextended('watches of ' || p_account, 0));
  IF NOT EXISTS (SELECT FROM watches WHERE id = p_watch AND account_id = p_account) THEN
    RETURN QUERY SELECT 'unknown', NULL, NULL, NULL, NULL::bytea, NULL;
  ELSIF EXISTS (SELECT FROM watches WHERE id = p_watch AND tested_at > clock() - interval '10 seconds')
     OR (SELECT count(*) FROM watches
         WHERE account_id = p_account AND id <> p_watch AND tested_at > clock() - interval '1 minute') >= p_max_watches THEN
    RETURN QUERY SELECT 'too_many', NULL, NULL, NULL, NULL::bytea, NULL;
  ELSE
    RETURN QUERY UPDATE watches AS w SET tested_at = clock() WHERE w.id = p_watch
      RETURNING 'ready', w.type, w.params::text, w.webhook_url, w.secret_encrypted, w.secret_key_id;
  END IF;
END
$$;

-- Ends a delivery for the worker that holds its claim. For any other worker, returns false and changes nothing.
CREATE OR REPLACE FUNCTION end_delivery(
  p_trigger text, p_watch text, p_run text, p_outcome text, p_http_status integer, p_error text, p_compared json,
  p_slot bigint, p_capture bigint
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  RETURN end_now(p_trigger, p_run, p_outcome, p_http_status, p_error, p_compared, p_slot, p_capture, clock());
END
$$;

-- Ends a delivery like the function above, which replicas of earlier releases call. Also stores the level of the
-- delivered datum for the settlement. An empty text means no level.
CREATE OR REPLACE FUNCTION end_delivery(
  p_trigger text, p_watch text, p_run text, p_outcome text, p_http_status integer, p_error text, p_compared json,
  p_slot bigint, p_capture bigint, p_level text
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT end_delivery(p_trigger, p_watch, p_run, p_outcome, p_http_status, p_error, p_compared, p_slot, p_capture) THEN
    RETURN false;
  END IF;
  IF p_level <> '' THEN
    UPDATE settlements SET level = p_level
    WHERE hold_id = (SELECT hold_id FROM deliveries WHERE trigger_id = p_trigger);
  END IF;
  RETURN true;
END
$$;

-- Ends a delivery like the function above. Also stores what the next verification of a risk is compared with (p_basis;
-- NULL leaves it unchanged), and why the condition could not be evaluated (p_not_evaluated; empty when it could).
CREATE OR REPLACE FUNCTION end_delivery(
  p_trigger text, p_watch text, p_run text, p_outcome text, p_http_status integer, p_error text, p_compared json,
  p_slot bigint, p_capture bigint, p_level text, p_basis json, p_not_evaluated text
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT end_delivery(p_trigger, p_watch, p_run, p_outcome, p_http_status, p_error, p_compared, p_slot, p_capture, p_level) THEN
    RETURN false;
  END IF;
  IF p_outcome IN ('unmet', 'refused', 'no_source', 'unverified', 'delivered', 'failed') THEN
    UPDATE watches SET
      compared_basis = coalesce(p_basis, compared_basis),
      not_evaluated_at = CASE WHEN p_not_evaluated <> '' THEN clock() END,
      not_evaluated_reason = nullif(p_not_evaluated, '')
    WHERE id = p_watch AND (p_basis IS NOT NULL OR p_not_evaluated <> '' OR not_evaluated_at IS NOT NULL);
  END IF;
  RETURN true;
END
$$;

-- Releases a claim before anything was sent. The trigger is deferred together with those merged into it, and claimed
-- again later. p_owes: whether billing may still hold credit.
CREATE OR REPLACE FUNCTION put_back(p_trigger text, p_watch text, p_run text, p_owes boolean, p_wait interval) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_row deliveries;
BEGIN
  PERFORM FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  DELETE FROM deliveries WHERE trigger_id = p_trigger AND run = p_run AND state = 'claimed' RETURNING * INTO v_row;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM count_share(v_row, NULL);
  IF p_owes THEN
    PERFORM owe(v_row.hold_id, 0, v_row.traceparent, clock());
  END IF;
  PERFORM let_wait(p_trigger, p_watch, v_row.seen_slot, v_row.seen_observed, p_wait);
END
$$;

-- Releases a claim whose destination may get no more notifications now. The trigger is deferred together with those
-- merged into it, and the watch records the reason. The verification counts as unpaid in the share of the account.
CREATE OR REPLACE FUNCTION put_back_for_destination(p_trigger text, p_watch text, p_run text, p_wait interval) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_row deliveries;
BEGIN
  PERFORM FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  DELETE FROM deliveries WHERE trigger_id = p_trigger AND run = p_run AND state = 'claimed' RETURNING * INTO v_row;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM count_share(v_row, 'unverified');
  PERFORM owe(v_row.hold_id, 0, v_row.traceparent, clock());
  PERFORM wait_for_share(p_trigger, p_watch, v_row.seen_slot, v_row.seen_observed, 'destination', p_wait);
END
$$;

-- Releases a claim whose verification did not reach the watch's minimum level. The trigger is deferred together with
-- those merged into it, and the watch records the reason. The verification counts as unpaid in the share of the account.
CREATE OR REPLACE FUNCTION put_back_below_level(p_trigger text, p_watch text, p_run text, p_reason text, p_wait interval)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_row deliveries;
BEGIN
  PERFORM FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  DELETE FROM deliveries WHERE trigger_id = p_trigger AND run = p_run AND state = 'claimed' RETURNING * INTO v_row;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM count_share(v_row, 'refused');
  PERFORM owe(v_row.hold_id, 0, v_row.traceparent, clock());
  PERFORM let_wait(p_trigger, p_watch, v_row.seen_slot, v_row.seen_observed, p_wait);
  UPDATE watches SET not_evaluated_at = clock(), not_evaluated_reason = p_reason WHERE id = p_watch;
END
$$;

-- Ends a delivery if its worker died. A delivery that was sending ends immediately. Any other ends after ten minutes,
-- because the queue delivers its trigger again until then. Returns the outcome, or NULL when nothing changed.
CREATE OR REPLACE FUNCTION end_if_dead(p_trigger text, p_watch text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_row deliveries;
  v_now timestamptz;
BEGIN
  PERFORM FROM watches WHERE id = p_watch FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND AND EXISTS (SELECT FROM watches WHERE id = p_watch) THEN
    -- Another transaction has locked the watch. A later sweep ends this delivery, and the present sweep continues with
    -- the others.
    RETURN NULL;
  END IF;
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
