import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

const connections = 32;
const warmUpSeconds = 2;
const seconds = 6;
const symbols = [
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
];

function bodies(tokens: readonly string[]): string[] {
  return tokens.map((token) => JSON.stringify({ type: 'token.price', params: { token } }));
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

/** Warms a way up, then measures it: the load's own figures and the CPU time of its processes over the same span. */
async function measure(options: {
  readonly name: string;
  readonly url: string;
  readonly key?: string;
  readonly bodies: readonly string[];
  readonly processes: Readonly<Record<string, number>>;
  readonly outside?: readonly string[];
}): Promise<Measured> {
  const request = {
    url: options.url,
    headers: options.key === undefined ? {} : { authorization: `Bearer ${options.key}` },
    bodies: options.bodies,
    connections,
  };
  await load({ ...request, seconds: warmUpSeconds });
  const before = cpuMicros(options.processes);
  const result = await load({ ...request, seconds });
  const after = cpuMicros(options.processes);
  const cpuMicrosPerRequest = Object.fromEntries(
    Object.keys(options.processes).map((name) => [
      name,
      ((after[name] ?? 0) - (before[name] ?? 0)) / Math.max(1, result.requests),
    ]),
  );
  const measured = { name: options.name, load: result, cpuMicrosPerRequest, outside: options.outside ?? [] };
  process.stdout.write(
    `${measured.name}: ${result.requestsPerSecond.toFixed(0)} req/s, p50 ${result.p50Ms} ms, p99 ${result.p99Ms} ms, ` +
      `${totalCpuMicros(measured).toFixed(0)} us CPU a request, ${result.failed} failed\n`,
  );
  return measured;
}

async function measureBareExpress(): Promise<Measured> {
  const bare = await skeleton('bare-express', {});
  try {
    return await measure({
      name: '(a) bare express',
      url: `http://127.0.0.1:${bare.port}/v1/get_data`,
      bodies: bodies(symbols),
      processes: { express: bare.pid },
    });
  } finally {
    bare.process.kill();
  }
}

async function measureNaive(stack: Stack): Promise<Measured> {
  const engine = await skeleton('engine', {});
  const billing = await skeleton('billing', { BENCH_PG_URL: stack.postgresUrl });
  const gateway = await skeleton('gateway', {
    BENCH_ENGINE: `127.0.0.1:${engine.port}`,
    BENCH_BILLING: `127.0.0.1:${billing.port}`,
  });
  try {
    return await measure({
      name: '(b) naive skeleton: express, 3 unary calls, 2 statements',
      url: `http://127.0.0.1:${gateway.port}/v1/get_data`,
      bodies: bodies(symbols),
      processes: {
        gateway: gateway.pid,
        engine: engine.pid,
        billing: billing.pid,
        postgres: stack.pids['postgres'] ?? 0,
      },
    });
  } finally {
    for (const { process: child } of [gateway, billing, engine]) {
      child.kill();
    }
  }
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

/** The delivered path with everything on: validation, sources over HTTP, decisions, ledger, and spans exported to a collector. */
async function measureReal(stack: Stack): Promise<Measured[]> {
  const key = await createAccount(stack);
  const house = ['gateway', 'engine', 'billing', 'postgres', 'nats', 'sandbox'];
  const processes = Object.fromEntries(house.map((name) => [name, stack.pids[name] ?? 0]));
  const url = `${stack.gatewayUrl}/v1/get_data`;
  const common = { url, key, processes, outside: ['sandbox'] };
  return [
    await measure({ ...common, name: `Assay, ${symbols.length} symbols in turn`, bodies: bodies(symbols) }),
    await measure({ ...common, name: 'Assay, one symbol', bodies: bodies(['SOL']) }),
  ];
}

const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const collector = await startCollector();
const start = (environment: Readonly<Record<string, string>>): Promise<Stack> =>
  startStack({
    dataDir,
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: { ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn', ...environment },
  });
const measured: Measured[] = [];
try {
  const withSpans = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const bare = await measureBareExpress();
  const naive = await measureNaive(withSpans);
  const traced = (await measureReal(withSpans)).map((way) => ({ ...way, name: `${way.name}, all spans exported` }));
  await withSpans.stop();
  const quiet = await start({});
  measured.push(bare, naive, ...traced, ...(await measureReal(quiet)));
  await quiet.stop();
  const text = report(measured, { bare, naive });
  const machine = `Node ${process.version}, ${cpus().length} cores, ${connections} connections, ${seconds} s each after ${warmUpSeconds} s of warm-up.`;
  writeFileSync(
    new URL('results.md', import.meta.url),
    `# The cost of one delivered get_data\n\nMade by \`make bench\`. ${machine} All ways ran one after the other on the same machine; compare the ratios, not the\nabsolute figures. CPU counts every process of the way: Node services, PostgreSQL with its backends, and NATS. The sandbox\nstands for the providers and is shown apart.\n\n${text}`,
  );
  process.stdout.write(`\n${text}`);
} finally {
  await collector.close();
  rmSync(dataDir, { recursive: true, force: true });
}
