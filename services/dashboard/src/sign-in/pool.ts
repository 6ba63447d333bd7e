import type { ServiceTools } from '@assay/service/run';
import pg from 'pg';

const connectionTimeoutMs = 3_000;
const statementTimeoutMs = 10_000;

/** Opens the pool that better-auth uses, in the dashboard's schema, and closes it when the service stops. */
export function openSignInPool(
  config: { readonly ASSAY_PG_URL: string; readonly ASSAY_PG_POOL_SIZE: number },
  schema: string,
  tools: Pick<ServiceTools, 'defer' | 'log'>,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.ASSAY_PG_URL,
    max: config.ASSAY_PG_POOL_SIZE,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    options: `-c search_path=${schema}`,
    application_name: `assay-${schema}-sign-in`,
    keepAlive: true,
  });
  pool.on('error', (error) => tools.log.warn({ err: error }, 'lost an idle database connection of sign-in'));
  tools.defer('sign-in pool', () => pool.end());
  return pool;
}
