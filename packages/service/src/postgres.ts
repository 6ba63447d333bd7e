import { SpanKind, trace, type Context } from '@opentelemetry/api';
import pg from 'pg';
import type { ServiceTools } from './run.ts';

/** A pool of connections to the service's own schema. */
export type Postgres = {
  /**
   * Runs one statement, prepared under its name once per connection.
   * @param traces the calls that the statement serves: each gets a span of the statement's duration.
   */
  readonly query: <Row extends pg.QueryResultRow>(
    statement: { readonly name: string; readonly text: string; readonly values?: readonly unknown[] },
    traces?: readonly Context[],
  ) => Promise<Row[]>;
  /** Runs statements in one transaction, rolled back when the work throws. */
  readonly transaction: <Result>(work: (client: pg.PoolClient) => Promise<Result>) => Promise<Result>;
};

const connectionTimeoutMs = 3_000;
const statementTimeoutMs = 10_000;
/** A server behind a cut network never says that it gave up, so this side does a little later. */
const answerTimeoutMs = statementTimeoutMs + 2_000;

/** Opens a pool whose connections see one schema first, and closes it when the service stops. */
export function openPostgres(
  config: { readonly ASSAY_PG_URL: string; readonly ASSAY_PG_POOL_SIZE: number },
  schema: string,
  tools: Pick<ServiceTools, 'defer' | 'check' | 'log'>,
): Postgres {
  const pool = new pg.Pool({
    connectionString: config.ASSAY_PG_URL,
    max: config.ASSAY_PG_POOL_SIZE,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    options: `-c search_path=${schema}`,
    application_name: `assay-${schema}`,
    keepAlive: true,
  });
  pool.on('error', (error) => tools.log.warn({ err: error }, 'an idle database connection was lost'));
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
  tools.defer('postgres', () => pool.end());
  tools.check('postgres', async () => {
    await pool.query('SELECT 1');
  });
  return {
    query,
    transaction: async (work) => {
      const client = await pool.connect();
      // A connection that is lost between two statements is told of here alone, and unheard it would end the process;
      // the next statement fails by itself.
      const lost = (error: Error): void => tools.log.warn({ err: error }, 'a database connection was lost at work');
      client.on('error', lost);
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
        client.off('error', lost);
      }
    },
  };
}

/** One statement may serve many calls; each of their traces shows it, at its true times. */
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
            attributes: { 'db.system.name': 'postgresql', 'db.operation.batch.size': traces.length },
          },
          context,
        )
        .end();
    }
  }
}
