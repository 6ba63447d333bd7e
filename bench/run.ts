import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { startStack, type Stack } from '@assay/stack/stack';
import { startCollector } from './collector.ts';
import { cpuMicros } from './cpu.ts';
import { load } from './load.ts';
import { report, totalCpuMicros, type Measured } from './report.ts';
import { writeChapter } from './results-file.ts';

const connections = 64;
const warmUpSeconds = 8;
const seconds = 5;
const rounds = 3;

type Question = { readonly type: string; readonly params: Readonly<Record<string, string>> };

/** Questions that one source answers, as the skeleton's constant does: what they cost is the way itself. */
const venues = ['binance', 'bybit', 'dydx', 'okx'];
const contracts: readonly Question[] = ['BTC', 'ETH', 'SOL', 'XRP'].flatMap((symbol) =>
  venues.map((venue) => ({ type: 'funding.rate', params: { symbol, venue } })),
);

/** Questions whose answers are checked against other sources and a price account before they leave. */
const tokens: readonly Question[] = [
  'SOL',
  'BTC',
  'ETH',
  'XRP',
  'DOGE',
  'ADA',
  'AVAX',
  'LINK',
  'DOT',
  'LTC',
  'BCH',
  'UNI',
  'AAVE',
  'ATOM',
  'NEAR',
  'ARB',
].map((token) => ({ type: 'token.price', params: { token } }));

function bodies(questions: readonly Question[]): string[] {
  return questions.map((question) => JSON.stringify(question));
}

/** Starts a skeleton process and gives it back once it listens. */
async function skeleton(
  name: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly process: ChildProcess; readonly port: number; readonly pid: number }> {
  const file = fileURLToPath(new URL(`skeleton/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@assay/source', '--import', 'tsx', file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`the skeleton ${name} ended with ${code}`)));
  });
  return { process: child, port, pid: child.pid ?? 0 };
}

/** One way of answering, ready to be loaded. */
type Way = {
  readonly name: string;
  readonly url: string;
  readonly key?: string;
  readonly bodies: readonly string[];
  readonly processes: Readonly<Record<string, number>>;
  readonly outside?: readonly string[];
};

/** Loads a way for a time; gives the load's own figures and the CPU time of its processes over the same span. */
async function measure(way: Way, forSeconds: number): Promise<Measured> {
  const before = cpuMicros(way.processes);
  const result = await load({
    url: way.url,
    headers: way.key === undefined ? {} : { authorization: `Bearer ${way.key}` },
    bodies: way.bodies,
    connections,
    seconds: forSeconds,
  });
  const after = cpuMicros(way.processes);
  const cpuMicrosPerRequest = Object.fromEntries(
    Object.keys(way.processes).map((name) => [
      name,
      ((after[name] ?? 0) - (before[name] ?? 0)) / Math.max(1, result.requests),
    ]),
  );
  return { name: way.name, load: result, cpuMicrosPerRequest, outside: way.outside ?? [] };
}

/** The round in the middle by CPU per request: a machine's noise hits single rounds. */
function middle(rounds: readonly Measured[]): Measured {
  const sorted = rounds.toSorted((one, other) => totalCpuMicros(one) - totalCpuMicros(other));
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) {
    throw new Error('nothing was measured');
  }
  return found;
}

/** Warms all ways up, then measures them in turn, round after round, so that all see the same machine. */
async function measureAll(ways: readonly Way[]): Promise<Measured[]> {
  for (const way of ways) {
    await measure(way, warmUpSeconds);
  }
  const measured = ways.map((): Measured[] => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, way] of ways.entries()) {
      const result = await measure(way, seconds);
      measured[index]?.push(result);
      process.stdout.write(
        `round ${round}, ${result.name}: ${result.load.requestsPerSecond.toFixed(0)} req/s, ` +
          `${totalCpuMicros(result).toFixed(0)} us CPU a request, ${result.load.failed} failed\n`,
      );
    }
  }
  return measured.map(middle);
}

type Skeleton = Awaited<ReturnType<typeof skeleton>>;

async function startNaive(stack: Stack): Promise<{ readonly way: Way; readonly skeletons: readonly Skeleton[] }> {
  const engine = await skeleton('engine', {});
  const billing = await skeleton('billing', { BENCH_PG_URL: stack.postgresUrl });
  const gateway = await skeleton('gateway', {
    BENCH_ENGINE: `127.0.0.1:${engine.port}`,
    BENCH_BILLING: `127.0.0.1:${billing.port}`,
  });
  return {
    skeletons: [gateway, billing, engine],
    way: {
      name: '(b) naive skeleton: express, 3 unary calls, 2 statements',
      url: `http://127.0.0.1:${gateway.port}/v1/get_data`,
      bodies: bodies(contracts),
      processes: {
        gateway: gateway.pid,
        engine: engine.pid,
        billing: billing.pid,
        postgres: stack.pids['postgres'] ?? 0,
      },
    },
  };
}

async function createAccount(stack: Stack): Promise<string> {
  const billing = connect(services.billing, stack.billingAddress, { adminToken: stack.adminToken });
  try {
    const { key } = await billing.methods.CreateAccount(
      { name: 'bench', credit_micros: '1000000000000', rate_limit_per_minute: 1_000_000 },
      rootContext(5_000),
    );
    return key;
  } finally {
    billing.close();
  }
}

/** The delivered path with everything on: validation, sources over HTTP, decisions and the ledger. */
async function realWay(stack: Stack, name: string, questions: readonly Question[]): Promise<Way> {
  const house = ['gateway', 'engine', 'billing', 'postgres', 'nats', 'sandbox'];
  return {
    name,
    url: `${stack.gatewayUrl}/v1/get_data`,
    key: await createAccount(stack),
    bodies: bodies(questions),
    processes: Object.fromEntries(house.map((process) => [process, stack.pids[process] ?? 0])),
    outside: ['sandbox'],
  };
}

const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const collector = await startCollector();
const start = (name: string, environment: Readonly<Record<string, string>>): Promise<Stack> =>
  startStack({
    dataDir: join(dataDir, name),
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: { ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn', ...environment },
  });
const stacks: Stack[] = [];
const skeletons: Skeleton[] = [];
try {
  const plain = await start('plain', {});
  stacks.push(plain);
  const traced = await start('traced', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  stacks.push(traced);
  const express = await skeleton('bare-express', {});
  const naive = await startNaive(plain);
  skeletons.push(express, ...naive.skeletons);
  const bareWay: Way = {
    name: '(a) bare express',
    url: `http://127.0.0.1:${express.port}/v1/get_data`,
    bodies: bodies(contracts),
    processes: { express: express.pid },
  };
  const measured = await measureAll([
    bareWay,
    naive.way,
    await realWay(plain, 'Assay, funding.rate of 16 contracts in turn: one source each', contracts),
    await realWay(traced, 'Assay, the same with every span exported', contracts),
    await realWay(plain, 'Assay, token.price of 16 tokens in turn: source, peers and reference', tokens),
  ]);
  const [bare, skeletonMeasured] = measured;
  if (bare === undefined || skeletonMeasured === undefined) {
    throw new Error('the floors were not measured');
  }
  const text = report(measured, { bare, naive: skeletonMeasured });
  const machine = `Node ${process.version}, ${cpus().length} cores, ${connections} connections; ${rounds} rounds of ${seconds} s for each way in turn, after ${warmUpSeconds} s of warm-up each; the middle round by CPU.`;
  writeChapter(
    'The cost of one delivered get_data',
    `Made by \`make bench\`. ${machine}\nCompare the ratios, not the absolute figures. CPU counts every process of the way: Node services, PostgreSQL with its\nbackends, and NATS. The sandbox stands for the providers and is shown apart; the naive skeleton asks no provider.\n\n${text}`,
  );
  process.stdout.write(`\n${text}`);
} finally {
  for (const { process: child } of skeletons) {
    child.kill();
  }
  await Promise.all(stacks.map((stack) => stack.stop()));
  await collector.close();
  rmSync(dataDir, { recursive: true, force: true });
}
