import type { BillingDatabase } from './billing-database.ts';
import { firstHoldAt, type Customer } from './customers.ts';

/** The tables whose statements a test examines: those that ageTables fills, and further ones. */
export const agedTables = [
  'accounts',
  'keys',
  'holds',
  'ledger',
  'refusals',
  'idempotent_calls',
  'key_creations',
  'operators',
  'operator_actions',
  'usage_by_day',
  'usage_by_hour',
];
const agedHolds = 200_000;
const agedCalls = 50_000;
const agedStep = 25_000;

/** What a test must know about the tables to judge the plans of statements on them. */
export type AgedTables = {
  /** For each index of a partition, the index of the parent table to which it belongs. */
  readonly indexOfTable: ReadonlyMap<string, string>;
  /**
   * The tables and partitions with few or no rows. Reading such a table completely costs less than a lookup in its
   * index.
   */
  readonly emptyTables: ReadonlySet<string>;
};

/**
 * Fills the tables so that their indexes look like those of a long-used database. Today has 200,000 holds that were
 * pending and are now confirmed. Autovacuum is off, so every index still contains the dead entries. Holds and the
 * ledger have partitions for thirty days.
 */
export async function ageTables(database: BillingDatabase, customer: Customer): Promise<AgedTables> {
  const { sql } = database;
  await sql(`SELECT make_days('holds', 30), make_days('ledger', 30)`);
  const leaves = await sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c LEFT JOIN pg_inherits AS i ON i.inhrelid = c.oid
     WHERE c.relkind = 'r' AND coalesce(i.inhparent, c.oid)::regclass::text = ANY ($1)`,
    [agedTables],
  );
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const emptyTables = new Set(leaves.map(({ name }) => name).filter((name) => !name.endsWith(today)));
  for (const name of agedTables) {
    emptyTables.delete(name);
  }
  emptyTables.add('holds_ended').add('usage_by_day').add('usage_by_hour');
  for (const { name } of leaves) {
    await sql(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
  }
  const indexOfTable = new Map(
    (
      await sql<{ part: string; whole: string }>(
        `SELECT c.relname AS part, i.inhparent::regclass::text AS whole FROM pg_inherits AS i
         JOIN pg_class AS c ON c.oid = i.inhrelid WHERE c.relkind = 'i'`,
      )
    ).map(({ part, whole }) => [part, whole]),
  );
  await fillTables(database, customer);
  return { indexOfTable, emptyTables };
}

async function fillTables({ sql }: BillingDatabase, customer: Customer): Promise<void> {
  await sql(
    `INSERT INTO accounts (id, name, rate_limit_per_minute, usage_counted_from)
     SELECT 'acc_' || n, 'a', 10, '-infinity' FROM generate_series(1, 5000) AS n`,
  );
  await sql(
    `INSERT INTO keys (sha256, prefix, account_id) SELECT sha256(n::text::bytea), 'asy_0000', 'acc_' || n FROM generate_series(1, 5000) AS n`,
  );
  const aged = firstHoldAt(Date.now());
  // Each step changes only a part of the rows, because a statement has a time limit and the machine may be busy.
  for (let from = 1; from <= agedHolds; from += agedStep) {
    await sql(
      `INSERT INTO holds (id, account_id, trace_id, operation, held_micros, captured_micros, state, held_at, due_at, ended_at)
       SELECT $2 || lpad(to_hex(n), 20, '0'), $1, lpad(to_hex(n), 32, '0'), 'get_data spot.price', 10, 10, 'captured', now(),
              now() + interval '1 hour', now()
       FROM generate_series(${from}, ${from + agedStep - 1}) AS n`,
      [customer.accountId, aged],
    );
    await sql(
      `INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
       SELECT $2 || lpad(to_hex(n), 20, '0'), e.account, 'capture', e.amount, now() - n * interval '1 second'
       FROM generate_series(${from}, ${from + agedStep - 1}) AS n,
       LATERAL (VALUES ($1, -10), ('system:revenue', 10)) AS e (account, amount)`,
      [customer.accountId, aged],
    );
    await sql(`UPDATE holds SET state = 'confirmed' WHERE state = 'captured'`);
  }
  for (let from = 1; from <= agedCalls; from += agedStep) {
    await sql(
      `INSERT INTO idempotent_calls (account_id, key_sha256, fingerprint, call_id, trace_id, leased_until, expires_at)
       SELECT $1, sha256(n::text::bytea), sha256(''), 'call_' || n, lpad(to_hex(n), 32, '0'), now(),
              now() + n * interval '1 second'
       FROM generate_series(${from}, ${from + agedStep - 1}) AS n`,
      [customer.accountId],
    );
  }
  await sql(`UPDATE idempotent_calls SET leased_until = now()`);
  await sql(
    `INSERT INTO key_creations (account_id, operation_id, fingerprint, key_sha256)
     SELECT 'acc_' || n, 'op', sha256(''), sha256('') FROM generate_series(1, 20000) AS n`,
  );
  await sql(
    `INSERT INTO operators (name, token_sha256) SELECT 'o' || n, sha256(n::text::bytea) FROM generate_series(1, 5000) AS n`,
  );
  await sql(
    `INSERT INTO operator_actions (action_id, actor, action, arguments, outcome)
     SELECT n::text, 'o1', 'billing.AddCredits', '{}', 'OK' FROM generate_series(1, 50000) AS n`,
  );
}
