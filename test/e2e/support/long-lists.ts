import pg from 'pg';
import type { System } from './system.ts';

/**
 * Gives an account many keys and many copies of one watch. Gives that watch many finished deliveries. Row 1 of each
 * list is the oldest row.
 */
export async function fillLists(
  system: Pick<System, 'postgresUrl'>,
  { accountId, watchId, rows }: { readonly accountId: string; readonly watchId: string; readonly rows: number },
): Promise<void> {
  const database = new pg.Client({ connectionString: system.postgresUrl });
  await database.connect();
  try {
    await database.query(keysText, [accountId, rows]);
    await database.query(watchesText, [watchId, rows]);
    await database.query(deliveriesText, [watchId, rows]);
  } finally {
    await database.end();
  }
}

const keysText = `
  INSERT INTO billing.keys (sha256, prefix, account_id, name, created_at)
  SELECT sha256((random()::text || n)::bytea), substr(md5(random()::text), 1, 8), $1, 'row ' || n || '.',
         now() - (1000 - n) * interval '1 minute'
  FROM generate_series(1, $2::integer) AS n`;

const watchesText = `
  INSERT INTO watch.watches (id, account_id, type, params, condition, webhook_url, min_interval_seconds, watched_address,
                             secret_encrypted, secret_key_id, created_at)
  SELECT w.id || n, w.account_id, w.type, w.params, w.condition, 'https://hooks.example.com/row ' || n || '.',
         w.min_interval_seconds, w.watched_address, w.secret_encrypted, w.secret_key_id,
         w.created_at - (1000 - n) * interval '1 minute'
  FROM watch.watches AS w CROSS JOIN generate_series(1, $2::integer) AS n WHERE w.id = $1`;

const deliveriesText = `
  INSERT INTO watch.deliveries (trigger_id, watch_id, run, state, leased_until, traceparent, hold_id, outcome, error,
                                taken_at, sent_at, ended_at)
  SELECT $1 || ' ' || n, $1, 'run', 'ended', now(), '00-' || md5(random()::text) || '-0000000000000001-01', '', 'undelivered',
         'row ' || n || '.', at, at, at
  FROM generate_series(1, $2::integer) AS n, LATERAL (SELECT now() - (1000 - n) * interval '1 minute' AS at) AS times`;
