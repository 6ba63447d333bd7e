import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { apiKeyPrefixLength, generateApiKey, hashApiKey } from '@assay/identifiers/api-key';
import { pause } from '@assay/runtime/clock';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { pricedSymbols } from '../services/sandbox/src/control/prices.ts';
import { addAgedHolds } from './aged-holds.ts';
import { addWatches, watchCount, watchedAddresses, writeAccounts } from './grown-watches.ts';
import { measureInTurn, type GrowthRequest, type Point, type PointCost } from './growth-load.ts';
import { processTable } from './markdown-table.ts';
import { measurementNote, writeSection } from './results-file.ts';

/**
 * Measures how the cost of a delivery grows with the number of accounts, keys, watches and assets that callers ask
 * about. It also measures the cost when billing's tables already contain many settled holds, the "aged holds".
 * Run with: node --conditions=@assay/source bench/growth.bench.ts [aged holds] [seconds of a round]
 * It takes at most eight minutes. `bench/growth-billing.bench.ts` measures billing alone on ten million holds.
 */
const agedHolds = Number(process.argv[2] ?? 500_000);
const seconds = Number(process.argv[3] ?? 3);
const rounds = 3;
const measuring = { rounds, seconds, warmUpSeconds: 3, restSeconds: 5 };
/**
 * Time after its start during which the engine reads its sources more often, in milliseconds. The benchmark waits,
 * because these readings would add to the cost of the first measurement.
 */
const burstMs = 35_000;
const askersAtOnce = 16;
const sizes = [1, 1_000, 100_000] as const;
const flatWithin = 1.2;
const notes = `- Concurrent calls about one asset share requests to sources that are in flight, and reads of the chain that started up to 50 ms
  ago. If callers ask for more assets at the same rate of calls, fewer calls can share a request.
- The system of the two rows "watches" started later than the system of the other rows, so it had compiled less of its code.
  Therefore its gateway costs more, although the gateway does not handle watches.
- The CPU time of the system without calls is subtracted. On a busy machine with few calls, the engine's figure can therefore
  be negative.`;

const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-growth-'));
const startedAt = performance.now();
const say = (text: string): void => {
  process.stdout.write(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`);
};
const stacks: Stack[] = [];
const clients: pg.Client[] = [];

async function start(name: string): Promise<Stack> {
  const stack = await startStack({
    dataDir: join(dataDir, name),
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: {
      ASSAY_PORT: '0',
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_PACE: 'live',
      ASSAY_ACCOUNT_DIR: join(dataDir, 'accounts'),
    },
  });
  stacks.push(stack);
  return stack;
}

/** Opens a database connection whose search path is the schema of one service. */
async function connectTo({ postgresUrl }: Stack, schema: string): Promise<pg.Client> {
  const client = new pg.Client(postgresUrl);
  // The server ends idle connections when it stops.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`SET search_path = ${schema}`);
  clients.push(client);
  return client;
}

/**
 * Adds `count` keys. `accountOf` returns the account of each key, so all keys can share one account. Returns the keys.
 */
async function addKeys(client: pg.Client, count: number, accountOf: (index: number) => string): Promise<string[]> {
  const keys = Array.from({ length: count }, generateApiKey);
  const owners = keys.map((_, index) => accountOf(index));
  await client.query(
    `INSERT INTO accounts (id, name, rate_limit_per_minute, balance_micros)
     SELECT id, 'grown', 1000000, 1000000000000 FROM unnest($1::text[]) AS id`,
    [[...new Set(owners)]],
  );
  await client.query(
    `INSERT INTO keys (sha256, prefix, account_id)
     SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[])`,
    [keys.map(hashApiKey), keys.map((key) => key.slice(0, apiKeyPrefixLength)), owners],
  );
  await client.query('ANALYZE accounts, keys');
  return keys;
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
const contracts = ['BTC', 'ETH', 'SOL', 'XRP'].flatMap((symbol) =>
  ['binance', 'bybit', 'okx', 'dydx'].map((venue) =>
    JSON.stringify({ type: 'funding.rate', params: { symbol, venue } }),
  ),
);
const pairs = pricedSymbols.flatMap((base) =>
  ['USD', 'USDT', 'EUR', 'USDC', 'BTC', 'ETH'].flatMap((quote) =>
    base === quote ? [] : [JSON.stringify({ type: 'spot.price', params: { symbol: `${base}-${quote}` } })],
  ),
);
const lookUps = watchedAddresses.map((address) =>
  JSON.stringify({ type: 'chain.resolve_address', params: { address } }),
);
const asking =
  (keys: readonly string[], bodies: readonly string[]): (() => GrowthRequest) =>
  () => ({ key: pick(keys), body: pick(bodies) });

/**
 * A measured curve: the name of the quantity that grows, and the cost at each size, from the smallest to the largest.
 */
type Curve = { readonly grows: string; readonly costs: readonly PointCost[] };
const curves: Curve[] = [];

async function measureCurve(grows: string, points: readonly Point[]): Promise<void> {
  const costs = await measureInTurn(points, measuring);
  curves.push({ grows, costs });
  // Write after each curve, so that an interrupted run leaves its results.
  write();
  say(
    `${grows}: ${costs.map(({ name, micros, failed }) => `${name} ${micros.toFixed(0)} us (${failed} failed)`).join(', ')}`,
  );
}

/**
 * Returns the currency pairs that the system can answer, in random order. More sources know the first pairs of the list
 * than the last ones, so each measurement must use a random selection.
 */
async function answeredPairs(stack: Stack, key: string): Promise<readonly string[]> {
  const answeredSymbols: string[] = [];
  const waiting = pairs.toSorted(() => Math.random() - 0.5);
  const asker = async (): Promise<void> => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
      const response = await fetch(`${stack.gatewayUrl}/v1/get_data`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      });
      await response.arrayBuffer();
      answeredSymbols.push(...(response.ok ? [body] : []));
    }
  };
  await Promise.all(Array.from({ length: askersAtOnce }, asker));
  return answeredSymbols;
}

async function measureAccountsAndKeys(stack: Stack): Promise<void> {
  const client = await connectTo(stack, 'billing');
  const points = async (accountOf: (size: number, index: number) => string): Promise<Point[]> => {
    const curvePoints: Point[] = [];
    for (const size of sizes) {
      const keys = await addKeys(client, size, (index) => accountOf(size, index));
      curvePoints.push({ name: size.toLocaleString('en'), stack, next: asking(keys, contracts) });
    }
    return curvePoints;
  };
  await measureCurve('accounts that call in turn', await points((size, index) => `acc_g${size}x${index}`));
  await measureCurve('keys of one account', await points((size) => `acc_k${size}`));
}

async function measureAssets(stack: Stack, key: string): Promise<void> {
  const answeredSymbols = await answeredPairs(stack, key);
  const point = (bodies: readonly string[]): Point => ({
    name: bodies.length.toLocaleString('en'),
    stack,
    next: asking([key], bodies),
  });
  await measureCurve(
    'pairs asked (spot.price)',
    [10, 60, answeredSymbols.length].map((count) => point(answeredSymbols.slice(0, count))),
  );
  await measureCurve(
    'addresses asked (chain.resolve_address)',
    [10, 1_000, 5_000].map((count) => point(lookUps.slice(0, count))),
  );
}

async function measureAged(fresh: Stack, key: string): Promise<void> {
  const aged = await start('aged');
  const { key: agedKey } = await createAccount(aged, { creditMicros: 1_000_000_000_000n });
  const point = (name: string, stack: Stack, own: string): Point => ({ name, stack, next: asking([own], contracts) });
  await measureInTurn([point('first', aged, agedKey)], { ...measuring, rounds: 1, seconds: 1, restSeconds: 0 });
  await addAgedHolds(() => connectTo(aged, 'billing'), { holds: agedHolds, ledger: agedHolds / 2 });
  say(`${agedHolds} holds were added`);
  const names = ['fresh', `${agedHolds.toLocaleString('en')} holds`] as const;
  await measureCurve('holds of the day', [point(names[0], fresh, key), point(names[1], aged, agedKey)]);
  // An open snapshot stops vacuum from removing old row versions, so each row that calls change gets a long chain of
  // versions.
  const reader = await connectTo(aged, 'billing');
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await reader.query('SELECT count(*) FROM accounts');
  await measureCurve('the same while vacuum is held back', [
    point(names[0], fresh, key),
    point(names[1], aged, agedKey),
  ]);
  await reader.query('COMMIT');
  await aged.stop();
  stacks.splice(stacks.indexOf(aged), 1);
}

async function measureWatches(fresh: Stack, key: string): Promise<void> {
  const watching = await start('watching');
  const { key: own, accountId } = await createAccount(watching, { creditMicros: 1_000_000_000_000n });
  const addressesRead = await addWatches(await connectTo(watching, 'watch'), accountId);
  say(`${watchCount} watches are polled, and ${addressesRead} of ${watchedAddresses.length} addresses were read`);
  await measureCurve('watches', [
    { name: '0', stack: fresh, next: asking([key], contracts) },
    { name: watchCount.toLocaleString('en'), stack: watching, next: asking([own], contracts) },
  ]);
}

function report(): string {
  const header = ['what grows', 'size', 'CPU us', 'ratio to the smallest', 'p50 ms', 'req/s', 'failed'];
  const rows = curves.flatMap(({ grows, costs }) =>
    costs.map(({ name, micros, p50Ms, perSecond, failed, byProcess }) => {
      const ratio = micros / (costs[0]?.micros ?? Number.NaN);
      const ratioText = ratio > flatWithin ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
      const cells = [grows, name, micros.toFixed(0), ratioText, p50Ms.toFixed(1), perSecond.toFixed(0), String(failed)];
      return { cells, amounts: inHeadings(byProcess) };
    }),
  );
  return processTable(header, rows);
}

/**
 * Returns the CPU time of each process. The name of each process gets the unit of the CPU time, for a table's heading.
 */
function inHeadings(byProcess: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(byProcess).map(([process, micros]) => [`${process}, us`, micros]));
}

function write(): void {
  writeSection(
    'Growth: the cost of a delivery against the size of the system',
    `${measurementNote('bench/growth.bench.ts')} There were 32 callers. Each sent its next request when it had the answer to
the last one. A figure is the median of ${rounds} rounds of ${seconds} s. The program measured the sizes of one quantity in turn. CPU is
the CPU time of the gateway, the engine, billing, PostgreSQL and NATS for a call; the CPU time that they use while nobody calls is
subtracted. The engine samples its sources as often as in live mode. A ratio above 1.2 is bold.\n\n${report()}\n\n${notes}`,
  );
}

try {
  writeAccounts(join(dataDir, 'accounts'));
  const fresh = await start('fresh');
  const { key } = await createAccount(fresh, { creditMicros: 1_000_000_000_000n });
  await pause(burstMs);
  await measureAssets(fresh, key);
  await measureAccountsAndKeys(fresh);
  await measureWatches(fresh, key);
  await measureAged(fresh, key);
  process.stdout.write(`\n${report()}\n`);
} finally {
  await Promise.allSettled(clients.map((client) => client.end()));
  await Promise.allSettled(stacks.map((stack) => stack.stop()));
  rmSync(dataDir, { recursive: true, force: true });
}
