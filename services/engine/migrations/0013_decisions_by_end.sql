-- For the search by the last digits of a trace id: the index has an account's trace ids by their last eight digits, in
-- reverse order, so that fewer digits are a prefix.
--
-- Building an index blocks writes to its table. So this migration builds the index only on partitions without rows,
-- which takes milliseconds. The function index_partition_end of the retention builds it on the others, one partition at
-- a time, when nothing writes to that partition any more. Until then a search reads the account's rows of such a
-- partition. New partitions get the index when they are made.
--
-- Safe for the previous version: its statements do not need the index.
CREATE INDEX decisions_by_account_end ON ONLY decisions (account_id, (reverse(right(trace_id::text, 8))) COLLATE "C");

DO $$
DECLARE
  v_name text;
  v_is_empty boolean;
BEGIN
  FOR v_name IN
    SELECT c.relname FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'decisions'::regclass ORDER BY c.relname
  LOOP
    EXECUTE format('SELECT NOT EXISTS (SELECT FROM %I)', v_name) INTO v_is_empty;
    IF v_is_empty THEN
      EXECUTE format('CREATE INDEX %I ON %I (account_id, (reverse(right(trace_id::text, 8))) COLLATE "C")',
                     v_name || '_by_account_end', v_name);
      EXECUTE format('ALTER INDEX decisions_by_account_end ATTACH PARTITION %I', v_name || '_by_account_end');
    END IF;
  END LOOP;
END
$$;
