-- What the waiting trigger stands for: the newest of what it and those merged into it saw. Without it one that only its own
-- slot was verified for would be dropped, and with it the newer changes of those that are gone.
ALTER TABLE watches ADD COLUMN waiting_slot bigint, ADD COLUMN waiting_observed timestamptz;

-- As is_covered, of a trigger together with those that were merged into it.
CREATE FUNCTION is_all_covered(p_watch watches, p_trigger text, p_slot bigint, p_observed timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_watch.waiting_trigger = p_trigger
    THEN is_covered(p_watch, greatest(p_slot, p_watch.waiting_slot), greatest(p_observed, p_watch.waiting_observed))
    ELSE is_covered(p_watch, p_slot, p_observed) END
$$;

-- Lets a trigger wait for its turn, or merges it into the one of its watch that waits already: that one will be verified
-- later than this moment. Answers: waits; merged; gone (no such watch).
CREATE FUNCTION let_wait(p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz, p_wait interval) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_watch watches;
  v_merges boolean;
BEGIN
  SELECT * INTO v_watch FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  v_now := clock();
  v_merges := coalesce(v_watch.waiting_trigger <> p_trigger AND v_watch.waiting_until > v_now, false);
  UPDATE watches SET
    waiting_trigger = CASE WHEN v_merges THEN waiting_trigger ELSE p_trigger END,
    waiting_until = CASE WHEN v_merges THEN waiting_until ELSE v_now + p_wait END,
    waiting_slot = greatest(waiting_slot, p_slot),
    waiting_observed = greatest(waiting_observed, p_observed)
  WHERE id = p_watch;
  RETURN CASE WHEN v_merges THEN 'merged' ELSE 'waits' END;
END
$$;

-- The same for many triggers, answered in their order. A watch that somebody has locked is passed over, and its trigger waits
-- unmarked until it comes again: so this, which locks many, never waits for anybody, in whatever order others lock them.
CREATE FUNCTION let_wait_all(
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

-- Drops the trigger that waits, when it and those merged into it need nothing more. False when it does not wait, or something
-- was merged into it that does.
CREATE FUNCTION drop_waiting(p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz) RETURNS boolean
LANGUAGE sql AS $$
  WITH dropped AS (
    UPDATE watches AS w
    SET waiting_trigger = NULL, waiting_until = NULL, waiting_slot = NULL, waiting_observed = NULL
    WHERE id = p_watch AND waiting_trigger = p_trigger
      AND (is_all_covered(w, p_trigger, p_slot, p_observed) OR is_debounced(w, clock()))
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM dropped)
$$;

-- As before, but for what waits: that a trigger is covered is asked of all that it stands for.
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
  IF v_other.trigger_id IS NOT NULL THEN
    PERFORM end_dead(v_other, v_now);
  END IF;
  IF v_watch.waiting_trigger = p_trigger THEN
    UPDATE watches SET waiting_trigger = NULL, waiting_until = NULL, waiting_slot = NULL, waiting_observed = NULL
    WHERE id = p_watch;
  END IF;

  answer := CASE WHEN is_all_covered(v_watch, p_trigger, p_slot, p_observed) THEN 'covered'
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
