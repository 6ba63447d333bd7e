import { loadavg } from 'node:os';
import type { Postgres } from '@assay/storage/postgres';
import { newHoldId } from '@assay/identifiers/time-ordered-id';
import type pg from 'pg';
import { createPageStore } from '../services/billing/src/pages/store.ts';
import { agedAccounts, createSchemas, agedDays, firstMs, idAt, loadAgedRows } from './aged-billing-tables.ts';
import { startBenchDatabase } from './bench-database.ts';
import { markdownTable } from './markdown-table.ts';
import { quantile } from './quantile.ts';

/**
 * Compares two layouts of billing's tables. The current layout has a partition per day. The former layout had one table
 * for all holds and one for the ledger. The benchmark first fills both with "aged" rows: settled holds and ledger
 * entries of the last 35 days.
 * Run with: node --conditions=@assay/source bench/partitions.bench.ts [aged holds] [ledger rows] [batches]
 * Ten million holds need 15 GB of disk. The database does not sync to disk. docs/decisions/0013 has the figures of one run.
 */
const agedHolds = Number(process.argv[2] ?? 10_000_000);
const agedLedger = Number(process.argv[3] ?? 5_000_000);
const batches = Number(process.argv[4] ?? 200);
const dayMs = 86_400_000;
const agedBatches = 50;
const deadHolds = 100_000;
const itemsPerBatch = 10;
const accountsPerStatement = 50;

/**
 * The variants of the statements that every call runs. Each variant has its own search path, which selects its schema.
 */
const variants = [
  { name: 'one table', path: 'one' },
  { name: 'by day', path: 'days' },
  { name: 'by day, statements without bounds', path: 'unbounded, days' },
] as const;

let walReader: pg.Client | undefined;
const startedAt = performance.now();
const say = (text: string): void =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
/** Prints a table of times. Each cell is the shortest and the median time in milliseconds. */
const showTimes = (work: string, columns: readonly string[], rows: readonly (readonly string[])[]): void =>
  console.log(`\n${markdownTable([`${work}, shortest/median ms`, ...columns], rows)}\n`);
const server = await startBenchDatabase('partitions', { shared_buffers: '2GB', max_locks_per_transaction: '256' });
try {
  await measure();
} finally {
  await server.remove();
}

async function connect(path: string): Promise<pg.Client> {
  const client = await server.connect();
  await client.query(`SET search_path = ${path}`);
  return client;
}

async function measure(): Promise<void> {
  const admin = await connect('public');
  await createSchemas(admin);
  await loadAgedRows(connect, { holds: agedHolds, ledger: agedLedger });
  say(`${agedHolds} holds and ${agedLedger} ledger rows are in each layout, with their indexes`);
  const holdsToday = `holds_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
  await admin.query('ANALYZE one.holds, one.ledger, days.holds, days.ledger');
  const sizes = await admin.query<{ name: string; size: string }>(
    `SELECT n.nspname || '.' || split_part(c.relname, '_', 1) AS name, pg_size_pretty(sum(pg_total_relation_size(c.oid))) AS size
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relname ~ '^(holds|ledger)(_[0-9]+|_other)?$' AND n.nspname IN ('one', 'days') GROUP BY 1 ORDER BY 1`,
  );
  const sizeTable = markdownTable(
    ['table', 'size with its indexes'],
    sizes.rows.map(({ name, size }) => [name, size]),
  );
  console.log(`\n${sizeTable}\n`);

  const connections = await Promise.all(variants.map(({ path }) => connect(path)));
  say(`hot path, load average ${loadavg()[0]?.toFixed(1)}`);
  await reportHotPath(connections, batches);
  await reportSweeps(connections, 'sweep');
  await reportPages(connections);

  const reader = await connect('public');
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await reader.query('SELECT txid_current()');
  for (const path of ['one', 'days']) {
    await makeDead(admin, path);
  }
  say(`vacuum held back, ${deadHolds} holds became confirmed`);
  await reportHotPath(connections, agedBatches);
  await reportSweeps(connections, 'sweep with dead entries');
  await reader.query('COMMIT');
  for (const table of ['one.holds', `days.${holdsToday}`]) {
    await timed(`VACUUM ${table}`, () => admin.query(`VACUUM ${table}`));
  }
  await reportRetention(admin, connections);
}

type BatchMs = { readonly take: number; readonly settle: number; readonly confirm: number };

function newIds(): string[] {
  return Array.from({ length: itemsPerBatch }, () => newHoldId());
}

function fill<Value>(value: Value): Value[] {
  return Array.from({ length: itemsPerBatch }, () => value);
}

function take(client: pg.Client, ids: readonly string[], lifetime: string): Promise<unknown> {
  return client.query({
    name: 'take',
    text: 'SELECT * FROM take_holds($1, $2, $3, $4, $5, $6)',
    values: [ids, fill('acc_7'), fill('1000'), fill('be'.repeat(16)), fill('get_data spot.price'), lifetime],
  });
}

/** Takes, captures and confirms ten holds of one account. Resolves to the durations in milliseconds. */
async function batch(client: pg.Client): Promise<BatchMs> {
  const ids = newIds();
  const settle = {
    name: 'settle',
    text: 'SELECT * FROM settle_holds($1, $2, $3, $4, $5, $6)',
    values: [ids, fill('700'), fill(false), fill('delivered'), fill('consensus'), '60 seconds'],
  };
  const confirm = { name: 'confirm', text: 'SELECT * FROM confirm_holds($1, $2)', values: [ids, []] };
  return {
    take: await msOf(() => take(client, ids, '60 seconds')),
    settle: await msOf(() => client.query(settle)),
    confirm: await msOf(() => client.query(confirm)),
  };
}

/** Runs the batches of all variants alternately, so that other work on the machine slows all of them equally. */
async function reportHotPath(connections: readonly pg.Client[], count: number): Promise<void> {
  const times: BatchMs[][] = variants.map(() => []);
  for (let round = 0; round < count; round += 1) {
    for (const [index, client] of connections.entries()) {
      times[index]?.push(await batch(client));
    }
  }
  const rows = variants.map(({ name }, index) => {
    const batchTimes = times[index] ?? [];
    const totalsMs = batchTimes.map((each) => each.take + each.settle + each.confirm);
    const parts = (['take', 'settle', 'confirm'] as const).map((part) => batchTimes.map((each) => each[part]));
    return [name, ...[...parts, totalsMs].map(describe)];
  });
  showTimes('ten holds', ['take', 'settle', 'confirm', 'all'], rows);
}

/** Returns the shortest and the median time in milliseconds, as the text "shortest/median". */
function describe(values: readonly number[]): string {
  return `${quantile(values, 0).toFixed(2)}/${quantile(values, 0.5).toFixed(2)}`;
}

async function reportSweeps(connections: readonly pg.Client[], title: string): Promise<void> {
  const rows: string[][] = [];
  for (const [index, { name }] of variants.entries()) {
    const client = connections[index];
    if (client === undefined) {
      continue;
    }
    const idle: number[] = [];
    const due: number[] = [];
    const sweep = { name: 'sweep', text: 'SELECT * FROM sweep_holds(true, 500)' };
    for (let round = 0; round < agedBatches; round += 1) {
      idle.push(await msOf(() => client.query(sweep)));
      await take(client, newIds(), '0 seconds');
      due.push(await msOf(() => client.query(sweep)));
    }
    rows.push([name, describe(idle), describe(due)]);
  }
  showTimes(title, ['nothing due', 'ten due'], rows);
}

/**
 * Leaves many dead rows, as traffic does between two runs of vacuum. It changes many holds to pending and then to
 * confirmed, and each change leaves a dead version of the row.
 */
async function makeDead(admin: pg.Client, schema: string): Promise<void> {
  await admin.query(
    `INSERT INTO ${schema}.holds (id, account_id, trace_id, operation, held_micros, captured_micros, state, held_at, due_at, ended_at)
     SELECT '${idAt(Date.now())}' || lpad(to_hex(n), 20, '0'), 'acc_' || n % ${agedAccounts}, md5(n::text), 'get_data spot.price',
       1000, 700, 'captured', now(), now(), now() FROM generate_series(1, ${deadHolds}) AS n`,
  );
  await admin.query(`UPDATE ${schema}.holds SET state = 'confirmed' WHERE state = 'captured'`);
}

async function reportPages(connections: readonly pg.Client[]): Promise<void> {
  const wholePeriod = { from: new Date(firstMs).toISOString(), to: new Date(Date.now()).toISOString() };
  const rows: string[][] = [];
  const day = { from: new Date(firstMs + 9 * dayMs).toISOString(), to: new Date(firstMs + 10 * dayMs).toISOString() };
  for (const [index, { name }] of variants.entries()) {
    const client = connections[index];
    if (client === undefined || index === 2) {
      continue;
    }
    const query = (async (config: pg.QueryConfig) => (await client.query(config)).rows) as Postgres['query'];
    const pages = createPageStore(query);
    const month: number[] = [];
    const oneDay: number[] = [];
    const usage: number[] = [];
    for (let round = 0; round < agedBatches; round += 1) {
      const account = `acc_${round * 7}`;
      month.push(await msOf(() => pages.ledger(account, wholePeriod, undefined, 50)));
      oneDay.push(await msOf(() => pages.ledger(account, day, undefined, 50)));
      usage.push(await msOf(() => pages.usage(account, wholePeriod, 'day')));
    }
    rows.push([name, describe(month), describe(oneDay), describe(usage)]);
  }
  showTimes('pages of an account', ['ledger, 30 days', 'ledger, one day', 'usage by day'], rows);
}

/** Removes the oldest day from both layouts while batches run, and reports the slowest batch of each layout. */
async function reportRetention(admin: pg.Client, connections: readonly pg.Client[]): Promise<void> {
  const [whole, byDay] = connections;
  if (whole === undefined || byDay === undefined) {
    return;
  }
  const deleting = await connect('one');
  await whileBatchesRun(whole, 'delete the oldest day in small transactions', () => deleteOldestDay(deleting));
  await timed('VACUUM one.holds after the deletion', () => admin.query('VACUUM one.holds'));
  const ending = await connect('days');
  await whileBatchesRun(byDay, 'end and count the oldest day', async () => {
    const { rows } = await ending.query<{ count: number }>(`SELECT end_oldest_day_of_holds(${agedDays - 2}) AS count`);
    await timed('  of it: count its usage and drop it', () => ending.query('SELECT count_ended_day()'));
    say(`  ended ${rows[0]?.count} day`);
  });
  const ended = `ledger_${new Date(firstMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
  await whileBatchesRun(byDay, 'sum and drop the oldest day of the ledger', () => dropOldestDay(ending, ended));
}

/**
 * Drops the partition of the oldest day. It runs the statements of `drop_oldest_day_of_ledger`, which itself refuses to
 * drop any of the last ninety days.
 */
async function dropOldestDay(client: pg.Client, name: string): Promise<void> {
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ONLY ${name} IN SHARE ROW EXCLUSIVE MODE`);
  await client.query(
    `INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
     SELECT 'carried', account_id, 'carried', sum(amount_micros), now() FROM ${name} GROUP BY account_id
     HAVING sum(amount_micros) <> 0`,
  );
  await client.query(`DROP TABLE ${name}`);
  await client.query('COMMIT');
}

/**
 * Deletes the rows of the oldest day as billing did before partitions: for fifty accounts per statement, at most 200
 * holds of each account.
 */
async function deleteOldestDay(client: pg.Client): Promise<void> {
  const ids = Array.from({ length: agedAccounts }, (_unused, n) => `acc_${n}`);
  const text = `DELETE FROM holds WHERE id = ANY (ARRAY(
    SELECT h.id FROM unnest($1::text[]) AS a (id) CROSS JOIN LATERAL (
      SELECT o.id FROM holds AS o WHERE o.account_id = a.id AND o.held_at < $2 ORDER BY o.held_at, o.id LIMIT 200) AS h))`;
  const before = new Date(firstMs + dayMs).toISOString();
  let total = 0;
  for (let at = 0; at < ids.length; at += accountsPerStatement) {
    for (let deleted = 1; deleted > 0; total += deleted) {
      deleted = (await client.query(text, [ids.slice(at, at + accountsPerStatement), before])).rowCount ?? 0;
    }
  }
  say(`  deleted ${total} holds`);
}

async function whileBatchesRun(client: pg.Client, title: string, work: () => Promise<void>): Promise<void> {
  const before = await walBytes();
  let running = true;
  const working = timed(title, work).finally(() => (running = false));
  const times: number[] = [];
  while (running) {
    times.push(await msOf(() => batch(client)));
  }
  await working;
  const megabytes = ((await walBytes()) - before) / 1e6;
  const longest = Math.max(...times).toFixed(1);
  say(
    `  meanwhile ${times.length} batches: ${describe(times)}, longest ${longest} ms; ${megabytes.toFixed(0)} MB of WAL`,
  );
}

async function walBytes(): Promise<number> {
  walReader ??= await server.connect();
  const answer = await walReader.query<{ bytes: string }>(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`);
  return Number(answer.rows[0]?.bytes ?? 0);
}

async function timed(title: string, work: () => Promise<unknown>): Promise<void> {
  const ms = await msOf(work);
  say(`${title}: ${ms.toFixed(0)} ms`);
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await work();
  return performance.now() - fromMs;
}
