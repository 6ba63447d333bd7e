import type { Context } from '@opentelemetry/api';
import { microsecondText } from '@assay/storage/page';
import type { Postgres } from '@assay/storage/postgres';
import { partitionOf } from '../partition.ts';
import type { SealedText } from '@assay/storage/sealing';
import type { WatchRequest } from './read-watch.ts';

/** A stored watch without its secret. `params_json` and `condition_json` are the stored text. */
export type WatchRow = {
  readonly id: string;
  readonly type: string;
  readonly params_json: string;
  readonly condition_json: string | null;
  readonly min_level: string;
  readonly webhook_url: string;
  readonly min_interval_seconds: number;
  readonly watched_address: string;
  readonly created_at: Date;
  readonly last_triggered_at: Date | null;
  readonly last_delivered_at: Date | null;
  readonly last_attempt_at: Date | null;
  readonly last_attempt_outcome: string | null;
  readonly last_attempt_http_status: number | null;
  readonly last_attempt_error: string | null;
  /**
   * Failed attempts since the last received notification, and the time until which changes are dropped because of them.
   */
  readonly failures_in_row: number;
  readonly paused_until: Date | null;
  /** Which exhausted limit the latest change waits for, and since when. Both are null when it does not wait. */
  readonly waiting_share: string | null;
  readonly waiting_since: Date | null;
  /** When and why the condition last could not be evaluated. Null after it was evaluated again. */
  readonly not_evaluated_at: Date | null;
  readonly not_evaluated_reason: string | null;
};

/** A watch with its encrypted secret. */
export type SealedWatch = WatchRow & { readonly secret_encrypted: Buffer; readonly secret_key_id: string };

/** A watch to store. */
export type NewWatch = WatchRequest & {
  readonly id: string;
  readonly accountId: string;
  readonly secret: SealedText;
};

/** Watches of accounts. Every call can only reach the account that it names. */
export type WatchStore = {
  /**
   * Stores a watch. Returns undefined if the account already has `max` watches, even under concurrent calls, or if a
   * watch with this id exists.
   */
  readonly insert: (watch: NewWatch, max: number) => Promise<WatchRow | undefined>;
  /** Returns a watch of an account with its encrypted secret. */
  readonly find: (accountId: string, watchId: string) => Promise<SealedWatch | undefined>;
  /** Returns the watches of an account, oldest first. */
  readonly list: (accountId: string, traces: readonly Context[]) => Promise<WatchRow[]>;
  /** Returns up to `limit` watches of an account, oldest first, that come after a given position. */
  readonly browse: (
    accountId: string,
    after: WatchPosition | undefined,
    limit: number,
    traces: readonly Context[],
  ) => Promise<PositionedWatch[]>;
  /** Deletes a watch and returns whether the account had it. */
  readonly remove: (accountId: string, watchId: string) => Promise<boolean>;
  /** Records why the condition of a new watch cannot be evaluated, and returns the watch. */
  readonly noteNotEvaluated: (watchId: string, reason: string) => Promise<WatchRow | undefined>;
};

/** The values by which watches are sorted. */
export type WatchPosition = { readonly at: string; readonly id: string };

/** A watch with the time by which it is sorted, to the microsecond. */
export type PositionedWatch = WatchRow & { readonly position_at: string };

/** A position before the first watch. */
const firstPosition: WatchPosition = { at: '-infinity', id: '' };

const columns = `id, type, params::text AS params_json, condition::text AS condition_json, min_level, webhook_url,
  min_interval_seconds, watched_address, created_at, last_triggered_at, last_delivered_at, last_attempt_at,
  last_attempt_outcome, last_attempt_http_status, last_attempt_error, not_evaluated_at, not_evaluated_reason,
  failures_in_row, CASE WHEN paused_until > clock() THEN paused_until END AS paused_until,
  CASE WHEN waiting_trigger IS NOT NULL AND waiting_until > clock() THEN waiting_share END AS waiting_share, waiting_since`;

/** Creates the store over the service's own schema. */
export function createWatchStore(postgres: Postgres): WatchStore {
  return {
    insert: (watch, max) => insert(postgres, watch, max),
    find: async (accountId, watchId) => {
      const [row] = await postgres.query<SealedWatch>({
        name: 'find_watch',
        text: `SELECT ${columns}, secret_encrypted, secret_key_id FROM watches WHERE id = $2 AND account_id = $1`,
        values: [accountId, watchId],
      });
      return row;
    },
    list: (accountId, traces) =>
      postgres.query<WatchRow>(
        {
          name: 'list_watches',
          text: `SELECT ${columns} FROM watches WHERE account_id = $1 ORDER BY created_at, id`,
          values: [accountId],
        },
        traces,
      ),
    browse: (accountId, after = firstPosition, limit, traces) =>
      postgres.query<PositionedWatch>(
        {
          name: 'browse_watches',
          text: `SELECT ${columns}, ${microsecondText('created_at')} AS position_at FROM watches
          WHERE account_id = $1 AND (created_at, id) > ($2::timestamptz, $3) ORDER BY created_at, id LIMIT $4`,
          values: [accountId, after.at, after.id, limit],
        },
        traces,
      ),
    remove: (accountId, watchId) => remove(postgres, accountId, watchId),
    noteNotEvaluated: async (watchId, reason) => {
      const [row] = await postgres.query<WatchRow>({
        name: 'note_not_evaluated',
        text: `UPDATE watches SET not_evaluated_at = clock(), not_evaluated_reason = $2 WHERE id = $1 RETURNING ${columns}`,
        values: [watchId, reason],
      });
      return row;
    },
  };
}

function insert(postgres: Postgres, watch: NewWatch, max: number): Promise<WatchRow | undefined> {
  return postgres.transaction(async (client) => {
    // The lock serializes the requests of one account, because counting and inserting are two statements.
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('watches of ' || $1, 0))", [watch.accountId]);
    const counted = await client.query<{ watches: string }>(
      'SELECT count(*) AS watches FROM watches WHERE account_id = $1',
      [watch.accountId],
    );
    if (Number(counted.rows[0]?.watches ?? 0) >= max) {
      return undefined;
    }
    // This update only locks the row. A concurrent deletion of the address's last watch can then not delete the
    // address.
    await client.query(
      `INSERT INTO addresses (address, partition) VALUES ($1, $2)
       ON CONFLICT (address) DO UPDATE SET partition = EXCLUDED.partition`,
      [watch.watchedAddress, partitionOf(watch.watchedAddress)],
    );
    const inserted = await client.query<WatchRow>(
      `INSERT INTO watches (id, account_id, type, params, condition, webhook_url, min_interval_seconds, watched_address,
                            secret_encrypted, secret_key_id, min_level)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (id) DO NOTHING
       RETURNING ${columns}`,
      [
        watch.id,
        watch.accountId,
        watch.type,
        JSON.stringify(watch.params),
        watch.condition === undefined ? null : JSON.stringify(watch.condition),
        watch.webhookUrl,
        watch.minIntervalSeconds,
        watch.watchedAddress,
        watch.secret.sealed,
        watch.secret.keyId,
        watch.minLevel,
      ],
    );
    return inserted.rows[0];
  });
}

function remove(postgres: Postgres, accountId: string, watchId: string): Promise<boolean> {
  return postgres.transaction(async (client) => {
    // Locks the address before the watch, as in `insert`. Statements after the lock see everything that was committed
    // before it.
    const locked = await client.query<{ address: string }>(
      `SELECT a.address FROM addresses a JOIN watches w ON w.watched_address = a.address
       WHERE w.id = $1 AND w.account_id = $2 FOR UPDATE OF a`,
      [watchId, accountId],
    );
    const deleted = await client.query('DELETE FROM watches WHERE id = $1 AND account_id = $2', [watchId, accountId]);
    await client.query(
      `DELETE FROM addresses a WHERE a.address = $1
         AND NOT EXISTS (SELECT FROM watches w WHERE w.watched_address = a.address)`,
      [locked.rows[0]?.address ?? null],
    );
    return deleted.rowCount === 1;
  });
}
