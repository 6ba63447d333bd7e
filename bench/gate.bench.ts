import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '@assay/runtime/clock';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { markdownTable } from './markdown-table.ts';
import { quantile } from './quantile.ts';
import { measurementNote, writeSection } from './results-file.ts';

/**
 * Measures the latency of a gate call, and of the two direct calls that a gate combines: a quote and a risk report.
 * Each caller alternates between the three calls, so that all run under the same load. Each call has a different
 * amount, so that no call can reuse another call's result.
 * Run with: node --conditions=@assay/source bench/gate.bench.ts [seconds]. Exits with 1 when a call fails or the gate
 * exceeds its limit.
 */
const seconds = Number(process.argv[2] ?? 60);
/**
 * The settings to measure: the number of callers, and the simulated delay of the Solana nodes, because real nodes are
 * always behind a network.
 */
const settings = [
  { callers: 1, nodeDelayMs: 0 },
  { callers: 1, nodeDelayMs: 20 },
  { callers: 4, nodeDelayMs: 20 },
] as const;
type Setting = (typeof settings)[number];
/** Length of the warm-up. Node compiles hot code only after hundreds of calls. */
const warmUpSeconds = 20;
const settlingSeconds = 3;
const maxRatio = 1.3;
const creditMicros = 1_000_000_000_000n;
/**
 * Maximum time to wait until the engine has measured that the nodes are independent, in milliseconds. The engine
 * simulates quotes only after that.
 */
const measuredWithinMs = 240_000;

type Holder = { readonly wallet: string; readonly tokenAccountA: string; readonly tokenAccountB: string };
type Pool = { readonly address: string; readonly mintB: string; readonly payer: Holder };
type Ask = (path: string, body: object) => Promise<Record<string, unknown>>;

const variants = ['quote', 'risk', 'gate'] as const;
type Variant = (typeof variants)[number];
type Times = Readonly<Record<Variant, number[]>>;

function createAsk(stack: Stack, key: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { port } = new URL(stack.gatewayUrl);
  return (path, body) =>
    new Promise((resolve, reject) => {
      const payload = JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      };
      const httpRequest = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          return response.statusCode === 200
            ? resolve(JSON.parse(text) as Record<string, unknown>)
            : reject(new Error(`${path} answered ${response.statusCode}: ${text}`));
        });
      });
      httpRequest.on('error', reject);
      httpRequest.end(payload);
    });
}

async function untilAnchored(stack: Stack, key: string): Promise<void> {
  const deadline = Date.now() + measuredWithinMs;
  for (;;) {
    const response = await fetch(`${stack.gatewayUrl}/v1/types`, { headers: { authorization: `Bearer ${key}` } });
    const { types } = (await response.json()) as { types: { type: string; maxLevel: string }[] };
    const chain = types.filter(({ type }) => type === 'chain.swap_quote' || type === 'chain.token_risk');
    if (chain.length === 2 && chain.every(({ maxLevel }) => maxLevel === 'anchored')) {
      return;
    }
    if (Date.now() > deadline) {
      throw new Error('the independence of the nodes was not measured in time');
    }
    await pause(500);
  }
}

let calls = 0;

/** Runs one caller for a time. The caller alternates between the three kinds of calls. */
async function callFor(ask: Ask, pools: readonly Pool[], forMs: number, times: Times): Promise<void> {
  const endAtMs = performance.now() + forMs;
  while (performance.now() < endAtMs) {
    calls += 1;
    const call = calls;
    const pool = pools[call % pools.length];
    const variant = variants[call % variants.length];
    if (pool === undefined || variant === undefined) {
      throw new Error('the sandbox has no pools');
    }
    const { wallet, tokenAccountA, tokenAccountB } = pool.payer;
    const accounts = { inputTokenAccount: tokenAccountA, outputTokenAccount: tokenAccountB };
    const trade = { pool: pool.address, payer: wallet, ...accounts, amountIn: String(1_000_000 + call) };
    const startedAtMs = performance.now();
    const answer =
      variant === 'gate'
        ? await ask('/v1/gate', {
            ...trade,
            policy: { maxPriceImpactBps: 100, maxRiskScore: 100, minLevel: 'anchored' },
          })
        : variant === 'quote'
          ? await ask('/v1/get_data', { type: 'chain.swap_quote', params: trade, minLevel: 'anchored' })
          : await ask('/v1/get_data', {
              type: 'chain.token_risk',
              params: { address: pool.mintB },
              minLevel: 'anchored',
            });
    times[variant].push(performance.now() - startedAtMs);
    if (variant === 'gate' && answer['decision'] !== 'allow') {
      throw new Error(`a gate decided ${JSON.stringify(answer)}`);
    }
  }
}

async function measure(ask: Ask, pools: readonly Pool[], concurrency: number, forSeconds: number): Promise<Times> {
  const times: Times = { quote: [], risk: [], gate: [] };
  const callers = Array.from({ length: concurrency }, () => callFor(ask, pools, forSeconds * 1_000, times));
  await Promise.all(callers);
  return times;
}

function ratioOf(times: Times, share: number): number {
  return quantile(times.gate, share) / Math.max(quantile(times.quote, share), quantile(times.risk, share));
}

/** Delays every answer of the sandbox's nodes by `delayMs`. */
async function setNodeDelay(stack: Stack, delayMs: number): Promise<void> {
  for (const node of ['node-a', 'node-b', 'node-c']) {
    const state = delayMs === 0 ? { state: 'up' } : { state: 'slow', delayMs };
    const url = `${stack.sandboxUrl}/control/providers/${node}`;
    const { ok } = await fetch(url, { method: 'PUT', body: JSON.stringify(state) });
    if (!ok) {
      throw new Error(`the sandbox refused the delay of ${node}`);
    }
  }
}

function rowOf({ callers, nodeDelayMs }: Setting, times: Times): string[] {
  const cells = variants.flatMap((variant) => [0.5, 0.99].map((share) => quantile(times[variant], share).toFixed(1)));
  const count = String(times.gate.length);
  return [
    String(callers),
    String(nodeDelayMs),
    count,
    ...cells,
    ratioOf(times, 0.5).toFixed(2),
    ratioOf(times, 0.99).toFixed(2),
  ];
}

const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const stack = await startStack({
  dataDir,
  sources: 'sandbox',
  restart: false,
  quiet: true,
  environment: { ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn' },
});
try {
  const { key } = await createAccount(stack, { creditMicros });
  await untilAnchored(stack, key);
  const control = (await (await fetch(`${stack.sandboxUrl}/control`)).json()) as {
    chain: { fixtures: { pools: Readonly<Record<string, Pool>> } };
  };
  const { pools: named } = control.chain.fixtures;
  const pools = ['cpmm', 'dammV2', 'cpmmTransferFee', 'dammV2OnlyB'].flatMap((name) => named[name] ?? []);
  const ask = createAsk(stack, key);
  await measure(ask, pools, 4, warmUpSeconds);
  const timesBySetting: (readonly [Setting, Times])[] = [];
  for (const setting of settings) {
    await setNodeDelay(stack, setting.nodeDelayMs);
    await measure(ask, pools, setting.callers, settlingSeconds);
    timesBySetting.push([setting, await measure(ask, pools, setting.callers, seconds)]);
  }
  const header = [
    'callers',
    'node delay, ms',
    'calls of each kind',
    ...variants.flatMap((variant) => [`${variant} p50, ms`, `${variant} p99, ms`]),
    'p50 ratio',
    'p99 ratio',
  ];
  const rows = timesBySetting.map(([setting, times]) => rowOf(setting, times));
  const table = markdownTable(header, rows);
  const worst = Math.max(...timesBySetting.map(([, times]) => ratioOf(times, 0.99)));
  const passed = worst <= maxRatio;
  const verdict = `The 99th percentile of the gate is at most ${worst.toFixed(2)} times that of its slower part. Our limit for this ratio is ${maxRatio}.`;
  writeSection(
    'Latency of a gate and of its two parts',
    `${measurementNote('bench/gate.bench.ts')} Each row is a measurement of ${seconds} s. Each caller asks in turn for a quote, for a
risk report and for the gate, with another amount each time. All answers reach the level \`anchored\`. A gate consists of a quote
and a risk report. A ratio is the gate's time divided by that of the slower of these two parts.\n\n${table}\n
${verdict} With several callers or without a delay of the nodes, a machine with few cores has too little CPU time for all calls,
so they wait for each other.`,
  );
  process.stdout.write(`${table}\n${verdict}\n`);
  process.exitCode = passed ? 0 : 1;
} finally {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
