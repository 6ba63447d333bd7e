-- What the waiting trigger stands for: the newest of what it and those merged into it saw. Without it one that only its own
-- slot was verified for would be dropped, and with it the newer changes of those that are gone.
ALTER TABLE watches ADD COLUMN waiting_slot bigint, ADD COLUMN waiting_observed timestamptz;

-- The same of a trigger that was taken up: its worker may die, and whoever takes its place must not be satisfied with less.
ALTER TABLE deliveries ADD COLUMN seen_slot bigint, ADD COLUMN seen_observed timestamptz;

-- As is_covered, of a trigger together with those that were merged into it.
CREATE FUNCTION is_all_covered(p_watch watches, p_trigger text, p_slot bigint, p_observed timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_watch.waiting_trigger = p_trigger
    THEN is_covered(p_watch, greatest(p_slot, p_watch.waiting_slot), greatest(p_observed, p_watch.waiting_observed))
    ELSE is_covered(p_watch, p_slot, p_observed) END
$$;

-- Lets a trigger wait for its turn, or merges it into the one of its watch that waits already: that one will be verified
-- later than this moment. One that was taken up before waits without standing for others: another may take its place, and
-- what had been merged into it would be lost with it. Answers: waits; merged; gone (no such watch).
CREATE FUNCTION let_wait(p_trigger text, p_watch text, p_slot bigint, p_observed timestamptz, p_wait interval) RETURNS text
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
    waiting_observed = greatest(waiting_observed, p_observed, v_row.seen_observed)
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

-- As before, but for what waits: that a trigger is covered is asked of all that it stands for, which is also what the one that
-- a dead worker had begun stood for, whether that is this one or one whose place it takes.
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

DROP FUNCTION put_back(text, text, boolean);

-- Gives a trigger back that could not be dealt with now. Nothing was sent for it, so it begins anew when it comes again, and
-- waits until then for all that it stood for. p_owes says whether its hold may have been taken.
CREATE FUNCTION put_back(p_trigger text, p_watch text, p_run text, p_owes boolean, p_wait interval) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_row deliveries;
BEGIN
  PERFORM FROM watches WHERE id = p_watch FOR NO KEY UPDATE;
  DELETE FROM deliveries WHERE trigger_id = p_trigger AND run = p_run AND state = 'claimed' RETURNING * INTO v_row;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF p_owes THEN
    PERFORM owe(v_row.hold_id, 0, v_row.traceparent, clock());
  END IF;
  PERFORM let_wait(p_trigger, p_watch, v_row.seen_slot, v_row.seen_observed, p_wait);
END
$$;
