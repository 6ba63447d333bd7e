import type { Context } from '@opentelemetry/api';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { FindTracesRequest__Output } from '@assay/rpc/gen/assay/engine/v1/FindTracesRequest';
import type { FindTracesResponse } from '@assay/rpc/gen/assay/engine/v1/FindTracesResponse';
import type { Postgres } from '@assay/storage/postgres';
import { readRows } from '../read-rows.ts';

/** Returns up to `limit` trace ids of one account that begin or end with the digits, newest first. */
export type TraceFinder = (
  accountId: string,
  digits: string,
  limit: number,
  context: CallContext,
) => Promise<readonly string[]>;

/** Maximum number of trace ids in a response. A person who finds more enters more digits. */
const maxFound = 20;
const digitsPattern = /^[0-9a-f]{4,32}$/;
/** Number of digits at the end of a trace id that the index contains. */
const indexedDigits = 8;
/** Number of digits at the start of a trace id that state the time when it was made, in Unix milliseconds. */
const timeDigits = 12;
/** Maximum difference between the clocks of two machines, in milliseconds. */
const clockSkewMs = 60_000;
/** Maximum time, in milliseconds, from the creation of a trace id until its decision is stored. */
const maxDecisionMs = 3_600_000;

/**
 * Returns the trace ids of an account's decisions and failed calls that begin or end with some digits. Throws
 * INVALID_PARAM unless there are 4 to 32 hex digits.
 */
export async function findTraces(
  { account_id: accountId, digits }: FindTracesRequest__Output,
  context: CallContext,
  ports: { readonly findTraces: TraceFinder },
): Promise<FindTracesResponse> {
  if (accountId === '') {
    throw new Fault('INTERNAL', undefined, { cause: new Error('the call names no account') });
  }
  if (!digitsPattern.test(digits)) {
    throw new Fault('INVALID_PARAM', 'digits must be 4 to 32 lowercase hex digits, the start or the end of a trace id');
  }
  const found = await ports.findTraces(accountId, digits, maxFound + 1, context);
  return { trace_ids: found.slice(0, maxFound), has_more: found.length > maxFound };
}

/**
 * Reads the trace ids that begin or end with the digits. For the end, it uses the account's index by the last digits.
 * For the start, it uses the account's index by time, because the first digits of a trace id contain a time. Trace ids
 * of earlier versions may contain no time, and are found only by their last digits. Throws UNAVAILABLE when the
 * database cannot be read.
 */
export async function selectTraces(
  postgres: Pick<Postgres, 'query'>,
  accountId: string,
  digits: string,
  limit: number,
  traces: readonly Context[],
): Promise<readonly string[]> {
  const end = Array.from(digits).toReversed().slice(0, indexedDigits).join('');
  const fromMs = Number.parseInt(digits.padEnd(timeDigits, '0').slice(0, timeDigits), 16);
  const toMs = Number.parseInt(digits.padEnd(timeDigits, 'f').slice(0, timeDigits), 16);
  const rows = await readRows(
    'decisions',
    postgres.query<{ trace_id: string }>(
      {
        name: 'find_traces',
        text: findText,
        values: [
          accountId,
          limit,
          end,
          // In the collation "C", every hex digit sorts before "g".
          `${end}g`,
          `%${digits}`,
          (fromMs - clockSkewMs) / 1_000,
          (toMs + clockSkewMs + maxDecisionMs) / 1_000,
          digits.padEnd(32, '0'),
          digits.padEnd(32, 'f'),
        ],
      },
      traces,
    ),
  );
  return rows.map(({ trace_id: traceId }) => traceId);
}

const ends = `account_id = $1 AND reverse(right(trace_id::text, 8)) COLLATE "C" >= $3
  AND reverse(right(trace_id::text, 8)) COLLATE "C" < $4 AND replace(trace_id::text, '-', '') LIKE $5`;
const begins = 'account_id = $1 AND trace_id >= $8::uuid AND trace_id <= $9::uuid';

/**
 * Each part of the query reads at most `limit` traces. The decisions of one gate call share a trace id, so the query
 * returns each trace id once.
 */
const findText = `
  SELECT replace(trace_id::text, '-', '') AS trace_id FROM (
    (SELECT trace_id, max(decided_at) AS at FROM decisions WHERE ${ends} GROUP BY trace_id LIMIT $2)
    UNION ALL
    (SELECT trace_id, failed_at FROM failed_calls WHERE ${ends} LIMIT $2)
    UNION ALL
    (SELECT DISTINCT trace_id, decided_at FROM decisions
     WHERE ${begins} AND decided_at >= to_timestamp($6) AND decided_at < to_timestamp($7)
     ORDER BY decided_at DESC, trace_id DESC LIMIT $2)
    UNION ALL
    (SELECT trace_id, failed_at FROM failed_calls
     WHERE ${begins} AND failed_at >= to_timestamp($6) AND failed_at < to_timestamp($7)
     ORDER BY failed_at DESC, trace_id DESC LIMIT $2)
  ) AS found GROUP BY trace_id ORDER BY max(at) DESC, trace_id DESC LIMIT $2`;
