import type { Context } from '@opentelemetry/api';
import type { FailedCallOutcome } from '@assay/catalog/outcomes';
import type { FailedCall, FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { LeftOutCalls__Output } from '@assay/rpc/gen/assay/engine/v1/LeftOutCalls';
import type { Postgres } from '@assay/storage/postgres';

/**
 * Maximum number of failed calls that the table stores for one account in one minute, summed over all gateways. Each
 * gateway sends fewer. If two engines write at the same time, they can exceed the limit by the size of their batches.
 */
export const maxCallsPerMinute = 60;

/**
 * Failed calls that the engine must store. For each account and minute, `leftOut` is the number of further failed calls
 * that the gateway did not send.
 */
export type FailedCallBatch = {
  readonly calls: readonly FailedCall__Output[];
  readonly leftOut: readonly LeftOutCalls__Output[];
};

/** Returns the word for a failed call in lists: `rejected` for HTTP 4xx, `error` for a failure inside Assay. */
export function outcomeOfStatus(httpStatus: number): FailedCallOutcome {
  return httpStatus < 500 ? 'rejected' : 'error';
}

/**
 * Stores failed calls in one statement, and returns the number of new rows. A call that exceeds the limit of its
 * account and minute is not stored, but counted as left out. If a batch is repeated, no call is stored twice, but its
 * left-out calls are counted again.
 */
export async function insertFailedCalls(
  postgres: Pick<Postgres, 'query'>,
  { calls, leftOut }: FailedCallBatch,
  traces: readonly Context[],
): Promise<number> {
  const rows = await postgres.query<{ stored: number }>(
    {
      name: 'insert_failed_calls',
      text: insertText,
      values: [
        calls.map(({ trace_id: id }) => id),
        calls.map(({ failed_at_ms: atMs }) => atMs),
        calls.map(({ account_id: account }) => plainText(account)),
        calls.map(({ type }) => plainText(type)),
        calls.map(({ http_status: status }) => outcomeOfStatus(status)),
        // PostgreSQL cannot read the character NUL out of a JSON document.
        JSON.stringify(calls).replaceAll(String.raw`\u0000`, ''),
        maxCallsPerMinute,
        leftOut.map(({ account_id: account }) => plainText(account)),
        leftOut.map(({ minute_ms: minuteMs }) => minuteMs),
        leftOut.map(({ calls: count }) => count),
      ],
    },
    traces,
  );
  return rows[0]?.stored ?? 0;
}

/** Removes the character NUL, which PostgreSQL's text type refuses. One such row would make its whole batch fail. */
function plainText(text: string): string {
  return text.replaceAll('\0', '');
}

/**
 * Each new call gets a rank in the minute of its account: the number of calls already stored for the minute, plus its
 * position in this batch. The count of stored calls is cheap: it uses the index by account and stops at the limit.
 */
const insertText = `
  WITH given AS (
    SELECT trace_id, to_timestamp(failed_at_ms / 1000.0) AS failed_at, account_id, type, outcome, document,
           date_trunc('minute', to_timestamp(failed_at_ms / 1000.0)) AS minute
    FROM ROWS FROM (
      unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[]), json_array_elements($6::json)
    ) AS given (trace_id, failed_at_ms, account_id, type, outcome, document)
  ), numbered AS (
    SELECT *, row_number() OVER (PARTITION BY account_id, minute ORDER BY failed_at, trace_id) AS place FROM given
    WHERE NOT EXISTS (SELECT FROM failed_calls AS stored WHERE stored.trace_id = given.trace_id)
  ), minutes AS (
    SELECT account_id, minute, (
      SELECT count(*) FROM (
        SELECT FROM failed_calls AS stored
        WHERE stored.account_id = numbered.account_id
          AND stored.failed_at >= numbered.minute AND stored.failed_at < numbered.minute + interval '1 minute'
        LIMIT $7
      ) AS earlier
    ) AS stored_calls FROM numbered GROUP BY account_id, minute
  ), fitting AS (
    SELECT numbered.*, place + stored_calls <= $7 AS fits FROM numbered JOIN minutes USING (account_id, minute)
  ), inserted AS (
    INSERT INTO failed_calls (trace_id, failed_at, account_id, type, outcome, document)
    SELECT trace_id, failed_at, account_id, type, outcome, document FROM fitting WHERE fits
    ON CONFLICT (trace_id) DO NOTHING RETURNING 1
  ), counted AS (
    INSERT INTO failed_calls_left_out AS stored (account_id, minute, calls)
    SELECT account_id, minute, sum(calls) FROM (
      SELECT account_id, minute, 1 AS calls FROM fitting WHERE NOT fits
      UNION ALL
      SELECT account_id, date_trunc('minute', to_timestamp(minute_ms / 1000.0)), calls
      FROM unnest($8::text[], $9::bigint[], $10::bigint[]) AS sampled (account_id, minute_ms, calls)
    ) AS left_out GROUP BY account_id, minute ORDER BY account_id, minute
    ON CONFLICT (account_id, minute) DO UPDATE SET calls = stored.calls + excluded.calls
  )
  SELECT count(*)::integer AS stored FROM inserted`;

/**
 * A scalar subquery with the number of calls of the same account and minute that were not stored. `failed` is the alias
 * of the failed call's row.
 */
export const leftOutText = `coalesce((
    SELECT calls FROM failed_calls_left_out AS left_out
    WHERE left_out.account_id = failed.account_id AND left_out.minute = date_trunc('minute', failed.failed_at)
  ), 0)`;

/**
 * Returns the failed call with a trace id. Undefined when there is none.
 * @param accountId when given, only a call of this account is returned.
 */
export async function findFailedCall(
  postgres: Pick<Postgres, 'query'>,
  traceId: string,
  traces: readonly Context[],
  accountId?: string,
): Promise<FailedCall | undefined> {
  const rows = await postgres.query<{ document: FailedCall; left_out: string }>(
    {
      name: 'find_failed_call',
      text: `SELECT document, ${leftOutText} AS left_out FROM failed_calls AS failed
             WHERE trace_id = $1::uuid AND ($2::text IS NULL OR account_id = $2)`,
      values: [traceId, accountId ?? null],
    },
    traces,
  );
  const [row] = rows;
  return row === undefined ? undefined : { ...row.document, left_out: Number(row.left_out) };
}
