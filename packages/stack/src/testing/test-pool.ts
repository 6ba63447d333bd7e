import pg from 'pg';

/**
 * Opens the pool of a test that reads a database itself. The caller ends it with `end`.
 * @param max the most connections that it opens.
 * @param schema first in the search path of its connections; without it statements name the schema of each table.
 */
export function openTestPool(url: string, max: number, schema?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  });
  // `end` resolves before the server has closed every connection. A server that stops first ends an idle connection with
  // an error event, which would fail the test without a listener. A statement on a lost connection still rejects.
  pool.on('error', () => undefined);
  return pool;
}
