import { loadavg } from 'node:os';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { newHoldId } from '@assay/identifiers/time-ordered-id';
import { migrations } from '../services/billing/src/testing/billing-database.ts';
import { startBenchDatabase } from './bench-database.ts';
import { markdownTable } from './markdown-table.ts';
import { quantile } from './quantile.ts';

/**
 * Compares PostgreSQL's cost of a paid call in two designs: a hold with its updates and two ledger rows, as today, and
 * one row for each charge. docs/decisions/0017 describes both designs and has the figures of one run.
 * Run with: node --conditions=@assay/source bench/one-row-charges.bench.ts [rounds]
 */
const rounds = Number(process.argv[2] ?? 300);
const itemsPerBatch = 16;
const account = 'acc_7';

/**
 * The table of charges that the new design would have, in the same daily partitions as today's tables. `settle_charges`
 * does what `settle_holds` does for open holds: it counts usage, changes the balance and returns the balances.
 */
const oneRow = `
  CREATE TABLE charges (
    id text PRIMARY KEY, account_id text NOT NULL, trace_id text NOT NULL, operation text NOT NULL,
    gateway_session integer NOT NULL, sequence bigint NOT NULL, micros bigint NOT NULL, balance_after_micros bigint NOT NULL,
    outcome text, level text, at timestamptz NOT NULL
  ) PARTITION BY RANGE (id);
  CREATE TABLE charges_today PARTITION OF charges FOR VALUES FROM ('ht_') TO ('ht_g');
  CREATE INDEX ON charges (trace_id);
  CREATE INDEX ON charges (account_id, at DESC, id DESC);
  CREATE INDEX ON charges (gateway_session, sequence);
  CREATE TABLE watermarks (gateway_session integer PRIMARY KEY, sequence bigint NOT NULL) WITH (fillfactor = 50);
  INSERT INTO watermarks VALUES (1, 0);
  ALTER TABLE accounts ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
  CREATE FUNCTION settle_charges(
    p_ids text[], p_accounts text[], p_epochs bigint[], p_amounts bigint[], p_traces text[], p_operations text[],
    p_session integer, p_sequences bigint[], p_outcomes text[], p_levels text[]
  ) RETURNS TABLE (item bigint, balance_micros bigint)
  LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
  DECLARE v_now timestamptz;
  BEGIN
    PERFORM lock_accounts(p_accounts, false);
    v_now := clock();
    RETURN QUERY
    WITH decided AS MATERIALIZED (
      SELECT i.*, a.balance_micros - (sum(i.amount) OVER (PARTITION BY i.account ORDER BY i.n))::bigint AS balance_after
      FROM unnest(p_ids, p_accounts, p_epochs, p_amounts, p_traces, p_operations, p_sequences, p_outcomes, p_levels)
        WITH ORDINALITY AS i (id, account, epoch, amount, trace, operation, sequence, outcome, level, n)
      JOIN (SELECT * FROM accounts WHERE accounts.id = ANY (p_accounts)) AS a ON a.id = i.account AND a.epoch = i.epoch
      JOIN watermarks AS w ON w.gateway_session = p_session AND i.sequence > w.sequence
    ), written AS (
      INSERT INTO charges
      SELECT d.id, d.account, d.trace, d.operation, p_session, d.sequence, d.amount, d.balance_after, d.outcome, d.level, v_now
      FROM decided AS d ON CONFLICT DO NOTHING RETURNING charges.account_id, charges.micros, charges.operation, charges.outcome, charges.level
    ), counted AS (
      INSERT INTO usage_by_hour AS u (account_id, hour, type, outcome, level, calls, debited_micros)
      SELECT w.account_id, date_trunc('hour', v_now, 'UTC'), type_of_call(w.operation),
             outcome_of_call('captured', w.outcome, w.micros), coalesce(w.level, ''), count(*), sum(w.micros)
      FROM written AS w GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT ON CONSTRAINT usage_by_hour_pkey DO UPDATE
      SET calls = u.calls + excluded.calls, debited_micros = u.debited_micros + excluded.debited_micros
    ), moved AS (
      UPDATE accounts AS a SET balance_micros = a.balance_micros - t.total
      FROM (SELECT w.account_id, sum(w.micros)::bigint AS total FROM written AS w GROUP BY 1) AS t WHERE a.id = t.account_id
    )
    SELECT d.n, d.balance_after FROM decided AS d;
  END $$`;

const fill = <Value>(value: Value): Value[] => Array.from({ length: itemsPerBatch }, () => value);
const traces = (ids: readonly string[]): string[] =>
  ids.map((id) =>
    id
      .slice(3)
      .replaceAll(/[^0-9a-f]/g, '0')
      .padEnd(32, '0')
      .slice(0, 32),
  );
const operation = 'get_data token.price';
const lifetime = '60 seconds';

/** The parts of a call, in the order in which they run. */
type Part = {
  readonly name: string;
  readonly run: (client: pg.Client, ids: readonly string[], round: number) => Promise<unknown>;
};

const take: Part = {
  name: 'hold',
  run: (client, ids) =>
    client.query({
      name: 'take',
      text: 'SELECT * FROM take_holds($1, $2, $3, $4, $5, $6, false)',
      values: [ids, fill(account), fill('1000'), traces(ids), fill(operation), lifetime],
    }),
};
const settle: Part = {
  name: 'settlement',
  run: (client, ids) =>
    client.query({
      name: 'settle',
      text: 'SELECT * FROM settle_holds($1, $2, $3, $4, $5, $6, false)',
      values: [ids, fill('700'), fill(false), fill('delivered'), fill('consensus'), lifetime],
    }),
};
const confirm: Part = {
  name: 'confirmation',
  run: (client, ids) =>
    client.query({ name: 'confirm', text: 'SELECT * FROM confirm_holds($1, $2, false)', values: [ids, []] }),
};
const charge: Part = {
  name: 'settlement',
  run: (client, ids, round) =>
    client.query({
      name: 'charge',
      text: 'SELECT * FROM settle_charges($1, $2, $3, $4, $5, $6, 1, $7, $8, $9)',
      values: [
        ids,
        fill(account),
        fill(0),
        fill('700'),
        traces(ids),
        fill(operation),
        ids.map((_id, index) => round * itemsPerBatch + index + 1),
        fill('delivered'),
        fill('consensus'),
      ],
    }),
};
const watermark: Part = {
  name: 'confirmation',
  run: (client, _ids, round) =>
    client.query({
      name: 'watermark',
      text: 'UPDATE watermarks SET sequence = greatest(sequence, $1) WHERE gateway_session = 1',
      values: [(round + 1) * itemsPerBatch],
    }),
};
/** A design with its parts, and the change of billing's functions or tables that makes it. */
type Variant = {
  readonly name: string;
  readonly schema: string;
  readonly parts: readonly Part[];
  readonly changeFunctions?: (functions: string) => string;
  readonly changeTables?: string;
};

/**
 * Makes updates cheaper: PostgreSQL then writes no index entry for an update. This needs no index on a column that
 * changes, and free space in each page.
 */
const heapOnly = `
  DROP INDEX holds_pending;
  DO $$ DECLARE v_day text; BEGIN
    FOR v_day IN SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'holds'::regclass LOOP
      EXECUTE format('ALTER TABLE %s SET (fillfactor = 40)', v_day);
    END LOOP;
  END $$`;
/**
 * Writes one ledger row for a capture instead of two. The second row would have the same amount with the other sign, so
 * the first one implies it.
 */
const oneEntry = (functions: string): string =>
  functions.replace(
    `(VALUES (d.account_id, -d.amount), ('system:revenue', d.amount))`,
    '(VALUES (d.account_id, -d.amount))',
  );
const today = [take, settle, confirm];
const designs: readonly Variant[] = [
  { name: 'today', schema: 'present', parts: today },
  { name: 'today, one ledger row', schema: 'one_entry', parts: today, changeFunctions: oneEntry },
  { name: 'today, updates without index entries', schema: 'heap_only', parts: today, changeTables: heapOnly },
  {
    name: 'today, both changes',
    schema: 'both_changes',
    parts: today,
    changeFunctions: oneEntry,
    changeTables: heapOnly,
  },
  { name: 'one row for each charge', schema: 'one_row', parts: [charge, watermark] },
];

const server = await startBenchDatabase('one-row-charges', { shared_buffers: '512MB' });
try {
  await measure();
} finally {
  await server.remove();
}

async function measure(): Promise<void> {
  const clients: pg.Client[] = [];
  for (const { schema, changeFunctions = (text: string) => text, changeTables = '' } of designs) {
    const client = await server.connect();
    await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
    for (const file of readdirSync(migrations)
      .filter((name) => name.endsWith('.sql'))
      .toSorted()) {
      await client.query(readFileSync(join(migrations, file), 'utf8'));
    }
    for (const file of ['days.sql', 'functions.sql']) {
      await client.query(changeFunctions(readFileSync(join(migrations, 'repeatable', file), 'utf8')));
    }
    await client.query(`${oneRow}; ${changeTables}`);
    await client.query(
      `INSERT INTO accounts (id, name, rate_limit_per_minute, balance_micros, usage_counted_from) VALUES ('${account}', 'a', 10, 1000000000000, '-infinity')`,
    );
    clients.push(client);
  }
  const us = designs.map(({ parts }) => parts.map((): number[] => []));
  for (let round = -20; round < rounds; round += 1) {
    for (const [index, { parts }] of designs.entries()) {
      const ids = fill(0).map(() => newHoldId());
      for (const [at, part] of parts.entries()) {
        const startedAtMs = performance.now();
        await part.run(clients[index] as pg.Client, ids, round + 20);
        us[index]?.[at]?.push(((performance.now() - startedAtMs) * 1_000) / itemsPerBatch);
      }
    }
  }
  const show = (values: readonly number[]): string =>
    [0, 0.1, 0.5]
      .map((share) =>
        quantile(
          values.toSorted((a, b) => a - b),
          share,
        ).toFixed(0),
      )
      .join(' / ');
  const rows = designs.map(({ name, parts }, index) => {
    const own = (us[index] ?? []).map((values) => values.slice(20));
    const sums = (own[0] ?? []).map((_value, round) => own.reduce((sum, values) => sum + (values[round] ?? 0), 0));
    const cell = (part: string): string => {
      const at = parts.findIndex(({ name: other }) => other === part);
      return at < 0 ? '' : show(own[at] ?? []);
    };
    return [name, cell('hold'), cell('settlement'), cell('confirmation'), show(sums)];
  });
  console.log(
    markdownTable(
      ['us a call, shortest / 10th percentile / median', 'hold', 'settlement', 'confirmation', 'sum'],
      rows,
    ),
  );
  for (const [index, { schema }] of designs.entries()) {
    const {
      rows: [size],
    } = await (clients[index] as pg.Client).query<{ bytes: string; calls: string }>(
      `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relname ~ '^(holds|ledger|charges)'`,
      [schema],
    );
    console.log(
      `${schema}: ${Math.round(Number(size?.bytes ?? 0) / ((rounds + 20) * itemsPerBatch))} bytes a call with indexes`,
    );
  }
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
}
