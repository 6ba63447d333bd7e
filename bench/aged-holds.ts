import type pg from 'pg';

/** The number of rows to add: settled holds, and entries of the ledger. */
export type AgedHolds = { readonly holds: number; readonly ledger: number };

const loaders = 3;
const accounts = 1_000;
const batchRows = 50_000;

/**
 * Adds settled holds and their ledger entries to the tables of a running billing service, as if it had served many
 * calls today. All rows belong to the current day, because calls use that day's partition. The ids have the form of the
 * service's own ids. The function copies the form from an existing hold, and throws when there is none. It creates the
 * indexes after the rows, which is faster.
 * @param connect opens a connection with billing's search path.
 */
export async function addAgedHolds(connect: () => Promise<pg.Client>, rows: AgedHolds): Promise<void> {
  const admin = await connect();
  const newestHold = await admin.query<{ id: string; now: string }>(
    "SELECT id, (extract(epoch FROM now()) * 1000)::bigint AS now FROM holds WHERE outcome = 'delivered' LIMIT 1",
  );
  const [own] = newestHold.rows;
  const lead = /^(.*?)[0-9a-f]{32}$/.exec(own?.id ?? '')?.[1];
  if (own === undefined || lead === undefined) {
    throw new Error('the tables need a delivered hold, whose id shows the form of ids');
  }
  const untilMs = Number(own.now) - 60_000;
  // Shortly after the start of a day, use the ids of a whole minute. That is enough, because the random part of the ids
  // distinguishes holds of the same millisecond.
  const fromMs = Math.min(untilMs - 60_000, Math.floor(untilMs / 86_400_000) * 86_400_000);
  const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index AS i
     WHERE i.indrelid IN ('holds'::regclass, 'ledger'::regclass) AND NOT i.indisprimary`,
  );
  for (const { name } of indexes) {
    await admin.query(`DROP INDEX ${name}`);
  }
  const ids = `'${lead}' || lpad(to_hex(${fromMs} + n * ${untilMs - fromMs} / ${rows.holds}), 12, '0')
    || substr(md5('h' || n), 1, 20)`;
  const at = `to_timestamp((${fromMs} + n * ${untilMs - fromMs} / ${rows.holds}) / 1000.0)`;
  await inParallel(connect, [
    ...batches(rows.holds).map(
      ([
        from,
        to,
      ]) => `INSERT INTO holds (id, account_id, trace_id, operation, held_micros, captured_micros, state, held_at,
          due_at, ended_at, balance_after_micros, outcome, level)
        SELECT ${ids}, 'acc_aged' || n % ${accounts}, md5('t' || n), 'get_data spot.price', 1000, 700, 'confirmed', ${at},
          ${at} + interval '1 minute', ${at} + interval '1 second', 1000000, 'delivered', 'consensus'
        FROM generate_series(${from}::bigint, ${to}) AS n`,
    ),
    ...batches(Math.floor(rows.ledger / 2)).map(
      ([from, to]) => `INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
        SELECT ${ids}, e.account, 'capture', e.amount, ${at} FROM generate_series(${from}::bigint, ${to}) AS n,
        LATERAL (VALUES ('acc_aged' || n % ${accounts}, -700), ('system:revenue', 700)) AS e (account, amount)`,
    ),
  ]);
  for (const { definition } of indexes) {
    await admin.query(definition);
  }
  await admin.query('ANALYZE holds, ledger');
  await admin.end();
}

/** Splits the row numbers from 1 to `count` into batches. Returns the first and the last number of each batch. */
function batches(count: number): readonly (readonly [number, number])[] {
  return Array.from({ length: Math.ceil(count / batchRows) }, (_, index) => [
    index * batchRows,
    Math.min(count, (index + 1) * batchRows) - 1,
  ]);
}

async function inParallel(connect: () => Promise<pg.Client>, statements: readonly string[]): Promise<void> {
  const waiting = [...statements];
  const run = async (): Promise<void> => {
    const client = await connect();
    await client.query('SET synchronous_commit = off');
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      await client.query(text);
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: loaders }, run));
}
