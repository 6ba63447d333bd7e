-- The functions of the folder `repeatable` change with this version. The functions that every call uses can now leave
-- out rows that another transaction has locked. Replicas of the previous version call the same functions without that
-- argument, and wait as before.
--
-- A refusal for lack of credit is not final. The stored ones are deleted, so that a retry after a top-up runs.
DELETE FROM idempotent_calls WHERE http_status = 402;
