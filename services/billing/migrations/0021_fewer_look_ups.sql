-- The functions of the folder `repeatable` change with this version. They read and lock the same rows with fewer
-- statements, and keep every signature and outcome.
SELECT 1;
