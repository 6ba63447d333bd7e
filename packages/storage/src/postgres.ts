import { SpanKind, trace, type Context } from '@opentelemetry/api';
import pg from 'pg';
import type { ServiceTools } from '@assay/runtime/run';

/** A pool of connections to one service's schema. */
export type Postgres = {
  /**
   * Runs one statement. Each connection prepares it once, under its name.
   * @param traces the traces of the calls for which the statement runs. Each gets a span with the duration of the
   * statement.
   */
  readonly query: <Row extends pg.QueryResultRow>(
    statement: { readonly name: string; readonly text: string; readonly values?: readonly unknown[] },
    traces?: readonly Context[],
  ) => Promise<Row[]>;
  /** Runs work in one transaction. Rolls back when the work throws. */
  readonly transaction: <Result>(work: (client: pg.PoolClient) => Promise<Result>) => Promise<Result>;
};

const connectionTimeoutMs = 3_000;
/**
 * Default limits of a connection, in milliseconds. A migration waits up to 2.5 seconds for a table's lock, and other
 * statements wait behind it. The lock timeout is longer, so that these statements do not fail. The server ends a
 * transaction that is idle for long, because it holds locks.
 */
const defaults = { statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 };
const idleInTransactionTimeoutMs = 15_000;
/**
 * A time in milliseconds. The server itself cancels a slow statement. The client waits this much longer before it gives
 * up, in case a broken network hides the cancellation.
 */
const answerGraceMs = 2_000;

/** Limits of a pool that differ from those of the service's main pool. */
export type PoolLimits = {
  /** Name of the pool. PostgreSQL's list of connections and the logs show it. */
  readonly purpose: string;
  /** Maximum number of connections; the service's setting when absent. */
  readonly connections?: number;
  /** Number of connections that stay open while idle; none when absent. */
  readonly minConnections?: number;
  /** Maximum time of a statement, in milliseconds. The server then cancels the statement. */
  readonly statementTimeoutMs?: number;
  /** Maximum time for which a statement waits for a lock, in milliseconds. The statement then fails. */
  readonly lockTimeoutMs?: number;
};

type PostgresConfig = { readonly ASSAY_PG_URL: string; readonly ASSAY_PG_POOL_SIZE: number };

/**
 * Opens a plain `pg` pool, for a library that needs one, and closes it when the service stops. One schema is first in
 * its search path. All other code uses openPostgres.
 */
export function openPool(
  config: PostgresConfig,
  schema: string,
  tools: Pick<ServiceTools, 'defer' | 'log'>,
  limits: PoolLimits,
): pg.Pool {
  const { purpose, statementTimeoutMs } = { ...defaults, ...limits };
  const pool = new pg.Pool({
    connectionString: config.ASSAY_PG_URL,
    max: limits.connections ?? config.ASSAY_PG_POOL_SIZE,
    min: limits.minConnections ?? 0,
    connectionTimeoutMillis: connectionTimeoutMs,
    ...sessionSettings(schema, limits),
    query_timeout: statementTimeoutMs + answerGraceMs,
    application_name: purpose === 'postgres' ? `assay-${schema}` : `assay-${schema}-${purpose}`,
    keepAlive: true,
  });
  pool.on('error', (error) => tools.log.warn({ err: error, pool: purpose }, 'lost an idle database connection'));
  tools.defer(purpose, () => pool.end());
  return pool;
}

/**
 * Returns the settings that a service's connection sends when it opens. PostgreSQL applies them to the session. A
 * pooler may refuse these settings or lose them: see refusePooler.
 */
export function sessionSettings(
  schema: string,
  limits: Pick<PoolLimits, 'statementTimeoutMs' | 'lockTimeoutMs'> = {},
): Pick<pg.ClientConfig, 'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout' | 'options'> {
  const { statementTimeoutMs, lockTimeoutMs } = { ...defaults, ...limits };
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    options: `-c search_path=${schema}`,
  };
}

/**
 * Opens a pool with one schema first in its search path, and closes it when the service stops. The service is ready
 * only while its main pool answers.
 * @param limits the limits of an additional pool. Its work never takes a connection from the main pool.
 */
export function openPostgres(
  config: PostgresConfig,
  schema: string,
  tools: Pick<ServiceTools, 'defer' | 'check' | 'log'>,
  limits: PoolLimits = { purpose: 'postgres' },
): Postgres {
  const pool = openPool(config, schema, tools, limits);
  const query: Postgres['query'] = async (statement, traces = []) => {
    const startedAt = Date.now();
    try {
      const result = await pool.query({
        name: statement.name,
        text: statement.text,
        values: [...(statement.values ?? [])],
      });
      return result.rows;
    } finally {
      recordSpans(statement.name, traces, startedAt);
    }
  };
  if (limits.purpose === 'postgres') {
    tools.check('postgres', async () => {
      await pool.query('SELECT 1');
    });
  }
  return {
    query,
    transaction: async (work) => {
      const client = await pool.connect();
      // When a connection fails between two statements, it only emits this event. Without a listener, the event would
      // end the process. The next statement rejects by itself.
      const onError = (error: Error): void =>
        tools.log.warn({ err: error }, 'lost a database connection inside a transaction');
      client.on('error', onError);
      try {
        await client.query('BEGIN');
        const result = await work(client);
        await client.query('COMMIT');
        client.release();
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        client.release(true);
        throw error;
      } finally {
        client.off('error', onError);
      }
    },
  };
}

/** Adds a span of the statement to the trace of each sampled call for which the statement ran. */
function recordSpans(name: string, traces: readonly Context[], startedAt: number): void {
  for (const context of traces) {
    const parent = trace.getSpanContext(context);
    if (parent !== undefined && (parent.traceFlags & 1) === 1) {
      trace
        .getTracer('assay')
        .startSpan(
          `sql ${name}`,
          {
            kind: SpanKind.CLIENT,
            startTime: startedAt,
            attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name, 'assay.sql.traces': traces.length },
          },
          context,
        )
        .end();
    }
  }
}
