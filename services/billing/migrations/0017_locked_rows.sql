-- The functions of the folder `repeatable` change with this version: those that every call uses can leave rows out that another
-- transaction has locked. Replicas of the version before call the same functions without that argument, and wait as before.
--
-- An answer that lacked credit is not final. Those that were stored before are forgotten, so that a call after a top-up runs.
DELETE FROM idempotent_calls WHERE http_status = 402;
