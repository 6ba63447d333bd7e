import type { Context } from '@opentelemetry/api';
import type { Postgres } from '@assay/storage/postgres';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { DecisionBatch } from './decision-writer.ts';

/** A recorded decision. */
export type RecordedDecision = { readonly decisionJson: string; readonly recordedAt: string };

/**
 * Maximum attempt rank to store: the largest value of PostgreSQL's type integer. A larger rank would make the insertion
 * of its whole batch fail.
 */
const maxAttemptRank = 2_147_483_647;

/**
 * Writes decisions. If several decisions have the same trace id and type, the table stores the one of the highest
 * attempt. The caller got the answer of this attempt. Among decisions of the same attempt, the table stores the first
 * to arrive.
 */
export async function insertDecisions(
  postgres: Postgres,
  decisions: readonly Decision__Output[],
  traces: readonly Context[],
): Promise<void> {
  await postgres.query(
    {
      name: 'insert_decisions',
      // One statement cannot write the same row twice, so DISTINCT ON first chooses among the decisions of this batch.
      text: `INSERT INTO decisions AS stored
               (trace_id, decided_at, account_id, type, outcome, level, attempt_rank, document)
             SELECT DISTINCT ON (trace_id, type)
               trace_id, to_timestamp(decided_at_ms / 1000.0), account_id, type, outcome, level, attempt_rank, document
             FROM ROWS FROM (
               unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[]),
               json_array_elements($8::json)
             ) WITH ORDINALITY
               AS given (trace_id, decided_at_ms, account_id, type, outcome, level, attempt_rank, document, position)
             ORDER BY trace_id, type, attempt_rank DESC, position
             ON CONFLICT (trace_id, type) DO UPDATE SET
               decided_at = excluded.decided_at, recorded_at = now(), account_id = excluded.account_id,
               outcome = excluded.outcome, level = excluded.level, attempt_rank = excluded.attempt_rank, document = excluded.document
             WHERE stored.attempt_rank < excluded.attempt_rank`,
      values: [
        decisions.map(({ trace_id }) => trace_id),
        decisions.map(({ decided_at_ms }) => decided_at_ms),
        decisions.map(({ account_id }) => plainText(account_id)),
        decisions.map(({ type }) => plainText(type)),
        decisions.map(({ outcome }) => plainText(outcome)),
        decisions.map(({ level }) => plainText(level)),
        decisions.map(({ attempt_rank: rank }) => Math.min(Math.max(1, rank), maxAttemptRank)),
        // All decisions are one text, because in an array of texts the driver would escape each character.
        JSON.stringify(decisions),
      ],
    },
    traces,
  );
}

/** Removes the character NUL, which PostgreSQL's text type refuses. One such row would make its whole batch fail. */
function plainText(text: string): string {
  return text.replaceAll('\0', '');
}

/**
 * Returns the decisions of a trace id in the order in which they were made. The list is empty until the recorder has
 * written the first decision.
 * @param accountId when given, only this account's decisions are returned.
 */
export async function findDecisions(
  postgres: Pick<Postgres, 'query'>,
  traceId: string,
  traces: readonly Context[],
  accountId?: string,
): Promise<RecordedDecision[]> {
  const rows = await postgres.query<{ decision_json: string; recorded_at: Date }>(
    {
      name: 'find_decisions',
      // Without OFFSET 0, PostgreSQL might search by account first if its statistics suggest so. With it, the trace id
      // comes first.
      text: `SELECT document::text AS decision_json, recorded_at
             FROM (SELECT * FROM decisions WHERE trace_id = $1::uuid OFFSET 0) AS of_trace
             WHERE $2::text IS NULL OR account_id = $2 ORDER BY decided_at, type`,
      values: [traceId, accountId ?? null],
    },
    traces,
  );
  return rows.map((row) => ({ decisionJson: row.decision_json, recordedAt: row.recorded_at.toISOString() }));
}

/** Stores a batch until the stream can accept it. Storing the same batch twice makes only one row. */
export async function insertIntoOutbox(
  postgres: Postgres,
  batch: DecisionBatch,
  traces: readonly Context[],
): Promise<void> {
  await postgres.query(
    {
      name: 'keep_in_outbox',
      text: 'INSERT INTO outbox (message_id, payload) VALUES ($1, $2) ON CONFLICT (message_id) DO NOTHING',
      values: [batch.messageId, batch.payload],
    },
    traces,
  );
}

/**
 * Publishes the oldest rows of the outbox and deletes the published rows. Replicas that drain at the same time get
 * different rows.
 * @param limit maximum number of rows.
 * @returns the number of published rows, and the number of rows read.
 */
export function drainOutbox(
  postgres: Postgres,
  publish: (message: { readonly messageId: string; readonly payload: Buffer }) => Promise<void>,
  limit: number,
): Promise<{ readonly published: number; readonly taken: number }> {
  return postgres.transaction(async (client) => {
    const { rows } = await client.query<{ id: string; message_id: string; payload: Buffer }>(
      'SELECT id, message_id, payload FROM outbox ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
      [limit],
    );
    const results = await Promise.allSettled(
      rows.map(({ message_id, payload }) => publish({ messageId: message_id, payload })),
    );
    const published = rows.filter((_row, index) => results[index]?.status === 'fulfilled').map(({ id }) => id);
    if (published.length > 0) {
      await client.query('DELETE FROM outbox WHERE id = ANY($1::bigint[])', [published]);
    }
    return { published: published.length, taken: rows.length };
  });
}

/** Returns the number of batches in the outbox. */
export async function countOutbox(postgres: Postgres): Promise<number> {
  const rows = await postgres.query<{ waiting: string }>({
    name: 'count_outbox',
    text: 'SELECT count(*) AS waiting FROM outbox',
  });
  return Number(rows[0]?.waiting ?? 0);
}
