import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { apiKeyPrefixLength, generateApiKey, hashApiKey } from '@assay/identifiers/api-key';
import { timeOrderedId } from '@assay/identifiers/time-ordered-id';
import { migrations } from '../services/billing/src/testing/billing-database.ts';
import { addAgedHolds } from './aged-holds.ts';
import { startBenchDatabase } from './bench-database.ts';
import { markdownTable, rowText } from './markdown-table.ts';
import { quantile } from './quantile.ts';
import { measurementNote, writeSection } from './results-file.ts';

/**
 * Measures how billing's cost of a delivery grows with the number of accounts, keys and holds. It measures the same
 * while vacuum is blocked. The databases of different sizes alternate, so that other work on the machine slows all of
 * them equally.
 * Run with: node --conditions=@assay/source bench/growth-billing.bench.ts [aged holds] [batches], where aged holds are
 * settled holds that the tables contain from the start.
 */
const agedHolds = Number(process.argv[2] ?? 10_000_000);
const batches = Number(process.argv[3] ?? 300);
const itemsPerBatch = 10;
const deadHolds = 100_000;
const flatWithin = 1.2;
const sizes = [1_000, 100_000] as const;

const causes = `Each row with the ratio 1.00 begins a phase. Compare only rows of the same phase. A batch of ten calls changes different numbers
of rows in the database:

- With one account and one key, it changes one row of the table of accounts and one row of the table of keys.
- With more than ten accounts, it changes ten rows of each of these tables, whatever the number of accounts.
- With more than ten keys of one account, it changes one row of accounts and ten rows of keys.`;

const startedAt = performance.now();
const say = (text: string): void => {
  process.stdout.write(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`);
};
const server = await startBenchDatabase('growth', { shared_buffers: '1GB' });

/** A database of one size, the keys that call it, and the durations of its batches in milliseconds. */
type Growth = {
  readonly grows: string;
  readonly size: string;
  readonly client: pg.Client;
  readonly keys: readonly Buffer[];
  times: number[];
};

/** Creates a database with billing's tables and `count` keys. */
async function createDatabase(
  admin: pg.Client,
  name: string,
  count: number,
  accountOf: (index: number) => string,
): Promise<{ readonly client: pg.Client; readonly keys: readonly Buffer[] }> {
  await admin.query(`CREATE DATABASE ${name}`);
  const client = await server.connect(name);
  for (const file of readdirSync(migrations)
    .filter((each) => each.endsWith('.sql'))
    .sort()) {
    await client.query(readFileSync(join(migrations, file), 'utf8'));
  }
  const repeatable = join(migrations, 'repeatable');
  for (const file of readdirSync(repeatable).sort()) {
    await client.query(readFileSync(join(repeatable, file), 'utf8'));
  }
  const generated = Array.from({ length: count }, generateApiKey);
  const owners = generated.map((_, index) => accountOf(index));
  await client.query(
    `INSERT INTO accounts (id, name, rate_limit_per_minute, balance_micros)
     SELECT id, 'grown', 1000000, 1000000000000 FROM unnest($1::text[]) AS id`,
    [[...new Set(owners)]],
  );
  const keys = generated.map(hashApiKey);
  await client.query(
    'INSERT INTO keys (sha256, prefix, account_id) SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[])',
    [keys, generated.map((key) => key.slice(0, apiKeyPrefixLength)), owners],
  );
  await client.query('VACUUM ANALYZE');
  return { client, keys };
}

function fill<Value>(value: Value): Value[] {
  return Array.from({ length: itemsPerBatch }, () => value);
}

/** Admits, captures and confirms ten calls, each with a random key. Resolves to the time that this took, in milliseconds. */
async function batch({ client, keys }: Growth): Promise<number> {
  const ids = Array.from({ length: itemsPerBatch }, () => timeOrderedId());
  const drawn = ids.map(() => keys[Math.floor(Math.random() * keys.length)]);
  const started = performance.now();
  const admitted = await client.query<{ admission: string }>({
    name: 'admit',
    text: 'SELECT * FROM admit($1, $2, $3, $4, $5, $6)',
    values: [drawn, ids, fill('1000'), fill('be'.repeat(16)), fill('get_data spot.price'), '60 seconds'],
  });
  await client.query({
    name: 'settle',
    text: 'SELECT * FROM settle_holds($1, $2, $3, $4, $5, $6)',
    values: [ids, fill('700'), fill(false), fill('delivered'), fill('consensus'), '60 seconds'],
  });
  await client.query({ name: 'confirm', text: 'SELECT * FROM confirm_holds($1, $2)', values: [ids, []] });
  const tookMs = performance.now() - started;
  if (admitted.rows.some(({ admission }) => admission !== 'admitted')) {
    throw new Error(`a call was not admitted: ${JSON.stringify(admitted.rows)}`);
  }
  return tookMs;
}

async function measure(growths: readonly Growth[]): Promise<void> {
  for (const each of growths) {
    each.times = [];
  }
  for (let round = 0; round < batches; round += 1) {
    for (const each of growths) {
      each.times.push(await batch(each));
    }
  }
}

const rows: string[][] = [];

/**
 * Adds the results of databases that were measured alternately to the report. All others are compared with the first
 * database.
 */
function report(title: string, growths: readonly Growth[]): void {
  const base = growths[0]?.times ?? [];
  const ratioOf = (times: readonly number[], share: number): string => {
    const ratio = quantile(times, share) / quantile(base, share);
    return ratio > flatWithin ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
  };
  for (const { grows, size, times } of growths) {
    const row = [
      `${title}${grows}`,
      size,
      quantile(times, 0.05).toFixed(2),
      quantile(times, 0.5).toFixed(2),
      ratioOf(times, 0.05),
      ratioOf(times, 0.5),
    ];
    rows.push(row);
    say(rowText(row));
  }
  write();
}

function write(): void {
  const table = markdownTable(
    ['what grows', 'size', 'ms a batch, p5', 'ms a batch, p50', 'ratio, p5', 'ratio, p50'],
    rows,
  );
  writeSection(
    'Growth: what a delivery costs billing',
    `${measurementNote('bench/growth-billing.bench.ts')} PostgreSQL 18 had 1 GB of shared buffers, no disk syncs and no autovacuum. A
batch admits, captures and confirms ten calls over one connection. Each row has its own database, and the program ran ${batches} batches
in each of them in turn. "p5" and "p50" are the fifth percentile and the median. A ratio is the time of a batch divided by that
of the first row of its phase; one above 1.2 is bold.\n\n${table}\n\n${causes}`,
  );
}

/**
 * Leaves many dead rows, as traffic does between two runs of vacuum. It changes many holds to pending and then to
 * confirmed, and each change leaves a dead version of the row.
 */
async function makeDead(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO holds (id, account_id, trace_id, operation, held_micros, captured_micros, state, held_at, due_at, ended_at)
     SELECT (SELECT substr(max(id), 1, length(max(id)) - 20) FROM holds) || lpad(to_hex(n), 20, '0'), 'acc_dead', md5(n::text),
       'get_data spot.price', 1000, 700, 'captured', now(), now(), now() FROM generate_series(1, ${deadHolds}) AS n`,
  );
  await client.query("UPDATE holds SET state = 'confirmed' WHERE account_id = 'acc_dead'");
}

try {
  const admin = await server.connect('postgres');
  const single = await createDatabase(admin, 'single', 1, () => 'acc_one');
  const grown: Growth[] = [{ grows: 'one account, one key', size: '1', ...single, times: [] }];
  for (const size of sizes) {
    const sizeText = size.toLocaleString('en');
    const accounts = await createDatabase(admin, `accounts_${size}`, size, (index) => `acc_${index}`);
    grown.push({ grows: 'accounts that call in turn', size: sizeText, ...accounts, times: [] });
    const keys = await createDatabase(admin, `keys_${size}`, size, () => 'acc_one');
    grown.push({ grows: 'keys of one account', size: sizeText, ...keys, times: [] });
  }
  await measure(grown);
  report('', grown);
  const fresh = await createDatabase(admin, 'fresh', 1_000, (index) => `acc_${index}`);
  const aged = await createDatabase(admin, 'aged', 1_000, (index) => `acc_${index}`);
  const holds: Growth[] = [
    { grows: 'holds', size: 'none', ...fresh, times: [] },
    { grows: 'holds', size: agedHolds.toLocaleString('en'), ...aged, times: [] },
  ];
  await measure(holds);
  say('aged holds are added');
  await addAgedHolds(() => server.connect('aged'), { holds: agedHolds, ledger: agedHolds / 2 });
  await measure(holds);
  report('', holds);
  const readers = [await server.connect('fresh'), await server.connect('aged')];
  for (const reader of readers) {
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT count(*) FROM accounts');
  }
  for (const { client } of holds) {
    await makeDead(client);
  }
  await measure(holds);
  report(`vacuum held back, ${deadHolds.toLocaleString('en')} dead rows: `, holds);
} finally {
  await server.remove();
}
