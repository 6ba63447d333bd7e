import pg from 'pg';

/** An inconsistency between schemas: a sentence, and the row that it concerns. */
export type Difference = { readonly problem: string; readonly subject: string };

/** The result of comparing the schemas. */
export type Reconciliation = {
  readonly differences: readonly Difference[];
  /** The time of the newest row of each kind, in ISO 8601; null when there is no row. */
  readonly newest: Readonly<Record<string, string | null>>;
  /** Number of pending rows of each kind. The services will settle them once they run. */
  readonly pending: Readonly<Record<string, number>>;
};

type Schema = 'billing' | 'engine' | 'watch';

/** A comparison of the rows of one schema with those of another schema. */
type Comparison = {
  readonly problem: string;
  readonly from: Schema;
  /**
   * SQL that returns the next rows after the key $1 that are newer than $2, with their `key` and `id`. They are in the
   * order of their keys.
   */
  readonly page: string;
  readonly firstKey: string;
  readonly into: Schema;
  /** SQL that returns those of the ids in $1 that have no counterpart. */
  readonly missing: string;
};

const pageSize = 5_000;
const connectionTimeoutMs = 10_000;

const comparisons: readonly Comparison[] = [
  {
    problem: 'a charge has no decision',
    from: 'billing',
    page: `SELECT id AS key, trace_id AS id FROM billing.holds
           WHERE id > $1 AND held_at >= $2 AND captured_micros > 0 AND state IN ('captured', 'confirmed')
           ORDER BY id LIMIT ${pageSize}`,
    firstKey: '',
    into: 'engine',
    missing: `SELECT given.id FROM unnest($1::text[]) AS given (id)
              WHERE NOT EXISTS (SELECT FROM engine.decisions AS d WHERE d.trace_id = given.id::uuid)`,
  },
  {
    problem: 'a delivered answer has no hold',
    from: 'engine',
    page: `SELECT trace_id::text AS key, replace(trace_id::text, '-', '') AS id FROM engine.decisions
           WHERE trace_id > $1::uuid AND decided_at >= $2 AND outcome = 'delivered'
           GROUP BY trace_id ORDER BY trace_id LIMIT ${pageSize}`,
    firstKey: '00000000-0000-0000-0000-000000000000',
    into: 'billing',
    missing: `SELECT given.id FROM unnest($1::text[]) AS given (id)
              WHERE NOT EXISTS (SELECT FROM billing.holds AS h WHERE h.trace_id = given.id)`,
  },
  {
    problem: 'a delivered notification has no charge',
    from: 'watch',
    page: `SELECT d.trigger_id AS key, d.hold_id AS id FROM watch.deliveries AS d
           WHERE d.trigger_id > $1 AND d.ended_at >= $2 AND d.outcome = 'delivered'
             AND NOT EXISTS (SELECT FROM watch.settlements AS s WHERE s.hold_id = d.hold_id)
           ORDER BY d.trigger_id LIMIT ${pageSize}`,
    firstKey: '',
    into: 'billing',
    missing: `SELECT given.id FROM unnest($1::text[]) AS given (id)
              WHERE NOT EXISTS (
                SELECT FROM billing.holds AS h WHERE h.id = given.id AND h.state IN ('captured', 'confirmed', 'released')
              )`,
  },
  {
    problem: 'a watch belongs to no account',
    from: 'watch',
    page: `SELECT account_id AS key, account_id AS id FROM watch.watches
           WHERE account_id > $1 AND $2::timestamptz IS NOT NULL GROUP BY account_id ORDER BY account_id LIMIT ${pageSize}`,
    firstKey: '',
    into: 'billing',
    missing: `SELECT given.id FROM unnest($1::text[]) AS given (id)
              WHERE NOT EXISTS (SELECT FROM billing.accounts AS a WHERE a.id = given.id)`,
  },
];

const newestRows: readonly (readonly [name: string, schema: Schema, query: string])[] = [
  ['ledger entry', 'billing', 'SELECT max(at) AS at FROM billing.ledger'],
  ['API key', 'billing', 'SELECT max(created_at) AS at FROM billing.keys'],
  ['revocation of a key', 'billing', 'SELECT max(revoked_at) AS at FROM billing.keys'],
  ['action of an operator', 'billing', 'SELECT max(at) AS at FROM billing.operator_actions'],
  ['decision', 'engine', 'SELECT max(decided_at) AS at FROM engine.decisions'],
  ['delivery', 'watch', 'SELECT max(taken_at) AS at FROM watch.deliveries'],
];

const pendingRows: readonly (readonly [name: string, schema: Schema, query: string])[] = [
  ['open holds', 'billing', "SELECT count(*) AS count FROM billing.holds WHERE state = 'open'"],
  ['charges without a confirmation', 'billing', "SELECT count(*) AS count FROM billing.holds WHERE state = 'captured'"],
  ['decisions in the outbox', 'engine', 'SELECT count(*) AS count FROM engine.outbox'],
  ['deliveries in flight', 'watch', "SELECT count(*) AS count FROM watch.deliveries WHERE state <> 'ended'"],
  ['settlements that wait', 'watch', 'SELECT count(*) AS count FROM watch.settlements'],
];

/**
 * Compares the ledger of billing with the decisions and the deliveries, and runs billing's own audit. Changes nothing.
 * Rejects when a schema cannot be read.
 * @param urlOf returns a URL that may read a schema, such as its owner's.
 * @param since the comparison between schemas covers only rows from this time on. The audit reads all rows.
 */
export async function reconcile(urlOf: (schema: string) => string, since: Date): Promise<Reconciliation> {
  const clients = {
    billing: await open(urlOf('billing')),
    engine: await open(urlOf('engine')),
    watch: await open(urlOf('watch')),
  };
  try {
    const differences = await auditOf(clients.billing);
    for (const comparison of comparisons) {
      differences.push(...(await compare(clients, comparison, since)));
    }
    const newest: Record<string, string | null> = {};
    for (const [name, schema, query] of newestRows) {
      const { rows } = await clients[schema].query<{ at: Date | null }>(query);
      newest[name] = rows[0]?.at?.toISOString() ?? null;
    }
    const pending: Record<string, number> = {};
    for (const [name, schema, query] of pendingRows) {
      const { rows } = await clients[schema].query<{ count: string }>(query);
      pending[name] = Number(rows[0]?.count);
    }
    return { differences, newest, pending };
  } finally {
    await Promise.all(Object.values(clients).map((client) => client.end()));
  }
}

/** Opens a connection on which statements can only read. */
async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: 'assay-reconcile',
    options: '-c default_transaction_read_only=on',
  });
  // When the connection is lost, the statement in flight rejects too, so this event needs no handling.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function auditOf(billing: pg.Client): Promise<Difference[]> {
  await billing.query('SET search_path = billing');
  const { rows } = await billing.query<Difference>('SELECT problem, subject FROM audit()');
  return rows;
}

/**
 * Returns the rows that have no counterpart. It reads them in pages, so that memory never contains all rows at once.
 */
async function compare(
  clients: Readonly<Record<Schema, pg.Client>>,
  { problem, from, page, firstKey, into, missing }: Comparison,
  since: Date,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  let after = firstKey;
  for (;;) {
    const { rows } = await clients[from].query<{ key: string; id: string }>(page, [after, since]);
    const last = rows.at(-1);
    if (last === undefined) {
      return differences;
    }
    const ids = rows.map(({ id }) => id);
    const unmatched = await clients[into].query<{ id: string }>(missing, [ids]);
    differences.push(...unmatched.rows.map(({ id }) => ({ problem, subject: id })));
    after = last.key;
  }
}
