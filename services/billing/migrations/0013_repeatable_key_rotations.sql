-- Rotations of keys that have an operation id get a row as well. The functions of the folder `repeatable` change with
-- this version.
COMMENT ON TABLE key_creations IS 'Creations and rotations of keys that name an operation';
