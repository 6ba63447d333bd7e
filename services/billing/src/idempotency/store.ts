import type { Postgres } from '@assay/service/postgres';
import { runStatement } from '../database-faults.ts';
import type { SealedText } from '@assay/service/sealing';

/** The key of an idempotent call, and the attempt that asks. */
export type CallAttempt = {
  readonly accountId: string;
  /** SHA-256 of the caller's idempotency key. */
  readonly keySha256: Buffer;
  /** The trace of the attempt, 32 hex digits. */
  readonly traceId: string;
};

/** What an attempt may do. The SQL function begin_call defines the outcomes. */
export type BegunCall =
  | { readonly outcome: 'run'; readonly callId: string }
  | { readonly outcome: 'finished'; readonly httpStatus: number; readonly body: SealedText }
  | { readonly outcome: 'in_progress' | 'mismatch' };

/** The statements of idempotent calls. */
export type IdempotentCallStore = {
  /**
   * Begins an attempt.
   * @param fingerprint SHA-256 of the path and the body.
   * @param callId the id of the call if this is its first attempt.
   */
  readonly begin: (attempt: CallAttempt, fingerprint: Buffer, callId: string) => Promise<BegunCall>;
  /** Stores the answer of an attempt and confirms its captures. Returns false when the attempt lost its lease. */
  readonly finish: (attempt: CallAttempt, httpStatus: number, body: SealedText) => Promise<boolean>;
  /** Ends the lease of an attempt without an answer. Returns false when the attempt has lost it already. */
  readonly abandon: (attempt: CallAttempt) => Promise<boolean>;
  /** Deletes up to `limit` expired calls. Returns their number. */
  readonly sweep: (limit: number) => Promise<number>;
};

/** How long an attempt holds its call. An attempt of the gateway ends within 10 seconds, or it has died. */
const lease = '15 seconds';
/** How long an answer is stored, from the first attempt. */
const lifetime = '24 hours';

type BegunRow = {
  outcome: BegunCall['outcome'];
  call_id: string;
  http_status: number | null;
  sealed_body: Buffer | null;
  secret_key_id: string | null;
};

/** Creates the store. The connections of `query` must use the schema `billing`. */
export function createIdempotentCallStore(query: Postgres['query']): IdempotentCallStore {
  const run = <Row extends Record<string, unknown>>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> => runStatement(() => query<Row>({ name, text, values }));
  const end = async (attempt: CallAttempt, httpStatus: number | null, body: SealedText | null): Promise<boolean> => {
    const rows = await run<{ outcome: string }>(
      'finish_call',
      'SELECT finish_call($1, $2, $3, $4, $5, $6) AS outcome',
      [attempt.accountId, attempt.keySha256, attempt.traceId, httpStatus, body?.sealed ?? null, body?.keyId ?? null],
    );
    return rows[0]?.outcome === 'finished';
  };
  return {
    begin: async ({ accountId, keySha256, traceId }, fingerprint, callId) => {
      const rows = await run<BegunRow>('begin_call', 'SELECT * FROM begin_call($1, $2, $3, $4, $5, $6, $7)', [
        accountId,
        keySha256,
        fingerprint,
        traceId,
        callId,
        lease,
        lifetime,
      ]);
      return begunOf(rows[0]);
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
