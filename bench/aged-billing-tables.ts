import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { migrations } from '../services/billing/src/testing/billing-database.ts';

/**
 * Number of days for which the benchmark adds old rows. The last of them is today. Billing also creates partitions of
 * later days, which stay empty.
 */
export const agedDays = 35;
/** Number of accounts that own the old rows: `acc_0` to `acc_999`. */
export const agedAccounts = 1_000;
const dayMs = 86_400_000;
const loaders = 4;
/** The start of the first day with old rows, in milliseconds since the Unix epoch. The last day is today. */
export const firstMs = (Math.floor(Date.now() / dayMs) - agedDays + 1) * dayMs;

/** Opens a connection with a PostgreSQL `search_path`, which selects the schema. */
export type Connect = (path: string) => Promise<pg.Client>;

/** The number of old rows that each layout gets: settled holds, and entries of the ledger. */
export type AgedRows = { readonly holds: number; readonly ledger: number };

/** The number of the last migration before partitions: after it, one table contains all holds. */
const lastOfOneTable = '0013';

/**
 * Creates one schema per variant. `one` has billing's migrations up to `lastOfOneTable`. `days` has all migrations.
 * `unbounded` has only functions, which read the tables of `days`. They find a hold by its id alone, as the functions
 * of `one` do, so PostgreSQL must search every partition.
 */
export async function createSchemas(admin: pg.Client): Promise<void> {
  const files = readdirSync(migrations).filter((file) => file.endsWith('.sql'));
  const read = (name: string): string => readFileSync(join(migrations, 'repeatable', name), 'utf8');
  const [ofDays, functions] = [read('days.sql'), read('functions.sql')];
  for (const schema of ['one', 'days', 'unbounded']) {
    await admin.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
    for (const file of schema === 'unbounded' ? [] : files.sort()) {
      if (schema === 'days' || file.slice(0, lastOfOneTable.length) <= lastOfOneTable) {
        await admin.query(readFileSync(join(migrations, file), 'utf8'));
      }
    }
    await admin.query(schema === 'unbounded' ? 'SET search_path = unbounded, days' : ofDays);
    await admin.query(schema === 'days' ? functions : withoutBounds(functions));
  }
  // The usage pages also read these tables.
  await admin.query(
    'CREATE TABLE one.holds_ended (LIKE days.holds_ended); CREATE TABLE one.usage_by_day (LIKE days.usage_by_day)',
  );
  await admin.query('SET search_path = days');
  await makePastDays(admin);
  for (const schema of ['one', 'days']) {
    await admin.query(
      `INSERT INTO ${schema}.accounts (id, name, rate_limit_per_minute, balance_micros)
       SELECT 'acc_' || n, 'a', 10, 1000000000000 FROM generate_series(0, ${agedAccounts - 1}) AS n`,
    );
  }
}

/** Creates the partitions of past days, which billing would have created on those days. */
async function makePastDays(admin: pg.Client): Promise<void> {
  for (const table of ['holds', 'ledger']) {
    await admin.query(`DROP TABLE ${table}_past`);
    for (let day = 0; day < agedDays - 1; day += 1) {
      await admin.query(
        `CREATE TABLE ${partitionOf(table, day)} PARTITION OF ${table} FOR VALUES FROM ('${idAt(firstMs + day * dayMs)}') TO ('${idAt(firstMs + (day + 1) * dayMs)}')`,
      );
    }
    await admin.query(
      `CREATE TABLE ${table}_past PARTITION OF ${table} FOR VALUES FROM ('ht_') TO ('${idAt(firstMs)}')`,
    );
  }
}

function partitionOf(table: string, day: number): string {
  return `${table}_${new Date(firstMs + day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/**
 * Returns billing's functions without the condition that limits each lookup to the smallest and the largest requested
 * id.
 */
function withoutBounds(functions: string): string {
  return functions
    .replaceAll(/ AND [a-z.]*id BETWEEN v_low AND v_high/g, '')
    .replaceAll(/\n +SELECT min\(u\), max\(u\) INTO v_low, v_high FROM [^;]*;/g, '');
}

/** Returns the start that all hold ids of one millisecond share. `ms` is in milliseconds since the Unix epoch. */
export function idAt(ms: number): string {
  return `ht_${ms.toString(16).padStart(12, '0')}`;
}

/** Loads the old rows day by day into both layouts. Creates the indexes afterwards, which is faster. */
export async function loadAgedRows(connect: Connect, rows: AgedRows): Promise<void> {
  const admin = await connect('public');
  const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index AS i
     WHERE i.indrelid IN ('one.holds'::regclass, 'one.ledger'::regclass) AND NOT i.indisprimary`,
  );
  for (const { name } of indexes) {
    await admin.query(`DROP INDEX ${name}, ${name.replace('one.', 'days.')}`);
  }
  for (const schema of ['one', 'days']) {
    await admin.query(`ALTER TABLE ${schema}.holds DROP CONSTRAINT holds_pkey`);
    await admin.query(`ALTER TABLE ${schema}.ledger DROP CONSTRAINT ledger_pkey`);
  }
  await inParallel(
    connect,
    Array.from({ length: agedDays }, (_unused, day) => day).flatMap((day) => [
      ...['one.holds', `days.${partitionOf('holds', day)}`].map((table) => holdsOf(table, day, rows.holds)),
      ...['one.ledger', `days.${partitionOf('ledger', day)}`].map((table) => ledgerOf(table, day, rows.ledger)),
    ]),
  );
  const definitions = indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
  await inParallel(
    connect,
    ['one', 'days'].flatMap((schema) => [
      `ALTER TABLE ${schema}.holds ADD CONSTRAINT holds_pkey PRIMARY KEY (id)`,
      `ALTER TABLE ${schema}.ledger ADD CONSTRAINT ledger_pkey PRIMARY KEY (operation_id, account_id, kind)`,
    ]),
  );
  // PostgreSQL cannot create two indexes of one partitioned table at the same time.
  for (const definition of definitions) {
    await inParallel(connect, [definition, definition.replace(' ON one.', ' ON days.')]);
  }
  await inParallel(connect, ['VACUUM one.holds', 'VACUUM one.ledger', 'VACUUM days.holds', 'VACUUM days.ledger']);
}

function holdsOf(table: string, day: number, count: number): string {
  const perDay = Math.floor(count / agedDays);
  const id = (salt: string): string =>
    `lpad(to_hex(${firstMs + day * dayMs} + n * ${dayMs} / ${perDay}), 12, '0') || substr(md5('${salt}' || n), 1, 20)`;
  return `INSERT INTO ${table} (id, account_id, trace_id, operation, held_micros, captured_micros, state, held_at, due_at,
      ended_at, balance_after_micros, outcome, level)
    SELECT 'ht_' || ${id('h')}, 'acc_' || n % ${agedAccounts}, ${id('t')}, 'get_data spot.price', 1000, 700, 'confirmed', t.at,
      t.at + interval '1 minute', t.at + interval '1 second', 1000000, 'delivered', 'consensus'
    FROM generate_series(0::bigint, ${perDay - 1}) AS n,
    LATERAL (SELECT to_timestamp((${firstMs + day * dayMs} + n * ${dayMs} / ${perDay}) / 1000.0) AS at) AS t`;
}

function ledgerOf(table: string, day: number, count: number): string {
  const perDay = Math.floor(count / agedDays / 2);
  const ms = `(${firstMs + day * dayMs} + n * ${dayMs} / ${perDay})`;
  return `INSERT INTO ${table} (operation_id, account_id, kind, amount_micros, at)
    SELECT 'ht_' || lpad(to_hex(${ms}), 12, '0') || substr(md5('h' || n), 1, 20), e.account, 'capture', e.amount,
      to_timestamp(${ms} / 1000.0)
    FROM generate_series(0::bigint, ${perDay - 1}) AS n,
    LATERAL (VALUES ('acc_' || n % ${agedAccounts}, -700), ('system:revenue', 700)) AS e (account, amount)`;
}

async function inParallel(connect: Connect, statements: readonly string[]): Promise<void> {
  const waiting = [...statements];
  const run = async (): Promise<void> => {
    const client = await connect('public');
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      await client.query(text);
    }
  };
  await Promise.all(Array.from({ length: loaders }, run));
}
