import pg from 'pg';
import { pause } from '@assay/runtime/clock';
import { postgresWaitCause } from './postgres-problem.ts';
import { sessionSettings } from './postgres.ts';

const connectionTimeoutMs = 10_000;
/**
 * Number of rounds of the check. A pooler gives its most recently used session to the next transaction. So the first
 * round usually detects a pooler, and a busy pooler needs more rounds.
 */
const rounds = 5;
const retryPauseMs = 1_000;
const advice =
  'connect to PostgreSQL directly, or through a pooler in session mode; docs/operate/database.md says how under "Poolers"';

/**
 * Rejects when PostgreSQL is too old. Also rejects when it is behind a pooler that gives a client's session to another
 * client between transactions. Such a pooler loses session locks, prepared statements and settings, so that statements
 * fail or use another schema.
 * @param url the connection URL.
 * @param schema the schema whose settings the services send with their connections; absent for migrations, which send
 * no settings.
 */
export async function refusePooler(url: string, schema?: string): Promise<void> {
  const clients = [connectionOf(url, schema), connectionOf(url, schema)] as const;
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await checkVersion(clients[0]);
    if (schema !== undefined) {
      await checkSettings(clients[0], schema);
    }
    await checkSessions(clients);
  } catch (error) {
    throw explainStartup(error);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/**
 * Checks for a pooler in the background, for a service that can start without PostgreSQL. Ends the process when the
 * pooler is unsuitable. Resolves when PostgreSQL has passed the check, or when the service stops.
 * @param tools `log` receives one line with the reason when PostgreSQL does not answer at once.
 */
export async function refusePoolerInBackground(
  url: string,
  schema: string,
  tools: {
    readonly stopping: () => boolean;
    readonly log: { readonly warn: (fields: object, message: string) => void };
  },
): Promise<void> {
  for (let tries = 0; !tools.stopping(); tries += 1) {
    try {
      await refusePooler(url, schema);
      return;
    } catch (error) {
      if (error instanceof UnsuitableServerError) {
        setImmediate(() => {
          throw error;
        });
        return;
      }
      if (tries === 0) {
        const cause = postgresWaitCause(error, url, 'ASSAY_PG_URL');
        tools.log.warn({ cause }, 'began to wait for PostgreSQL, until it answers; the service starts without it');
      }
      await pause(retryPauseMs);
    }
  }
}

/**
 * The error for a PostgreSQL server or pooler that the services cannot use. Its message says what is missing and what
 * would be right.
 */
export class UnsuitableServerError extends Error {
  override readonly name = 'UnsuitableServerError';
}

function connectionOf(url: string, schema: string | undefined): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: `assay-${schema ?? 'migrations'}-check`,
    ...(schema === undefined ? {} : sessionSettings(schema)),
  });
  client.on('error', () => undefined);
  return client;
}

/** The oldest major version of PostgreSQL on which the tests run. */
const oldestVersion = 15;

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>('SHOW server_version');
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) < oldestVersion) {
    throw new UnsuitableServerError(
      `PostgreSQL ${version} is too old; upgrade the server to ${oldestVersion} or newer`,
    );
  }
}

/**
 * Checks that the settings of the connection apply to the session. A pooler that ignores these settings leaves the
 * role's own settings in place.
 */
async function checkSettings(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ schema: string; limit: string }>(
    "SELECT split_part(current_setting('search_path'), ',', 1) AS schema, current_setting('statement_timeout') AS limit",
  );
  const [session] = rows;
  if (session?.schema !== schema) {
    throw new UnsuitableServerError(
      `PostgreSQL is behind a pooler that ignored search_path: statements would use the schema ${session?.schema} ` +
        `instead of ${schema}; ${advice}`,
    );
  }
  if (session?.limit === '0') {
    throw new UnsuitableServerError(
      `PostgreSQL is behind a pooler that ignored statement_timeout: a statement could run for ever; ${advice}`,
    );
  }
}

/**
 * Checks that two open connections have different sessions. They can only share a session when a pooler lends it to
 * both.
 */
async function checkSessions(clients: readonly [pg.Client, pg.Client]): Promise<void> {
  const sessionsSeen = [new Set<string>(), new Set<string>()];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, client] of clients.entries()) {
      sessionsSeen[index]?.add(await sessionOf(client));
    }
    const [first = new Set(), second = new Set()] = sessionsSeen;
    if (first.size > 1 || second.size > 1 || [...first].some((session) => second.has(session))) {
      throw new UnsuitableServerError(
        'PostgreSQL is behind a pooler in transaction mode, which loses session locks, prepared statements and settings; ' +
          advice,
      );
    }
  }
}

async function sessionOf(client: pg.Client): Promise<string> {
  // Two processes on different servers, or at different times, can have the same id. The start time distinguishes them.
  const { rows } = await client.query<{ session: string }>(
    "SELECT pid || ' ' || backend_start AS session FROM pg_stat_activity WHERE pid = pg_backend_pid()",
  );
  return rows[0]?.session ?? '';
}

/**
 * Returns an explanation for the error with which PgBouncer refuses an unknown setting, a protocol violation. Returns
 * any other error unchanged.
 */
function explainStartup(error: unknown): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const refused = /unsupported startup parameter(?: in options)?: "?([\w.]+)/.exec(String(message));
  return code === '08P01' && refused !== null
    ? new UnsuitableServerError(`PostgreSQL is behind a pooler that refuses the setting ${refused[1]}; ${advice}`, {
        cause: error,
      })
    : error;
}
