import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { startStack, type Stack } from '@assay/stack/stack';
import { writeChapter } from './results-file.ts';

/*
 * How long a gate takes beside the two direct calls that it stands for, everything on this machine. Every caller asks for a
 * quote, a risk and a gate in turn, so that all three see the same machine, and for another amount every time, so that
 * nothing is shared between calls. Run with: node --conditions=@assay/source --import tsx bench/gate.bench.ts [seconds].
 * Ends with 1 when a call fails or the gate is slower than it may be.
 */
const seconds = Number(process.argv[2] ?? 60);
/** With how many callers, and how far away the nodes are: beside it there is no network, which no node of a chain is without. */
const settings = [
  { callers: 1, nodesAwayMs: 0 },
  { callers: 1, nodesAwayMs: 20 },
  { callers: 4, nodesAwayMs: 20 },
] as const;
type Setting = (typeof settings)[number];
/** Code that has just started is compiled while it runs, which takes hundreds of calls. */
const warmUpSeconds = 20;
const settleSeconds = 3;
const mostRatio = 1.3;
/** Independence of the nodes is proven by what is seen over time; before that no quote is simulated. */
const measuredWithinMs = 240_000;

type Holder = { readonly wallet: string; readonly tokenAccountA: string; readonly tokenAccountB: string };
type Pool = { readonly address: string; readonly mintB: string; readonly payer: Holder };
type Ask = (path: string, body: object) => Promise<Record<string, unknown>>;

const ways = ['quote', 'risk', 'gate'] as const;
type Way = (typeof ways)[number];
type Times = Readonly<Record<Way, number[]>>;

function asker(stack: Stack, key: string): Ask {
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
      const sent = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
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
      sent.on('error', reject);
      sent.end(payload);
    });
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
      throw new Error('the nodes were not measured in time');
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

let turns = 0;

/** One caller: each of the three ways in turn, until the time is over. */
async function callFor(ask: Ask, pools: readonly Pool[], forMs: number, times: Times): Promise<void> {
  const endAtMs = performance.now() + forMs;
  while (performance.now() < endAtMs) {
    turns += 1;
    const turn = turns;
    const pool = pools[turn % pools.length];
    const way = ways[turn % ways.length];
    if (pool === undefined || way === undefined) {
      throw new Error('the sandbox has no pools');
    }
    const { wallet, tokenAccountA, tokenAccountB } = pool.payer;
    const accounts = { inputTokenAccount: tokenAccountA, outputTokenAccount: tokenAccountB };
    const trade = { pool: pool.address, payer: wallet, ...accounts, amountIn: String(1_000_000 + turn) };
    const startedAtMs = performance.now();
    const answer =
      way === 'gate'
        ? await ask('/v1/gate', {
            ...trade,
            policy: { maxPriceImpactBps: 100, maxRiskScore: 100, minLevel: 'anchored' },
          })
        : way === 'quote'
          ? await ask('/v1/get_data', { type: 'chain.swap_quote', params: trade, minLevel: 'anchored' })
          : await ask('/v1/get_data', {
              type: 'chain.token_risk',
              params: { address: pool.mintB },
              minLevel: 'anchored',
            });
    times[way].push(performance.now() - startedAtMs);
    if (way === 'gate' && answer['decision'] !== 'allow') {
      throw new Error(`a gate decided ${JSON.stringify(answer)}`);
    }
  }
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function measure(ask: Ask, pools: readonly Pool[], concurrency: number, forSeconds: number): Promise<Times> {
  const times: Times = { quote: [], risk: [], gate: [] };
  const each = Array.from({ length: concurrency }, () => callFor(ask, pools, forSeconds * 1_000, times));
  await Promise.all(each);
  return times;
}

function ratioOf(times: Times, share: number): number {
  return percentile(times.gate, share) / Math.max(percentile(times.quote, share), percentile(times.risk, share));
}

/** Moves the sandbox's nodes so far away that each of their answers takes this much longer. */
async function moveNodes(stack: Stack, delayMs: number): Promise<void> {
  for (const node of ['node-a', 'node-b', 'node-c']) {
    const state = delayMs === 0 ? { state: 'up' } : { state: 'slow', delayMs };
    const url = `${stack.sandboxUrl}/control/providers/${node}`;
    const { ok } = await fetch(url, { method: 'PUT', body: JSON.stringify(state) });
    if (!ok) {
      throw new Error(`the sandbox did not move ${node}`);
    }
  }
}

function rowOf({ callers, nodesAwayMs }: Setting, times: Times): string[] {
  const cells = ways.map((way) => [0.5, 0.99].map((share) => percentile(times[way], share).toFixed(1)).join(' / '));
  const count = String(times.gate.length);
  return [
    String(callers),
    String(nodesAwayMs),
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
  const key = await createAccount(stack);
  await untilAnchored(stack, key);
  const control = (await (await fetch(`${stack.sandboxUrl}/control`)).json()) as {
    chain: { fixtures: { pools: Readonly<Record<string, Pool>> } };
  };
  const { pools: named } = control.chain.fixtures;
  const pools = ['cpmm', 'dammV2', 'cpmmTransferFee', 'dammV2OnlyB'].flatMap((name) => named[name] ?? []);
  const ask = asker(stack, key);
  await measure(ask, pools, 4, warmUpSeconds);
  const measured: (readonly [Setting, Times])[] = [];
  for (const setting of settings) {
    await moveNodes(stack, setting.nodesAwayMs);
    await measure(ask, pools, setting.callers, settleSeconds);
    measured.push([setting, await measure(ask, pools, setting.callers, seconds)]);
  }
  const header = ['callers', 'nodes away, ms', 'calls of each', 'quote', 'risk', 'gate', 'p50 ratio', 'p99 ratio'];
  const rows = [header, header.map(() => '---'), ...measured.map(([setting, times]) => rowOf(setting, times))];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const worst = Math.max(...measured.map(([, times]) => ratioOf(times, 0.99)));
  const right = worst <= mostRatio;
  const verdict = `The 99th percentile of the gate is at most ${worst.toFixed(2)} times that of its slower half; it may be ${mostRatio}.`;
  writeChapter(
    'The gate beside its two halves',
    `Made by \`bench/gate.bench.ts\`. Node ${process.version}, ${cpus().length} cores, ${seconds} s for each row. Milliseconds, p50 / p99. Each caller asks\nfor a quote, a risk and a gate in turn, another amount every time, all anchored: the same machine for all three. The\nratios are to the slower half. With several callers, or no network, on few cores, the work counts more than its length.\n\n${table}\n\n${verdict}`,
  );
  process.stdout.write(`${table}\n${verdict}\n`);
  process.exitCode = right ? 0 : 1;
} finally {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
