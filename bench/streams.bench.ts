import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { measurePoint, restingCpu, type Point } from './growth-load.ts';
import { rowText } from './markdown-table.ts';
import { quantile } from './quantile.ts';

/**
 * Compares the engine's CPU use with streams on and with streams off, both idle and under load. The measurements come
 * in pairs: one with streams on and one with streams off.
 * Run with: node --conditions=@assay/source bench/streams.bench.ts [pairs] [seconds of a measurement]
 * docs/operate/streams.md has the figures of one run.
 */
const pairs = Number(process.argv[2] ?? 6);
const seconds = Number(process.argv[3] ?? 10);
/**
 * Time after its start during which the engine reads its sources five times a second, in milliseconds. The benchmark
 * waits, because the idle figures should show the usual pace.
 */
const burstMs = 100_000;
const tokens = 'SOL BTC ETH XRP DOGE ADA AVAX LINK DOT LTC BCH UNI AAVE ATOM NEAR ARB'.split(' ');
const questions = {
  'token.price': tokens.map((token) => JSON.stringify({ type: 'token.price', params: { token } })),
  'funding.rate': ['BTC', 'ETH', 'SOL', 'XRP'].flatMap((symbol) =>
    ['binance', 'bybit', 'okx', 'dydx'].map((venue) =>
      JSON.stringify({ type: 'funding.rate', params: { symbol, venue } }),
    ),
  ),
} as const;

const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-streams-'));
const stacks: Stack[] = [];

async function start(streams: 'on' | 'off'): Promise<Stack> {
  const stack = await startStack({
    dataDir: join(dataDir, streams),
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: { ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn', ASSAY_STREAMS: streams },
  });
  stacks.push(stack);
  return stack;
}

async function pointOf(name: keyof typeof questions, stack: Stack): Promise<Point> {
  const { key } = await createAccount(stack, { creditMicros: 1_000_000_000_000n });
  const bodies = questions[name];
  let questionCount = 0;
  return { name, stack, next: () => ({ key, body: bodies[(questionCount += 1) % bodies.length] as string }) };
}

function show(name: string, values: readonly (readonly [on: number, off: number])[], unit: string): void {
  const median = (index: 0 | 1): string =>
    quantile(
      values.map((pair) => pair[index]),
      0.5,
    ).toFixed(0);
  const ratios = values.map(([on, off]) => on / off);
  const [min = '', middle = '', max = ''] = [0, 0.5, 1].map((share) => quantile(ratios, share).toFixed(2));
  process.stdout.write(`${rowText([`${name}, ${unit}`, median(0), median(1), `${middle} (${min} to ${max})`])}\n`);
}

try {
  const [on, off] = [await start('on'), await start('off')];
  const startedAt = performance.now();
  const header = ['CPU', 'streams on', 'streams off', `ratio, median of ${pairs} pairs`];
  process.stdout.write(`${rowText(header)}\n${rowText(header.map(() => '---'))}\n`);
  for (const name of ['funding.rate', 'token.price'] as const) {
    const points = [await pointOf(name, on), await pointOf(name, off)] as const;
    await Promise.all(points.map((point) => measurePoint(point, 5, {})));
    const engines: (readonly [number, number])[] = [];
    const totals: (readonly [number, number])[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const a = await measurePoint(points[0], seconds, {});
      const b = await measurePoint(points[1], seconds, {});
      engines.push([a.byProcess['engine'] ?? 0, b.byProcess['engine'] ?? 0]);
      totals.push([a.micros, b.micros]);
    }
    show(`${name}, the engine`, engines, 'us a delivery');
    show(`${name}, all services`, totals, 'us a delivery');
  }
  await restingCpu(on, Math.max(1, (burstMs - (performance.now() - startedAt)) / 1_000));
  const resting: (readonly [number, number])[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const [a, b] = [await restingCpu(on, seconds), await restingCpu(off, seconds)];
    resting.push([(a['engine'] ?? 0) / 1_000, (b['engine'] ?? 0) / 1_000]);
  }
  show('idle engine', resting, 'thousandths of a core');
} finally {
  await Promise.allSettled(stacks.map((stack) => stack.stop()));
  rmSync(dataDir, { recursive: true, force: true });
}
