import type { Context } from '@opentelemetry/api';
import { gatePartTypes, gateType } from '@assay/catalog/outcomes';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { DecisionSummary } from '@assay/rpc/gen/assay/engine/v1/DecisionSummary';
import type { ListDecisionsRequest__Output } from '@assay/rpc/gen/assay/engine/v1/ListDecisionsRequest';
import type { ListDecisionsResponse } from '@assay/rpc/gen/assay/engine/v1/ListDecisionsResponse';
import {
  decodeCursor,
  microsecondText,
  pageOf,
  pageSizeOf,
  timePattern,
  timeRangeOf,
  type TimeRange,
} from '@assay/storage/page';
import type { Postgres } from '@assay/storage/postgres';
import { readRows } from '../read-rows.ts';
import { leftOutText } from '../failed-calls/store.ts';

/**
 * The sort key of a decision in a list. For a failed call, `type` is empty, because its caller can send any text as the
 * type.
 */
export type DecisionPosition = { readonly at: string; readonly traceId: string; readonly type: string };

/** A decision in a list, with its sort key. */
export type ListedDecision = { readonly summary: DecisionSummary; readonly position: DecisionPosition };

/** Selects decisions of an account for a list. An empty field matches every decision. */
export type DecisionFilter = {
  readonly accountId: string;
  readonly range: TimeRange;
  readonly type: string;
  readonly outcome: string;
  readonly level: string;
};

/** Returns up to `limit` decisions of one account, newest first, that come after a given position. */
export type DecisionLister = (
  filter: DecisionFilter,
  after: DecisionPosition | undefined,
  limit: number,
  context: CallContext,
) => Promise<readonly ListedDecision[]>;

const wordPattern = /^[a-z0-9_.]{0,60}$/;

/**
 * Returns a page of an account's decisions and failed calls. For a gate call, the page contains only the gate's
 * decision, not those on the quote and the risk. If a failed call also has a decision, the page contains only the
 * decision. Throws INVALID_PARAM for a malformed field.
 */
export async function listDecisions(
  request: ListDecisionsRequest__Output,
  context: CallContext,
  ports: { readonly listDecisions: DecisionLister },
): Promise<ListDecisionsResponse> {
  const { account_id: accountId, type, outcome, level } = request;
  if (accountId === '') {
    throw new Fault('INTERNAL', undefined, { cause: new Error('the call names no account') });
  }
  for (const [field, value] of Object.entries({ type, outcome, level })) {
    if (!wordPattern.test(value)) {
      throw new Fault('INVALID_PARAM', `${field} must be empty or lowercase letters, digits, dots and underscores`);
    }
  }
  const size = pageSizeOf(request.page_size);
  const filter = { accountId, range: timeRangeOf(request), type, outcome, level };
  const listed = await ports.listDecisions(filter, positionOf(request.cursor), size + 1, context);
  const { rows, nextCursor } = pageOf(listed, size, ({ position }) => [position.at, position.traceId, position.type]);
  return { decisions: rows.map(({ summary }) => summary), next_cursor: nextCursor };
}

function positionOf(cursor: string): DecisionPosition | undefined {
  const key = decodeCursor(cursor, [timePattern, /^[0-9a-f]{32}$/, wordPattern]);
  return key === undefined ? undefined : { at: key[0] ?? '', traceId: key[1] ?? '', type: key[2] ?? '' };
}

type DecisionRow = {
  position_at: string;
  position_type: string;
  trace_id: string;
  decided_at_ms: string;
  type: string;
  params_json: string | null;
  outcome: string;
  level: string | null;
  required: string | null;
  source: string | null;
  reason: string | null;
  latency_ms: number | null;
  code: string | null;
  path: string | null;
  left_out: string;
};

/** A position that sorts before every row of the list. */
const start: DecisionPosition = { at: 'infinity', traceId: 'f'.repeat(32), type: '' };

/** Reads a page of decisions. Throws UNAVAILABLE when the database cannot be read. */
export async function selectDecisions(
  postgres: Pick<Postgres, 'query'>,
  { accountId, range, type, outcome, level }: DecisionFilter,
  after: DecisionPosition | undefined,
  limit: number,
  traces: readonly Context[],
): Promise<ListedDecision[]> {
  const position = after ?? start;
  const rows = await readRows(
    'decisions',
    postgres.query<DecisionRow>(
      {
        name: 'list_decisions',
        text: listText,
        values: [
          accountId,
          range.from,
          range.to,
          position.at,
          position.traceId,
          position.type,
          type,
          outcome,
          level,
          limit,
        ],
      },
      traces,
    ),
  );
  return rows.map((row) => ({
    summary: {
      trace_id: row.trace_id,
      decided_at_ms: row.decided_at_ms,
      type: row.type,
      params_json: row.params_json ?? '',
      outcome: row.outcome,
      level: row.level ?? '',
      required: row.required ?? '',
      source: row.source ?? '',
      reason: row.reason ?? '',
      latency_ms: row.latency_ms ?? 0,
      code: row.code ?? '',
      path: row.path ?? '',
      left_out: Number(row.left_out),
    },
    position: { at: row.position_at, traceId: row.trace_id, type: row.position_type },
  }));
}

const quotedPartTypes = gatePartTypes.map((type) => `'${type}'`).join(', ');

/**
 * A scalar subquery that finds the gate decision in the trace of a listed decision. PostgreSQL evaluates it for each
 * row by the primary key. It never reads the gate decisions of all accounts at once.
 */
const gateOfTrace = `(SELECT type FROM decisions AS gate WHERE gate.trace_id = listed.trace_id AND gate.type = '${gateType}')`;

/**
 * Reads at most one page from each of the two tables, in the order of an index, and merges both pages. PostgreSQL
 * parses the text of a document again for each JSON operator, so a single call extracts all fields.
 */
const listText = `
  SELECT ${microsecondText('listed.at')} AS position_at, position_type, replace(trace_id::text, '-', '') AS trace_id,
         (extract(epoch FROM listed.at) * 1000)::bigint AS decided_at_ms, type, outcome, level, params_json, required,
         source, reason, latency_ms, code, path, left_out
  FROM (
    SELECT d.decided_at AS at, d.type AS position_type, d.trace_id, d.type, d.outcome, f.level, f.params_json,
           f.required, f.source, f.reason, f.latency_ms, NULL AS code, NULL AS path, 0 AS left_out
    FROM (
      SELECT * FROM decisions AS listed
      WHERE account_id = $1 AND decided_at >= $2::timestamptz AND decided_at < $3::timestamptz
        AND (decided_at, trace_id, type) < ($4::timestamptz, $5::uuid, $6)
        AND ($7 = '' OR type = $7) AND ($8 = '' OR outcome = $8)
        AND ($9 = '' OR coalesce(level, document->>'level') = $9)
        AND (type NOT IN (${quotedPartTypes}) OR ${gateOfTrace} IS NULL)
      ORDER BY decided_at DESC, trace_id DESC, type DESC LIMIT $10
    ) AS d
    CROSS JOIN LATERAL json_to_record(d.document)
      AS f (level text, params_json text, required text, source text, reason text, latency_ms integer)
    UNION ALL
    SELECT failed.failed_at, '', failed.trace_id, failed.type, failed.outcome, '', f.body_json, '', '', f.message,
           f.latency_ms, f.code, f.path, ${leftOutText}
    FROM (
      SELECT * FROM failed_calls AS listed
      WHERE account_id = $1 AND failed_at >= $2::timestamptz AND failed_at < $3::timestamptz
        AND (failed_at, trace_id) <= ($4::timestamptz, $5::uuid) AND (failed_at, trace_id, '') < ($4::timestamptz, $5::uuid, $6)
        AND ($7 = '' OR type = $7) AND ($8 = '' OR outcome = $8) AND $9 = ''
        AND NOT EXISTS (SELECT FROM decisions WHERE decisions.trace_id = listed.trace_id)
      ORDER BY failed_at DESC, trace_id DESC LIMIT $10
    ) AS failed
    CROSS JOIN LATERAL json_to_record(failed.document)
      AS f (body_json text, message text, latency_ms integer, code text, path text)
  ) AS listed
  ORDER BY listed.at DESC, listed.trace_id DESC, position_type DESC LIMIT $10`;
