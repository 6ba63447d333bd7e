import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pause } from '@assay/runtime/clock';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { pricedSymbols } from '../services/sandbox/src/control/prices.ts';
import { measuredProcesses, measurePoint, restingCpu, type Point, type PointCost } from './growth-load.ts';
import { addWatches, watchCount, writeAccounts } from './grown-watches.ts';
import { rowText } from './markdown-table.ts';
import { quantile } from './quantile.ts';

/**
 * Isolates why a delivery costs more in some measurements of `growth.bench.ts`. Prints tables.
 *
 * - `pairs`: measures three times: with questions about few pairs, about all pairs, and about all pairs in small groups
 *   one after another. The last measurement covers as many assets as the second. But as in the first, many calls ask
 *   about the same pair at the same time and share one request to a source. Each row has the number of requests to
 *   sources per call.
 * - `watches`: alternates between two systems of the same age. One gets watches, which are deleted later; the other
 *   never has any. It measures before the watches exist, while they exist and afterwards.
 *
 * Usage: node --conditions=@assay/source bench/growth-causes.bench.ts pairs|watches [rounds]
 */
const part = process.argv[2] ?? 'pairs';
const rounds = Number(process.argv[3] ?? 5);
const seconds = 4;
const restSeconds = 2;
const warmUpSeconds = 6;
const fewPairs = 10;
/** Time for which calls ask about one group of `fewPairs` pairs before the next group, in milliseconds. */
const groupMs = 500;
/** Time after its start during which the engine reads its sources more often, in milliseconds. */
const burstMs = 35_000;
const askersAtOnce = 16;
const creditMicros = 1_000_000_000_000n;

const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-causes-'));
const stacks: Stack[] = [];
const clients: pg.Client[] = [];

async function start(name: string): Promise<Stack> {
  const environment = {
    ASSAY_PORT: '0',
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_PACE: 'live',
    ASSAY_ACCOUNT_DIR: join(dataDir, 'accounts'),
  };
  const stack = await startStack({ dataDir: join(dataDir, name), restart: false, quiet: true, environment });
  stacks.push(stack);
  return stack;
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/** The number of requests to price sources and of answers from streams, each per call. */
type CallCounts = { readonly requests: number; readonly streamAnswers: number };
type Measured = { readonly cost: PointCost; readonly counts: CallCounts };

/**
 * Returns how many requests the engine has sent to price sources so far, and how many questions its streams have
 * answered.
 */
async function countEvents(stack: Stack): Promise<CallCounts> {
  const lines = (await (await fetch(`${stack.opsUrls['engine']}/metrics`)).text()).split('\n');
  const sum = (isCounted: (line: string) => boolean): number =>
    lines.filter(isCounted).reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  return {
    requests: sum((line) => line.startsWith('assay_engine_attempts_total{') && line.includes('type="spot.price"')),
    streamAnswers: sum(
      (line) => line.startsWith('assay_engine_stream_questions_total{') && line.includes('result="answered"'),
    ),
  };
}

/**
 * Measures one point under load. First it measures the idle system during a pause, so that the idle CPU use and events
 * can be subtracted.
 */
async function measureOnce(point: Point): Promise<Measured> {
  const before = await countEvents(point.stack);
  const resting = await restingCpu(point.stack, restSeconds);
  const from = await countEvents(point.stack);
  const cost = await measurePoint(point, seconds, resting);
  const until = await countEvents(point.stack);
  const perCall = (count: keyof CallCounts): number => {
    const backgroundCount = ((from[count] - before[count]) / restSeconds) * seconds;
    return (until[count] - from[count] - backgroundCount) / (cost.perSecond * seconds);
  };
  return { cost, counts: { requests: perCall('requests'), streamAnswers: perCall('streamAnswers') } };
}

async function measureInTurn(points: readonly Point[]): Promise<readonly (readonly Measured[])[]> {
  const measurementsByPoint = points.map((): Measured[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, point] of points.entries()) {
      measurementsByPoint[index]?.push(await measureOnce(point));
    }
  }
  return measurementsByPoint;
}

/**
 * Prints a row for each point. The ratio compares the point with the first point: it is the median of the ratios of all
 * rounds.
 */
function printRows(measurementsByPoint: readonly (readonly Measured[])[], title: string): void {
  for (const measurements of measurementsByPoint) {
    const [middle] = measurements.toSorted((a, b) => a.cost.micros - b.cost.micros).slice(Math.floor(rounds / 2));
    if (middle === undefined) {
      continue;
    }
    const { name, micros, byProcess, perSecond, failed } = middle.cost;
    const ratios = measurements.map(
      ({ cost }, round) => cost.micros / (measurementsByPoint[0]?.[round]?.cost.micros ?? Number.NaN),
    );
    const median = (count: keyof CallCounts): string =>
      quantile(
        measurements.map(({ counts }) => counts[count]),
        0.5,
      ).toFixed(2);
    const cells = [
      title,
      name,
      micros.toFixed(0),
      quantile(ratios, 0.5).toFixed(2),
      ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      median('requests'),
      median('streamAnswers'),
      perSecond.toFixed(0),
      failed,
      ...measuredProcesses.map((process) => (byProcess[process] ?? 0).toFixed(0)),
    ];
    process.stdout.write(`${rowText(cells)}\n`);
  }
}

/** Returns the currency pairs that the system can answer, in random order. */
async function answeredPairs(stack: Stack, key: string): Promise<readonly string[]> {
  const quotes = ['USD', 'USDT', 'EUR', 'USDC', 'BTC', 'ETH'];
  const waiting = pricedSymbols
    .flatMap((base) => quotes.flatMap((quote) => (base === quote ? [] : [`${base}-${quote}`])))
    .map((symbol) => JSON.stringify({ type: 'spot.price', params: { symbol } }))
    .toSorted(() => Math.random() - 0.5);
  const answeredSymbols: string[] = [];
  const asker = async (): Promise<void> => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await fetch(`${stack.gatewayUrl}/v1/get_data`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      answeredSymbols.push(...(response.ok ? [body] : []));
    }
  };
  await Promise.all(Array.from({ length: askersAtOnce }, asker));
  return answeredSymbols;
}

async function measurePairs(): Promise<void> {
  const stack = await start('pairs');
  const { key } = await createAccount(stack, { creditMicros });
  const pairs = await answeredPairs(stack, key);
  await pause(burstMs);
  const groupNow = (): readonly string[] => {
    const first = (Math.floor(performance.now() / groupMs) * fewPairs) % pairs.length;
    return pairs.slice(first, first + fewPairs);
  };
  const point = (name: string, symbolsOf: () => readonly string[]): Point => ({
    name,
    stack,
    next: () => ({ key, body: pick(symbolsOf()) }),
  });
  const points = [
    point(`${fewPairs}`, () => pairs.slice(0, fewPairs)),
    point(`${fewPairs} others`, () => pairs.slice(-fewPairs)),
    point('60', () => pairs.slice(0, 60)),
    point(`${pairs.length}`, () => pairs),
    point(`${pairs.length}, ${fewPairs} at a time`, groupNow),
  ];
  for (const each of points) {
    await measurePoint(each, warmUpSeconds, {});
  }
  printRows(await measureInTurn(points), 'pairs');
}

async function measureWatches(): Promise<void> {
  const contracts = ['BTC', 'ETH', 'SOL', 'XRP'].flatMap((symbol) =>
    ['binance', 'bybit', 'okx', 'dydx'].map((venue) =>
      JSON.stringify({ type: 'funding.rate', params: { symbol, venue } }),
    ),
  );
  const plain = await start('plain');
  const watching = await start('watching');
  const { accountId, key } = await createAccount(watching, { creditMicros });
  const other = await createAccount(plain, { creditMicros });
  const points: readonly Point[] = [
    { name: 'never any', stack: plain, next: () => ({ key: other.key, body: pick(contracts) }) },
    { name: 'watching', stack: watching, next: () => ({ key, body: pick(contracts) }) },
  ];
  const client = new pg.Client(watching.postgresUrl);
  // The server ends idle connections when it stops.
  client.on('error', () => undefined);
  clients.push(client);
  await client.connect();
  await client.query('SET search_path = watch');
  await pause(burstMs);
  for (const point of [...points, ...points]) {
    await measurePoint(point, warmUpSeconds, {});
  }
  printRows(await measureInTurn(points), 'no watches');
  const addressesRead = await addWatches(client, accountId);
  printRows(await measureInTurn(points), `${watchCount} watches, ${addressesRead} addresses read`);
  await client.query('DELETE FROM watches');
  await client.query('DELETE FROM addresses');
  printRows(await measureInTurn(points), 'watches deleted');
}

try {
  writeAccounts(join(dataDir, 'accounts'));
  const header = [
    'what',
    'point',
    'CPU us',
    'ratio',
    'ratio of each round',
    'requests to sources a call',
    'answers from streams a call',
    'req/s',
    'failed',
    ...measuredProcesses.map((process) => `${process}, us`),
  ];
  process.stdout.write(`${rowText(header)}\n${rowText(header.map(() => '---'))}\n`);
  await (part === 'pairs' ? measurePairs() : measureWatches());
  process.stdout.write(
    `\nload average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n`,
  );
} finally {
  await Promise.allSettled(clients.map((client) => client.end()));
  await Promise.allSettled(stacks.map((stack) => stack.stop()));
  rmSync(dataDir, { recursive: true, force: true });
}
