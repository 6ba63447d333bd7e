import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const folder = 'repeatable';

/**
 * Applies the SQL files of the folder `repeatable` in the order of their names, in one transaction. They contain the
 * schema's functions as `CREATE OR REPLACE FUNCTION`, so that a change of a function is a diff of one file. They also
 * grant the rights of the service's role. The function compares PostgreSQL's definitions before and after. Without a
 * difference it rolls the transaction back. When somebody altered a function or a right by hand, it restores that
 * function or right. The caller must hold the schema's migration lock.
 *
 * @returns the number of files that changed a function or a right.
 */
export async function applyRepeatable(client: pg.Client, schema: string, directory: string): Promise<number> {
  const files = await listFiles(join(directory, folder));
  if (files.length === 0) {
    return 0;
  }
  let changes = 0;
  await client.query('BEGIN');
  try {
    // pg_temp comes last in the search path. Otherwise, inside a function with the owner's rights, a temporary object
    // could replace an object of the schema.
    await client.query(`SET LOCAL search_path TO ${pg.escapeIdentifier(schema)}, pg_temp`);
    let definitions = await readDefinitions(client, schema);
    for (const file of files) {
      await client.query(await readFile(file, 'utf8'));
      const next = await readDefinitions(client, schema);
      changes += next === definitions ? 0 : 1;
      definitions = next;
    }
    await client.query(changes > 0 ? 'COMMIT' : 'ROLLBACK');
    return changes;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function listFiles(path: string): Promise<string[]> {
  try {
    const names = await readdir(path);
    return names
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name) => join(path, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}

/** Returns the definitions of all functions of a schema, and the rights on its tables, as one text. */
async function readDefinitions(client: pg.Client, schema: string): Promise<string> {
  const { rows } = await client.query<{ definitions: string }>(
    `SELECT concat(
       (SELECT string_agg(pg_get_functiondef(p.oid), E'\\n' ORDER BY p.oid)
        FROM pg_proc AS p WHERE p.pronamespace = n.oid AND p.prokind IN ('f', 'p')),
       (SELECT string_agg(concat_ws(' ', c.relname, c.relacl), E'\\n' ORDER BY c.oid)
        FROM pg_class AS c WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'S'))
     ) AS definitions
     FROM pg_namespace AS n WHERE n.nspname = $1`,
    [schema],
  );
  return rows[0]?.definitions ?? '';
}
