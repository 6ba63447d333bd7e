import type { Stack } from '@assay/stack/stack';
import { balanceOf, type TestAccount } from '@assay/stack/testing/accounts';
import type pg from 'pg';
import { until } from '../../e2e/support/system.ts';
import type { RequestOutcome } from '../../faults/support/steady-load.ts';
import { withConnection } from './postgres-pair.ts';

/** The accounts of a rehearsal's load, and the results of its requests. */
export type RehearsalResults = {
  readonly requests: TestAccount;
  readonly watcher: TestAccount;
  /** The credits that each account had before the load, in micro-credits. */
  readonly creditMicros: bigint;
  readonly outcomes: readonly RequestOutcome[];
  /** Trace ids of the notifications that the receiver answered with 204. They have the prefix `tr_`. */
  readonly notifiedTraceIds: readonly string[];
};

const settledWithinMs = 60_000;
const decidedWithinMs = 30_000;
/** Paths of requests that list something. They are delivered and charged without a decision. */
const undecidedPaths = new Set(['/v1/types', '/v1/watch']);

/** Waits until every hold is settled. Returns problems of the ledger and the decisions as sentences. */
export async function problemsOf(stack: Stack, rehearsed: RehearsalResults): Promise<string[]> {
  return withConnection(stack.postgresUrl, async (client) => {
    const accounts = [rehearsed.requests.accountId, rehearsed.watcher.accountId];
    await until(
      async () => {
        const pending = `SELECT 1 FROM billing.holds WHERE account_id = ANY ($1) AND state IN ('open', 'captured')
                         UNION ALL SELECT 1 FROM watch.settlements`;
        return (await client.query(pending, [accounts])).rowCount;
      },
      (count) => count === 0,
      settledWithinMs,
    );
    return [
      ...(await problemsOfCharges(client, stack, rehearsed)),
      ...(await problemsOfNotifications(client, rehearsed)),
      ...(await problemsOfDecisions(client, rehearsed)),
      ...(await problemsOfAudit(client)),
    ];
  });
}

type Charge = { readonly trace_id: string; readonly charges: string; readonly micros: string };

async function chargesOf(client: pg.Client, accountId: string): Promise<ReadonlyMap<string, Charge>> {
  const { rows } = await client.query<Charge>(
    `SELECT 'tr_' || trace_id AS trace_id, count(*) AS charges, sum(captured_micros) AS micros
     FROM billing.holds WHERE account_id = $1 AND state = 'confirmed' AND captured_micros > 0 GROUP BY trace_id`,
    [accountId],
  );
  return new Map(rows.map((row) => [row.trace_id, row]));
}

/**
 * Checks that billing charged each delivered answer as the answer states, and charged nothing else. Returns problems as
 * sentences.
 */
async function problemsOfCharges(client: pg.Client, stack: Stack, rehearsed: RehearsalResults): Promise<string[]> {
  const charges = await chargesOf(client, rehearsed.requests.accountId);
  const debited = new Map(
    rehearsed.outcomes
      .filter(({ debitedMicros }) => debitedMicros > 0n)
      .map(({ traceId, debitedMicros }) => [traceId, debitedMicros]),
  );
  const total = [...debited.values()].reduce((sum, amount) => sum + amount, 0n);
  const { balanceMicros, heldMicros } = await balanceOf(stack, rehearsed.requests.accountId);
  const charged = rehearsed.creditMicros - balanceMicros;
  return [
    ...[...debited].flatMap(([traceId, micros]) => {
      const charge = charges.get(traceId);
      return charge?.charges === '1' && charge.micros === String(micros)
        ? []
        : [`${traceId} says ${micros}, and has ${charge?.charges ?? 0} charges of ${charge?.micros ?? 0}`];
    }),
    ...[...charges.keys()].filter((traceId) => !debited.has(traceId)).map((id) => `${id} was charged, not delivered`),
    ...(charged === total ? [] : [`answers say ${total} micro-credits, and ${charged} left the balance`]),
    ...(heldMicros === 0n ? [] : [`${heldMicros} micro-credits are still held`]),
  ];
}

/**
 * Checks that billing charged each received notification exactly once, and charged nothing else. Returns problems as
 * sentences.
 */
async function problemsOfNotifications(client: pg.Client, rehearsed: RehearsalResults): Promise<string[]> {
  const charges = await chargesOf(client, rehearsed.watcher.accountId);
  const notified = new Set(rehearsed.notifiedTraceIds);
  return [
    ...[...notified]
      .filter((traceId) => charges.get(traceId)?.charges !== '1')
      .map((traceId) => `the notification ${traceId} has ${charges.get(traceId)?.charges ?? 0} charges`),
    ...[...charges.keys()].filter((id) => !notified.has(id)).map((id) => `${id} was charged and not notified`),
  ];
}

/** Checks that each delivered answer and each notification has a stored decision. Returns problems as sentences. */
async function problemsOfDecisions(client: pg.Client, rehearsed: RehearsalResults): Promise<string[]> {
  const delivered = [
    ...rehearsed.outcomes
      .filter(({ status, path }) => status === 200 && !undecidedPaths.has(path))
      .map(({ traceId }) => traceId),
    ...rehearsed.notifiedTraceIds,
  ].map((traceId) => traceId.slice('tr_'.length));
  const missing = async (): Promise<readonly string[]> => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM unnest($1::text[]) AS id
       WHERE NOT EXISTS (SELECT FROM engine.decisions AS d WHERE d.trace_id = id::uuid)`,
      [delivered],
    );
    return rows.map(({ id }) => id);
  };
  const deadline = performance.now() + decidedWithinMs;
  let missingTraceIds = await missing();
  while (missingTraceIds.length > 0 && performance.now() < deadline) {
    missingTraceIds = await missing();
  }
  return missingTraceIds.map((id) => `tr_${id} was delivered and has no decision`);
}

async function problemsOfAudit(client: pg.Client): Promise<string[]> {
  await client.query('SET search_path = billing');
  const { rows } = await client.query<{ problem: string; subject: string }>('SELECT * FROM audit()');
  return rows.map(({ problem, subject }) => `${problem}: ${subject}`);
}
