import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { encodeAddress } from '@assay/catalog/base58';
import { pause } from '@assay/runtime/clock';
import { createSealer, parseSealingKeys } from '@assay/storage/sealing';
import { startStack, type Stack } from '@assay/stack/stack';
import { partitionOf } from '../services/watch/src/partition.ts';
import { cpuMicros } from './cpu.ts';
import { markdownTable, processTable, type ProcessRow } from './markdown-table.ts';
import { quantile } from './quantile.ts';

/**
 * Measures the watch service with many watches. First it measures polling rounds in which no address changes. Then it
 * measures the time from each change of an address to its notifications.
 */
const addressCount = 20_000;
const watchesPerAddress = 5;
const quietSeconds = 40;
const spacedChanges = 200;
const spacedEveryMs = 200;
const burstChanges = 200;
const intervalMs = 2_000;
const quietMs = 15_000;
/**
 * Number of simulated receivers, each with its own host. The watch service delays notifications to a busy host, and
 * real watches have many hosts.
 */
const receiverCount = 200;
const owner = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

const addresses = Array.from({ length: addressCount }, (_, index) =>
  encodeAddress(createHash('sha256').update(`watched ${index}`).digest()),
);
const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-watch-'));
const trigger = process.argv[2] === 'stream' ? 'stream' : 'poll';

/** Returns an account with the size of a token account, because most watched accounts are token accounts. */
const account = (data: Buffer): object => ({
  lamports: 2_039_280,
  data: [data.toString('base64'), 'base64'],
  owner,
  executable: false,
  rentEpoch: 0,
});

/**
 * For each address, the time of its last change as performance.now() returns it. `latenciesMs` has the time from a
 * change to each of its notifications.
 */
const changedAt = new Map<string, number>();
const latenciesMs: number[] = [];
const receive: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { params } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { params: { address: string } };
    latenciesMs.push(performance.now() - (changedAt.get(params.address) ?? Number.NaN));
    response.writeHead(204).end();
  });
};
const receivers = Array.from({ length: receiverCount }, () => createServer(receive));

function writeAccounts(): string {
  const folder = join(dataDir, 'accounts');
  mkdirSync(folder, { recursive: true });
  for (const address of addresses) {
    const file = { pubkey: address, account: account(randomBytes(165)) };
    writeFileSync(join(folder, `${address}.json`), JSON.stringify(file));
  }
  return folder;
}

async function insertWatches(client: pg.Client, accountId: string, webhookUrls: readonly string[]): Promise<void> {
  const ring = parseSealingKeys(readFileSync(join(dataDir, 'stack', 'watch-secret-keys'), 'utf8').trim());
  const keys = createSealer(typeof ring === 'string' ? [] : ring, 'ASSAY_WATCH_SECRET_KEYS');
  await client.query('SET search_path = watch');
  await client.query('INSERT INTO addresses (address, partition) SELECT * FROM unnest($1::text[], $2::smallint[])', [
    addresses,
    addresses.map(partitionOf),
  ]);
  for (let copy = 0; copy < watchesPerAddress; copy += 1) {
    const ids = addresses.map((_, index) => `w_${String(copy).padStart(2, '0')}${String(index).padStart(20, '0')}`);
    await client.query(
      `INSERT INTO watches (id, account_id, type, params, webhook_url, min_interval_seconds, watched_address,
                            secret_encrypted, secret_key_id)
       SELECT id, $1, 'chain.resolve_address', json_build_object('address', address), url, 0, address, sealed, $2
       FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[]) AS given (id, address, url, sealed)`,
      [
        accountId,
        keys.currentId,
        ids,
        addresses,
        addresses.map((_, index) => webhookUrls[(index * watchesPerAddress + copy) % webhookUrls.length]),
        ids.map((id) => keys.seal(`whsec_${randomBytes(32).toString('base64url')}`, id).sealed),
      ],
    );
  }
  await client.query('ANALYZE watches');
  await client.query('ANALYZE addresses');
}

/** Returns the sum of one metric of the watch service, over all series whose labels contain a text. */
async function metric(stack: Stack, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${stack.opsUrls['watch']}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

async function until(conditionName: string, isReached: () => Promise<boolean>, withinMs = 120_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isReached())) {
    if (Date.now() > deadline) {
      throw new Error(`timed out: ${conditionName}`);
    }
    await pause(100);
  }
}

async function change(stack: Stack, address: string): Promise<void> {
  changedAt.set(address, performance.now());
  const response = await fetch(`${stack.sandboxUrl}/control/accounts/${address}`, {
    method: 'PUT',
    body: JSON.stringify(account(randomBytes(165))),
  });
  if (!response.ok) {
    throw new Error(`the sandbox refused: ${await response.text()}`);
  }
}

const processes = ({ pids }: Stack): Record<string, number> =>
  Object.fromEntries(
    ['watch', 'postgres', 'nats', 'engine', 'billing', 'sandbox'].map((name) => [name, pids[name] ?? 0]),
  );

/** Runs some work. Returns the mean CPU use of each process while the work ran, in thousandths of a core. */
async function withCpu(stack: Stack, work: () => Promise<void>): Promise<Record<string, number>> {
  const [before, startedAt] = [cpuMicros(processes(stack)), performance.now()];
  await work();
  const [after, tookMs] = [cpuMicros(processes(stack)), performance.now() - startedAt];
  return Object.fromEntries(
    Object.keys(after).map((name) => [name, Math.round(((after[name] ?? 0) - (before[name] ?? 0)) / tookMs)]),
  );
}

/** Measures polling rounds without changes. Returns its table, and the CPU use of each process. */
async function quietRounds(stack: Stack): Promise<{ readonly table: string; readonly cpu: ProcessRow }> {
  const read = async () => ({
    rounds: await metric(stack, 'assay_watch_poll_round_seconds_count'),
    seconds: await metric(stack, 'assay_watch_poll_round_seconds_sum'),
    calls: await metric(stack, 'assay_watch_node_calls_total'),
    triggers: await metric(stack, 'assay_watch_triggers_total'),
  });
  const before = await read();
  const cpu = await withCpu(stack, () => pause(quietSeconds * 1_000));
  const after = await read();
  const rounds = after.rounds - before.rounds;
  const memory = (await metric(stack, 'process_resident_memory_bytes')) / 1_048_576;
  const table = markdownTable(
    ['polling rounds without changes', 'value'],
    [
      [`rounds in ${quietSeconds} s`, rounds],
      ['duration of a round, ms', (((after.seconds - before.seconds) / rounds) * 1_000).toFixed(0)],
      ['calls of the node in a round', ((after.calls - before.calls) / rounds).toFixed(0)],
      ['triggers', after.triggers - before.triggers],
      ['resident memory of the watch service, MiB', memory.toFixed(0)],
    ],
  );
  return { table, cpu: { cells: ['rounds without changes'], amounts: cpu } };
}

/**
 * Waits until all expected notifications have arrived. Also stops waiting when none has arrived for a while, because a
 * failed notification is never retried.
 */
async function untilArrived(expected: number): Promise<void> {
  for (let seen = -1; latenciesMs.length < expected && seen !== latenciesMs.length;) {
    seen = latenciesMs.length;
    await until('more notifications arrive', async () => latenciesMs.length > seen, quietMs).catch(() => undefined);
  }
}

/** Returns a table with the number of deliveries by outcome. */
async function outcomes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ outcome: string; count: string }>(
    "SELECT coalesce(outcome, 'in flight') AS outcome, count(*) AS count FROM deliveries GROUP BY 1 ORDER BY 2 DESC",
  );
  return markdownTable(
    ['outcome', 'deliveries'],
    rows.map(({ outcome, count }) => [outcome, count]),
  );
}

/** Returns a table with the bytes per row of each table, including its indexes. */
async function rowSizes(client: pg.Client): Promise<string> {
  const tables = [
    'watch.addresses',
    'watch.watches',
    'watch.deliveries',
    'engine.decisions',
    'billing.ledger',
    'billing.holds',
  ];
  const sizes: (readonly string[])[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ bytes: string; count: string }>(
      `SELECT pg_total_relation_size('${table}') AS bytes, (SELECT count(*) FROM ${table}) AS count`,
    );
    const [row] = rows;
    sizes.push([table, (Number(row?.bytes) / Number(row?.count)).toFixed(0), row?.count ?? '0']);
  }
  return markdownTable(['table', 'bytes a row, with its indexes', 'rows'], sizes);
}

/**
 * The results of one run of changes: a row of the table of notifications, and the CPU use of each process during the
 * run.
 */
type ChangeRows = { readonly row: readonly (string | number)[]; readonly cpu: ProcessRow };

async function changes(stack: Stack, changed: readonly string[], everyMs: number): Promise<ChangeRows> {
  latenciesMs.length = 0;
  const startedAt = performance.now();
  const expected = changed.length * watchesPerAddress;
  const cpu = await withCpu(stack, async () => {
    for (const address of changed) {
      const next = performance.now() + everyMs;
      await change(stack, address);
      await pause(Math.max(0, next - performance.now()));
    }
    await untilArrived(expected);
  });
  const tookMs = performance.now() - startedAt;
  const name = `${changed.length} changes${everyMs === 0 ? ' at once' : `, one every ${everyMs} ms`}`;
  const latencies = [0.5, 0.99, 1].map((share) => quantile(latenciesMs, share).toFixed(0));
  return {
    row: [name, latenciesMs.length, expected, (tookMs / 1_000).toFixed(1), ...latencies],
    cpu: { cells: [name], amounts: cpu },
  };
}

async function run(): Promise<void> {
  for (const receiver of receivers) {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  }
  const stack = await startStack({
    dataDir: join(dataDir, 'stack'),
    sources: 'sandbox',
    restart: false,
    environment: {
      ASSAY_PORT: '0',
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_ACCOUNT_DIR: writeAccounts(),
      ASSAY_DEMO_CREDITS: '1000000',
      ASSAY_EGRESS_ALLOW: '127.0.0.0/8',
      ASSAY_POLL_INTERVAL_MS: String(intervalMs),
      ASSAY_TRIGGER: trigger,
    },
  });
  const client = new pg.Client({ connectionString: stack.postgresUrl });
  try {
    await client.connect();
    const ports = receivers.map((receiver) => (receiver.address() as AddressInfo).port);
    const urls = ports.map((port) => `http://127.0.0.1:${port}/hook`);
    await insertWatches(client, stack.demoAccountId, urls);
    await until('every address is polled once', async () => {
      const { rows } = await client.query<{ left: string }>(
        'SELECT count(*) AS left FROM addresses WHERE content_hash IS NULL',
      );
      return rows[0]?.left === '0';
    });
    const quiet = await quietRounds(stack);
    const spaced = await changes(stack, addresses.slice(0, spacedChanges), spacedEveryMs);
    const burst = await changes(stack, addresses.slice(spacedChanges, spacedChanges + burstChanges), 0);
    const head =
      `${addressCount * watchesPerAddress} watches over ${addressCount} addresses, one replica, ASSAY_TRIGGER=${trigger}, ` +
      `polled every ${intervalMs} ms; Node ${process.version}, ${cpus().length} cores shared with the whole system.`;
    const notifications = markdownTable(
      ['changes', 'notifications', 'expected', 'duration, s', 'latency p50, ms', 'latency p99, ms', 'slowest, ms'],
      [spaced.row, burst.row],
    );
    const cpu = processTable(['CPU, thousandths of a core'], [quiet.cpu, spaced.cpu, burst.cpu], ['sandbox']);
    const tables = [quiet.table, notifications, cpu, await outcomes(client), await rowSizes(client)];
    process.stdout.write(`${[head, ...tables].join('\n\n')}\n`);
  } finally {
    await client.end();
    await stack.stop();
    for (const receiver of receivers) {
      receiver.close();
      receiver.closeAllConnections();
    }
  }
}

try {
  await run();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
