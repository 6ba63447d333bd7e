import type { ApiKey } from '@assay/rpc/gen/assay/billing/v1/ApiKey';
import type { AccountLedgerEntry } from '@assay/rpc/gen/assay/billing/v1/AccountLedgerEntry';
import type { Usage } from '@assay/rpc/gen/assay/billing/v1/Usage';
import { microsecondText, type TimeRange } from '@assay/storage/page';
import type { Postgres } from '@assay/storage/postgres';
import type { SealedText } from '@assay/storage/sealing';
import { keyIdOf } from '@assay/identifiers/key-id';
import {
  onlyRow,
  sealedKeyOf,
  type CreationOperation,
  type SealedKeyRow,
  type StoredApiKey,
} from '../accounts/store.ts';
import { runStatement } from '../database-faults.ts';

/** The values by which ledger entries are sorted. */
export type LedgerPosition = { readonly at: string; readonly operationId: string; readonly kind: string };

/** A ledger entry, with the values by which it is sorted. */
export type LedgerRow = { readonly entry: AccountLedgerEntry; readonly position: LedgerPosition };

/** The rotation of one key: the account, the key to replace, and how long the replaced key still works. */
export type KeyRotation = {
  readonly accountId: string;
  /** The first 16 bytes of the hash of the key that is replaced. */
  readonly hashStart: Buffer;
  readonly overlapSeconds: number;
  readonly maxKeys: number;
};

/** The result of a rotation. The comment of the SQL function rotate_key explains the outcomes. */
export type RotationOutcome = 'rotated' | 'unknown' | 'ended' | 'full';

/**
 * The result of a rotation with an operation id. The comment of the SQL function rotate_key_once explains the outcomes.
 */
export type OnceRotation = {
  readonly outcome: RotationOutcome | 'repeated' | 'changed';
  readonly keySha256: Buffer;
  /** The encrypted key of the operation's first request. Undefined once that request is more than a day old. */
  readonly sealedKey: SealedText | undefined;
};

/**
 * The SQL statements with which an owner reads and changes an account. Each statement takes an account id, and touches
 * only this account.
 */
export type PageStore = {
  /** Returns the keys of an account, newest first, at most 1,000. */
  readonly keys: (accountId: string) => Promise<ApiKey[]>;
  /**
   * Revokes a key of an account. When the key was revoked before, the time of the first revocation stays. Returns
   * undefined when the account has no such key.
   */
  readonly revokeKey: (
    accountId: string,
    hashStart: Buffer,
  ) => Promise<{ readonly sha256: Buffer; readonly record: ApiKey } | undefined>;
  /** Adds a key with the same name as the key that it replaces. The replaced key stops working after the overlap. */
  readonly rotateKey: (rotation: KeyRotation, next: StoredApiKey) => Promise<RotationOutcome>;
  /** Rotates a key as `rotateKey` does, at most once for each operation of the account. */
  readonly rotateKeyOnce: (
    rotation: KeyRotation,
    next: StoredApiKey,
    operation: CreationOperation,
  ) => Promise<OnceRotation>;
  /** Returns up to `limit` ledger entries of an account, newest first, that come after a given position. */
  readonly ledger: (
    accountId: string,
    range: TimeRange,
    after: LedgerPosition | undefined,
    limit: number,
  ) => Promise<LedgerRow[]>;
  /** Returns the ended calls of an account, summed up by hour or by day. */
  readonly usage: (accountId: string, range: TimeRange, step: 'hour' | 'day') => Promise<Usage[]>;
};

/** A row of the table `keys`. */
export type KeyRow = {
  sha256: Buffer;
  name: string;
  prefix: string;
  created_at: Date;
  revoked_at: Date | null;
  expires_at: Date | null;
  last_used_us: string | null;
};
type RotationRow = SealedKeyRow & { outcome: OnceRotation['outcome']; key_sha256: Buffer };
type LedgerTableRow = {
  operation_id: string;
  kind: string;
  amount_micros: string;
  at: Date;
  position_at: string;
  trace_id: string | null;
  operation: string | null;
};
type UsageRow = {
  start_ms: string;
  type: string;
  outcome: string;
  level: string;
  calls: string;
  debited_micros: string;
};

/** The columns of `KeyRow`, for a statement. */
export const keyColumns =
  'sha256, name, prefix, created_at, revoked_at, expires_at, window_moments[cardinality(window_moments)] AS last_used_us';
const microsPerMs = 1_000;
/**
 * A position that sorts before the first row. Its time is later than any other, because rows are sorted newest first.
 */
const start: LedgerPosition = { at: 'infinity', operationId: '', kind: '' };

/** Creates the page store. The connections of `query` must use the schema `billing`. */
export function createPageStore(query: Postgres['query']): PageStore {
  const run = <Row extends Record<string, unknown>>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> => runStatement(() => query<Row>({ name, text, values }));
  return {
    keys: async (accountId) => {
      const text = `SELECT ${keyColumns} FROM keys WHERE account_id = $1 ORDER BY created_at DESC, sha256 LIMIT 1000`;
      return (await run<KeyRow>('list_keys', text, [accountId])).map(keyOf);
    },
    revokeKey: async (accountId, hashStart) => {
      const text = `UPDATE keys SET revoked_at = coalesce(revoked_at, clock())
        WHERE account_id = $1 AND substr(sha256, 1, 16) = $2 RETURNING ${keyColumns}`;
      const [row] = await run<KeyRow>('revoke_account_key', text, [accountId, hashStart]);
      return row === undefined ? undefined : { sha256: row.sha256, record: keyOf(row) };
    },
    rotateKey: async ({ accountId, hashStart, overlapSeconds, maxKeys }, { sha256, prefix }) => {
      const text = 'SELECT rotate_key($1, $2, $3, $4, make_interval(secs => $5), $6) AS outcome';
      const values = [accountId, hashStart, sha256, prefix, overlapSeconds, maxKeys];
      return onlyRow(await run<{ outcome: RotationOutcome }>('rotate_key', text, values)).outcome;
    },
    rotateKeyOnce: async ({ accountId, hashStart, overlapSeconds, maxKeys }, { sha256, prefix }, operation) => {
      const text = 'SELECT * FROM rotate_key_once($1, $2, $3, $4, make_interval(secs => $5), $6, $7, $8, $9, $10)';
      const { id, fingerprint, sealedKey } = operation;
      const rotation = [accountId, hashStart, sha256, prefix, overlapSeconds, maxKeys];
      const values = [...rotation, id, fingerprint, sealedKey.sealed, sealedKey.keyId];
      const row = onlyRow(await run<RotationRow>('rotate_key_once', text, values));
      return { outcome: row.outcome, keySha256: row.key_sha256, sealedKey: sealedKeyOf(row) };
    },
    ledger: async (accountId, { from, to }, after = start, limit) => {
      const values = [accountId, from, to, after.at, after.operationId, after.kind, limit];
      const rows = await run<LedgerTableRow>('list_ledger', ledgerText, values);
      return rows.map((row) => ({
        entry: {
          operation_id: row.operation_id,
          kind: row.kind,
          amount_micros: row.amount_micros,
          at: row.at.toISOString(),
          trace_id: row.trace_id ?? '',
          call: row.operation ?? '',
        },
        position: { at: row.position_at, operationId: row.operation_id, kind: row.kind },
      }));
    },
    usage: (accountId, { from, to }, step) => run<UsageRow>(`usage_by_${step}`, usageText(step), [accountId, from, to]),
  };
}

const ledgerText = `
  SELECT l.operation_id, l.kind, l.amount_micros, l.at, ${microsecondText('l.at')} AS position_at,
         h.trace_id, h.operation
  FROM (
    SELECT * FROM ledger
    WHERE account_id = $1 AND at >= $2::timestamptz AND at < $3::timestamptz
      AND (at, operation_id, kind) < ($4::timestamptz, $5, $6)
    ORDER BY at DESC, operation_id DESC, kind DESC LIMIT $7
  ) AS l
  LEFT JOIN holds AS h ON h.id = l.operation_id AND h.account_id = $1 AND l.kind <> 'credit'
  ORDER BY l.at DESC, l.operation_id DESC, l.kind DESC`;

/**
 * Returns the query for an account's usage. The table `usage_by_hour` counts the calls whose holds are still stored,
 * and `usage_by_day` those whose holds are deleted. Holds that ended before these tables existed may not be counted
 * yet. The query reads such holds from `holds`, and from `holds_ended`, which contains the days that are detached from
 * `holds`.
 */
function usageText(step: 'hour' | 'day'): string {
  const deleted = `
      UNION ALL
      SELECT day::timestamp AT TIME ZONE 'UTC', type, outcome, level, calls, debited_micros FROM usage_by_day
      WHERE account_id = $1
        AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date`;
  return `
    SELECT (extract(epoch FROM start) * 1000)::bigint AS start_ms, type, outcome, level,
           sum(calls)::bigint AS calls, sum(debited_micros)::bigint AS debited_micros
    FROM (
      SELECT date_trunc('${step}', hour, 'UTC') AS start, type, outcome, level, calls, debited_micros FROM usage_by_hour
      WHERE account_id = $1 AND hour >= $2::timestamptz AND hour < $3::timestamptz
      UNION ALL${uncountedText(step, 'holds')}
      UNION ALL${uncountedText(step, 'holds_ended')}${step === 'day' ? deleted : ''}
    ) AS usage
    GROUP BY 1, 2, 3, 4
    HAVING sum(calls) <> 0
    ORDER BY 1, 2, 3, 4`;
}

/**
 * Returns the part of the query that reads holds which are not counted yet. Its first condition compares the range with
 * the time from which the account's holds are counted. If the range lies after that time, every hold is counted, and
 * PostgreSQL reads no row of the table.
 */
function uncountedText(step: 'hour' | 'day', table: 'holds' | 'holds_ended'): string {
  const countedFrom = '(SELECT usage_counted_from FROM accounts WHERE id = $1)';
  return `
      SELECT date_trunc('${step}', held_at, 'UTC') AS start, type_of_call(operation) AS type,
             outcome_of_call(state, outcome, captured_micros) AS outcome, coalesce(level, '') AS level, count(*) AS calls,
             sum(CASE state WHEN 'reversed' THEN 0 ELSE captured_micros END) AS debited_micros
      FROM ${table}
      WHERE ${countedFrom} > $2::timestamptz AND account_id = $1 AND state <> 'open'
        AND held_at >= $2::timestamptz AND held_at < least($3::timestamptz, ${countedFrom})
      GROUP BY 1, 2, 3, 4`;
}

/** Returns the record of a key as its owner sees it. */
export function keyOf(row: KeyRow): ApiKey {
  return {
    id: keyIdOf(row.sha256),
    name: row.name,
    prefix: row.prefix,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_us === null ? '' : new Date(Number(row.last_used_us) / microsPerMs).toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? '',
    expires_at: row.expires_at?.toISOString() ?? '',
  };
}
