import pg from 'pg';

/**
 * Opens the connection pool of a test that reads a database itself. The caller ends it with `end`.
 * @param max maximum number of connections.
 * @param schema the first schema in the search path. Without it, statements must name the schema of each table.
 */
export function openTestPool(url: string, max: number, schema?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  });
  // `end` resolves before the server has closed every connection. If the server stops before that, an idle connection
  // emits an error event. Without a listener, the event would fail the test. A statement on a lost connection still
  // rejects.
  pool.on('error', () => undefined);
  return pool;
}
