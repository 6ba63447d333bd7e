import type { Postgres } from '@assay/storage/postgres';
import { runStatement } from '../database-faults.ts';
import { Busy } from '../lanes.ts';
import type { SealedText } from '@assay/storage/sealing';

/** Identifies one attempt of an idempotent call: the account, the idempotency key and the trace of the attempt. */
export type CallAttempt = {
  readonly accountId: string;
  /** SHA-256 of the caller's idempotency key. */
  readonly keySha256: Buffer;
  /** The trace id of the attempt, 32 hex digits. */
  readonly traceId: string;
};

/** The result of beginning an attempt. The comment of the SQL function begin_call explains the outcomes. */
export type BegunCall =
  | { readonly outcome: 'run'; readonly callId: string }
  | { readonly outcome: 'finished'; readonly httpStatus: number; readonly body: SealedText }
  | { readonly outcome: 'in_progress' | 'mismatch' };

/**
 * True when billing stored the end of an attempt, and false when the attempt had lost its lease. Busy when a row is
 * locked and the store does not wait.
 */
export type EndedCall = boolean | Busy;

/**
 * The statements on idempotent calls. A store either waits for locked rows, or never waits. When a store never waits,
 * the result of an attempt with a locked row is Busy.
 */
export type IdempotentCallStore = {
  /**
   * Begins an attempt.
   * @param fingerprint SHA-256 of the request's path and body.
   * @param callId the id that the call gets if this is its first attempt.
   */
  readonly begin: (attempt: CallAttempt, fingerprint: Buffer, callId: string) => Promise<BegunCall | Busy>;
  /**
   * Stores the answer of an attempt and confirms the attempt's captures. Returns false when the attempt has lost its
   * lease.
   */
  readonly finish: (attempt: CallAttempt, httpStatus: number, body: SealedText) => Promise<EndedCall>;
  /** Ends the lease of an attempt, and stores no answer. Returns false when the attempt had already lost the lease. */
  readonly abandon: (attempt: CallAttempt) => Promise<EndedCall>;
  /** Deletes up to `limit` expired calls. Returns their number. */
  readonly sweep: (limit: number) => Promise<number>;
};

/**
 * Duration of the lease that an attempt has on its call, as a PostgreSQL interval. A gateway ends each attempt within
 * 10 seconds, so an older attempt belongs to a gateway that died.
 */
const lease = '15 seconds';
/** How long an answer is stored after the first attempt, as a PostgreSQL interval. */
const lifetime = '24 hours';

type BegunRow = {
  outcome: BegunCall['outcome'] | 'busy';
  call_id: string;
  http_status: number | null;
  sealed_body: Buffer | null;
  secret_key_id: string | null;
};

/**
 * Creates the store. The connections of `query` must use the schema `billing`.
 * @param waits whether the statements wait for locked rows.
 */
export function createIdempotentCallStore(query: Postgres['query'], waits: boolean = true): IdempotentCallStore {
  const run = <Row extends Record<string, unknown>>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> => runStatement(() => query<Row>({ name, text, values }));
  const end = async (attempt: CallAttempt, httpStatus: number | null, body: SealedText | null): Promise<EndedCall> => {
    const { accountId, keySha256, traceId } = attempt;
    const rows = await run<{ outcome: string }>(
      'finish_call',
      'SELECT finish_call($1, $2, $3, $4, $5, $6, $7) AS outcome',
      [accountId, keySha256, traceId, httpStatus, body?.sealed ?? null, body?.keyId ?? null, waits],
    );
    return rows[0]?.outcome === 'busy' ? new Busy(accountId) : rows[0]?.outcome === 'finished';
  };
  return {
    begin: async ({ accountId, keySha256, traceId }, fingerprint, callId) => {
      const rows = await run<BegunRow>('begin_call', 'SELECT * FROM begin_call($1, $2, $3, $4, $5, $6, $7, $8)', [
        accountId,
        keySha256,
        fingerprint,
        traceId,
        callId,
        lease,
        lifetime,
        waits,
      ]);
      return rows[0]?.outcome === 'busy' ? new Busy(accountId) : begunOf(rows[0]);
    },
    finish: (attempt, httpStatus, body) => end(attempt, httpStatus, body),
    abandon: (attempt) => end(attempt, null, null),
    sweep: async (limit) => {
      const rows = await run<{ deleted: string }>('sweep_calls', 'SELECT sweep_calls($1) AS deleted', [limit]);
      return Number(rows[0]?.deleted ?? 0);
    },
  };
}

function begunOf(row: BegunRow | undefined): BegunCall {
  switch (row?.outcome) {
    case 'run':
      return { outcome: 'run', callId: row.call_id };
    case 'in_progress':
    case 'mismatch':
      return { outcome: row.outcome };
    case 'finished':
      if (row.http_status !== null && row.sealed_body !== null && row.secret_key_id !== null) {
        const body = { keyId: row.secret_key_id, sealed: row.sealed_body };
        return { outcome: 'finished', httpStatus: row.http_status, body };
      }
      break;
    default:
  }
  throw new Error('begin_call returned an incomplete row');
}
