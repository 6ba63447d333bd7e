import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { migrations } from '../services/billing/src/testing/billing-database.ts';

/** The days that have aged rows. Partitions of further days are empty, as a service makes them ahead. */
export const days = 30;
/** The accounts of the aged rows: `acc_0` and so on. */
export const accounts = 1_000;
const daysAhead = 7;
const dayMs = 86_400_000;
const loaders = 4;
/** The first day of the aged rows begins so that the last one is today. */
export const firstMs = (Math.floor(Date.now() / dayMs) - days + 1) * dayMs;

/** Opens a connection with a search path. */
export type Connect = (path: string) => Promise<pg.Client>;

/** The number of aged rows of each layout. */
export type AgedRows = { readonly holds: number; readonly ledger: number };

/**
 * Runs billing's migrations in the schemas `one` and `days`, and makes the partitions in the latter. The schemas `bounds` and
 * `custom` have variants of its functions.
 */
export async function createSchemas(admin: pg.Client): Promise<void> {
  const files = readdirSync(migrations).filter((file) => file.endsWith('.sql'));
  const functions = readFileSync(join(migrations, 'repeatable', 'functions.sql'), 'utf8');
  for (const schema of ['one', 'days', 'bounds', 'custom']) {
    await admin.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
    if (schema === 'one' || schema === 'days') {
      for (const file of files.sort()) {
        await admin.query(readFileSync(join(migrations, file), 'utf8'));
      }
      await admin.query(functions);
    }
  }
  await admin.query('DROP TABLE days.holds, days.ledger CASCADE');
  const like = 'INCLUDING DEFAULTS INCLUDING CONSTRAINTS';
  await admin.query(`CREATE TABLE days.holds (LIKE one.holds ${like}) PARTITION BY RANGE (id)`);
  await admin.query(`CREATE TABLE days.ledger (LIKE one.ledger ${like}) PARTITION BY RANGE (at)`);
  for (let day = 0; day < days + daysAhead; day += 1) {
    const [fromMs, toMs] = [firstMs + day * dayMs, firstMs + (day + 1) * dayMs];
    await admin.query(
      `CREATE TABLE days.holds_${day} PARTITION OF days.holds FOR VALUES FROM ('${hex(fromMs)}') TO ('${hex(toMs)}')`,
    );
    await admin.query(
      `CREATE TABLE days.ledger_${day} PARTITION OF days.ledger
       FOR VALUES FROM ('${new Date(fromMs).toISOString()}') TO ('${new Date(toMs).toISOString()}')`,
    );
  }
  await admin.query(`SET search_path = custom, days`);
  await admin.query(functions.replaceAll('force_generic_plan', 'force_custom_plan'));
  await admin.query(`SET search_path = bounds, days`);
  await admin.query(withBounds(functions));
  for (const schema of ['one', 'days']) {
    await admin.query(
      `INSERT INTO ${schema}.accounts (id, name, rate_limit_per_minute, balance_micros)
       SELECT 'acc_' || n, 'a', 10, 1000000000000 FROM generate_series(0, ${accounts - 1}) AS n`,
    );
  }
}

/** Returns billing's functions with the smallest and the largest id stated beside each look-up of holds by id. */
function withBounds(functions: string): string {
  const hotFunctions =
    /CREATE OR REPLACE FUNCTION (?:take_holds|settle_holds|give_back|confirm_holds)\([^$]*\$\$[\s\S]*?\n\$\$;/g;
  return functions.replace(hotFunctions, (text) => {
    if (!text.includes('LANGUAGE plpgsql')) {
      return text;
    }
    const array = text.includes('p_delivered') ? 'p_delivered' : 'p_ids';
    const declare = `DECLARE
      v_low text := (SELECT min(u) FROM unnest(${array}) AS u);
      v_high text := (SELECT max(u) FROM unnest(${array}) AS u);`;
    return text
      .replace('DECLARE', declare)
      .replaceAll(
        /(\bh\.id|\bholds\.id|(?<=FROM holds WHERE )id) = ANY \((p_ids|v_ids|p_delivered|v_captured)\)/g,
        '$1 = ANY ($2) AND $1 BETWEEN v_low AND v_high',
      );
  });
}

/** Returns the beginning of the ids of a millisecond. */
export function hex(ms: number): string {
  return ms.toString(16).padStart(12, '0');
}

/** Loads the aged rows day by day, and makes the indexes afterwards. */
export async function loadAgedRows(connect: Connect, rows: AgedRows): Promise<void> {
  const admin = await connect('public');
  const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index AS i
     WHERE i.indrelid IN ('one.holds'::regclass, 'one.ledger'::regclass) AND NOT i.indisprimary`,
  );
  for (const { name } of indexes) {
    await admin.query(`DROP INDEX ${name}`);
  }
  await admin.query('ALTER TABLE one.holds DROP CONSTRAINT holds_pkey');
  await admin.query('ALTER TABLE one.ledger DROP CONSTRAINT ledger_pkey');
  await inParallel(
    connect,
    Array.from({ length: days }, (_unused, day) => day).flatMap((day) => [
      ...['one.holds', `days.holds_${day}`].map((table) => holdsOf(table, day, rows.holds)),
      ...['one.ledger', `days.ledger_${day}`].map((table) => ledgerOf(table, day, rows.ledger)),
    ]),
  );
  const definitions = indexes.map(({ definition }) => definition);
  await inParallel(connect, [
    'ALTER TABLE one.holds ADD CONSTRAINT holds_pkey PRIMARY KEY (id)',
    'ALTER TABLE days.holds ADD PRIMARY KEY (id)',
    'ALTER TABLE one.ledger ADD CONSTRAINT ledger_pkey PRIMARY KEY (operation_id, account_id, kind)',
    'ALTER TABLE days.ledger ADD PRIMARY KEY (operation_id, account_id, kind, at)',
  ]);
  // Two indexes of one partitioned table cannot be made at the same time.
  for (const definition of definitions) {
    await inParallel(connect, [definition, definition.replace(' ON one.', ' ON days.')]);
  }
  await inParallel(connect, ['VACUUM one.holds', 'VACUUM one.ledger', 'VACUUM days.holds', 'VACUUM days.ledger']);
}

function holdsOf(table: string, day: number, count: number): string {
  const perDay = Math.floor(count / days);
  const id = (salt: string): string =>
    `lpad(to_hex(${firstMs + day * dayMs} + n * ${dayMs} / ${perDay}), 12, '0') || substr(md5('${salt}' || n), 1, 20)`;
  return `INSERT INTO ${table} (id, account_id, trace_id, operation, held_micros, captured_micros, state, held_at, due_at,
      ended_at, balance_after_micros, outcome, level)
    SELECT ${id('h')}, 'acc_' || n % ${accounts}, ${id('t')}, 'get_data spot.price', 1000, 700, 'confirmed', t.at,
      t.at + interval '1 minute', t.at + interval '1 second', 1000000, 'delivered', 'consensus'
    FROM generate_series(0::bigint, ${perDay - 1}) AS n,
    LATERAL (SELECT to_timestamp((${firstMs + day * dayMs} + n * ${dayMs} / ${perDay}) / 1000.0) AS at) AS t`;
}

function ledgerOf(table: string, day: number, count: number): string {
  const perDay = Math.floor(count / days / 2);
  const ms = `(${firstMs + day * dayMs} + n * ${dayMs} / ${perDay})`;
  return `INSERT INTO ${table} (operation_id, account_id, kind, amount_micros, at)
    SELECT lpad(to_hex(${ms}), 12, '0') || substr(md5('h' || n), 1, 20), e.account, 'capture', e.amount,
      to_timestamp(${ms} / 1000.0)
    FROM generate_series(0::bigint, ${perDay - 1}) AS n,
    LATERAL (VALUES ('acc_' || n % ${accounts}, -700), ('system:revenue', 700)) AS e (account, amount)`;
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
