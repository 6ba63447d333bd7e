import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateApiKey } from '@assay/service/api-key';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import autocannon from 'autocannon';
import { cpuMicros } from './cpu.ts';

/**
 * Compares the CPU time per request of this checkout's build with that of another checkout, in turn under the same
 * conditions. Both need `make build` and the same migrations. Run with: node --conditions=@assay/source --import tsx
 * bench/compare.bench.ts OTHER_CHECKOUT [rounds] [seconds] [name of a request, ...].
 */
const [, , otherRoot = '', roundsText = '5', secondsText = '4', ...wanted] = process.argv;
const [rounds, seconds] = [Number(roundsText), Number(secondsText)];
const warmUpSeconds = 6;
const connections = 64;
const creditMicros = 1_000_000_000_000n;
const measuredProcesses = ['gateway', 'engine', 'billing', 'postgres', 'nats'];

type Sample = { readonly total: number; readonly byProcess: Readonly<Record<string, number>> };
type Request = {
  readonly name: string;
  readonly bodies: readonly object[];
  readonly nextKey: () => string;
  readonly samples: Sample[];
};
type Side = { readonly name: string; readonly stack: Stack; readonly requests: readonly Request[] };

const prices = ['SOL', 'BTC', 'ETH', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK'];
const rate = (symbol: string, venue: string): object => ({ type: 'funding.rate', params: { symbol, venue } });
const rates = ['BTC', 'ETH', 'SOL'].flatMap((symbol) =>
  ['binance', 'bybit', 'okx'].map((venue) => rate(symbol, venue)),
);

async function openSide(name: string, root: string, dataDir: string): Promise<Side> {
  const stack = await startStack({
    dataDir: join(dataDir, name),
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: { ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn' },
    launcher: () => ['/bin/sh', '-c', 'cd "$0" && exec "$@"', resolve(root), process.execPath, '--enable-source-maps'],
  });
  const paying = (await createAccount(stack, { creditMicros })).key;
  const limited = (await createAccount(stack, { creditMicros, rateLimitPerMinute: 1 })).key;
  const requests: Omit<Request, 'samples'>[] = [
    { name: 'funding.rate', bodies: rates, nextKey: () => paying },
    {
      name: 'token.price',
      bodies: prices.map((token) => ({ type: 'token.price', params: { token } })),
      nextKey: () => paying,
    },
    { name: 'full-window', bodies: rates, nextKey: () => limited },
    { name: 'unknown-key', bodies: rates, nextKey: generateApiKey },
    { name: 'misspelt-key', bodies: rates, nextKey: () => `${paying.slice(0, -1)}_` },
  ];
  const chosen = requests.filter((request) => wanted.length === 0 || wanted.includes(request.name));
  return { name, stack, requests: chosen.map((request) => ({ ...request, samples: [] })) };
}

async function send({ stack }: Side, request: Request, forSeconds: number): Promise<Sample> {
  const processes = Object.fromEntries(measuredProcesses.map((name) => [name, stack.pids[name] ?? 0]));
  const before = cpuMicros(processes);
  const result = await autocannon({
    url: `${stack.gatewayUrl}/v1/get_data`,
    connections,
    duration: forSeconds,
    requests: request.bodies.map((body) => ({
      method: 'POST' as const,
      body: JSON.stringify(body),
      setupRequest: (sent: autocannon.Request) => ({
        ...sent,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${request.nextKey()}` },
      }),
    })),
  });
  const after = cpuMicros(processes);
  const count = Math.max(1, result['2xx'] + result.non2xx);
  const byProcess = Object.fromEntries(
    measuredProcesses.map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / count]),
  );
  return { total: Object.values(byProcess).reduce((sum, micros) => sum + micros, 0), byProcess };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function describe(request: Request): string {
  const parts = measuredProcesses.map(
    (name) => `${name} ${median(request.samples.map(({ byProcess }) => byProcess[name] ?? 0)).toFixed(0)}`,
  );
  return `${median(request.samples.map(({ total }) => total)).toFixed(0)} us (${parts.join(', ')})`;
}

const dataDir = mkdtempSync(join(tmpdir(), 'assay-compare-'));
const sides: Side[] = [];
try {
  sides.push(await openSide('other', otherRoot, dataDir));
  sides.push(await openSide('this', fileURLToPath(new URL('..', import.meta.url)), dataDir));
  const [other, own] = sides as [Side, Side];
  for (const [index, request] of own.requests.entries()) {
    const counterpart = other.requests[index];
    if (counterpart === undefined) {
      continue;
    }
    await send(other, counterpart, warmUpSeconds);
    await send(own, request, warmUpSeconds);
    for (let round = 0; round < rounds; round += 1) {
      counterpart.samples.push(await send(other, counterpart, seconds));
      request.samples.push(await send(own, request, seconds));
    }
    const ratios = request.samples.map(({ total }, round) => total / (counterpart.samples[round]?.total ?? total));
    process.stdout.write(
      `${request.name}: ${median(ratios).toFixed(3)} of the other's CPU ` +
        `(pairs from ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}; load ${loadavg()[0]?.toFixed(1)})\n` +
        `  other ${describe(counterpart)}\n  this  ${describe(request)}\n`,
    );
  }
} finally {
  await Promise.all(sides.map(({ stack }) => stack.stop()));
  rmSync(dataDir, { recursive: true, force: true });
}
