import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateApiKey } from '@assay/identifiers/api-key';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import autocannon from 'autocannon';
import { cpuMicros } from './cpu.ts';
import { markdownTable, processTable, type ProcessRow } from './markdown-table.ts';
import { measurementNote, writeSection } from './results-file.ts';
import { startSkeleton } from './skeletons.ts';

/**
 * Compares the CPU time per request of two builds: this checkout's and another checkout's. It also measures bare
 * express. The three alternate, so that all run under the same conditions. Both checkouts need `make build` and the
 * same migrations.
 * Run with: npm run compare -w bench -- OTHER_CHECKOUT [rounds] [seconds] [name of the other build] [prefix of the
 * names of the requests to measure]
 */
const [, , otherRoot = '', roundsText = '5', secondsText = '3', otherName = '', wanted = ''] = process.argv;
const [rounds, seconds] = [Number(roundsText), Number(secondsText)];
const ownRoot = fileURLToPath(new URL('..', import.meta.url));
const warmUpSeconds = 6;
const connections = 64;
const creditMicros = 1_000_000_000_000n;
const measuredProcesses = ['gateway', 'engine', 'billing', 'postgres', 'nats'];

type Sample = { readonly total: number; readonly byProcess: Readonly<Record<string, number>> };
/** One kind of request to one server, and its measurements: one sample per round. */
type Target = {
  readonly name: string;
  readonly url: string;
  readonly bodies: readonly object[];
  readonly nextKey: () => string;
  readonly pids: () => Readonly<Record<string, number>>;
  readonly samples: Sample[];
};

const prices = ['SOL', 'BTC', 'ETH', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK'];
const rate = (symbol: string, venue: string): object => ({ type: 'funding.rate', params: { symbol, venue } });
const rates = ['BTC', 'ETH', 'SOL'].flatMap((symbol) =>
  ['binance', 'bybit', 'okx'].map((venue) => rate(symbol, venue)),
);
const questions = prices.map((token) => ({ type: 'token.price', params: { token } }));

async function startVersion(name: string, root: string, dataDir: string): Promise<Stack> {
  return startStack({
    dataDir: join(dataDir, name),
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: { ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn' },
    launcher: () => ['/bin/sh', '-c', 'cd "$0" && exec "$@"', resolve(root), process.execPath, '--enable-source-maps'],
  });
}

async function targetsOf(stack: Stack): Promise<Target[]> {
  const paying = (await createAccount(stack, { creditMicros })).key;
  const limited = (await createAccount(stack, { creditMicros, rateLimitPerMinute: 1 })).key;
  const common = {
    url: `${stack.gatewayUrl}/v1/get_data`,
    pids: () => Object.fromEntries(measuredProcesses.map((name) => [name, stack.pids[name] ?? 0])),
  };
  return [
    { ...common, name: 'funding.rate: one source', bodies: rates, nextKey: () => paying, samples: [] },
    { ...common, name: 'token.price: source, peers, reference', bodies: questions, nextKey: () => paying, samples: [] },
    { ...common, name: 'a key over its limit (429)', bodies: rates, nextKey: () => limited, samples: [] },
    { ...common, name: 'unknown keys, a different one each time', bodies: rates, nextKey: generateApiKey, samples: [] },
  ];
}

async function send(target: Target, forSeconds: number): Promise<Sample> {
  const processes = target.pids();
  const before = cpuMicros(processes);
  const result = await autocannon({
    url: target.url,
    connections,
    duration: forSeconds,
    requests: target.bodies.map((body) => ({
      method: 'POST' as const,
      body: JSON.stringify(body),
      setupRequest: (sent: autocannon.Request) => ({
        ...sent,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${target.nextKey()}` },
      }),
    })),
  });
  const after = cpuMicros(processes);
  const count = Math.max(1, result['2xx'] + result.non2xx);
  const byProcess = Object.fromEntries(
    Object.keys(processes).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / count]),
  );
  return { total: Object.values(byProcess).reduce((sum, micros) => sum + micros, 0), byProcess };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns for each round the cost of target `a` divided by the cost of target `b`. */
function ratios(a: Target, b: Target): number[] {
  return a.samples.map(({ total }, round) => total / (b.samples[round]?.total ?? total));
}

function microsOf({ samples }: Target): string {
  return median(samples.map(({ total }) => total)).toFixed(0);
}

function partsOf({ name: request, samples }: Target, build: string): ProcessRow {
  const names = Object.keys(samples[0]?.byProcess ?? {});
  const amounts = names.map((name) => [name, median(samples.map((each) => each.byProcess[name] ?? 0))] as const);
  return { cells: [request, build], amounts: Object.fromEntries(amounts) };
}

function rowOf(other: Target, own: Target, express: Target): string[] {
  const pairs = ratios(own, other);
  return [
    own.name,
    microsOf(other),
    microsOf(own),
    median(pairs).toFixed(2),
    `${Math.min(...pairs).toFixed(2)} to ${Math.max(...pairs).toFixed(2)}`,
    median(ratios(other, express)).toFixed(2),
    median(ratios(own, express)).toFixed(2),
  ];
}

/** Measures one kind of request on both versions and on bare express, alternating. */
async function measure(targets: readonly Target[]): Promise<void> {
  for (const target of targets) {
    await send(target, warmUpSeconds);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) {
      target.samples.push(await send(target, seconds));
    }
  }
}

function commitOf(root: string): string {
  return execFileSync('git', ['-C', root, 'log', '-1', '--format=%h'], { encoding: 'utf8' }).trim();
}

type Comparison = { readonly other: Target; readonly own: Target; readonly express: Target };

function tables(comparisons: readonly Comparison[]): string {
  const header = [
    'request',
    'other, CPU us',
    'this, CPU us',
    'this / other',
    'rounds, this / other',
    'other x bare express',
    'this x bare express',
  ];
  const rows = comparisons.map(({ other, own, express }) => rowOf(other, own, express));
  const parts = comparisons.flatMap(({ other, own }) => [partsOf(other, 'other'), partsOf(own, 'this')]);
  return `${markdownTable(header, rows)}\n\n${processTable(['CPU by process, us', 'build'], parts)}`;
}

function report(comparisons: readonly Comparison[], loadAverages: string): string {
  return (
    `${measurementNote('npm run compare -w bench')} The load averages during the run were ${loadAverages}. The run compares ` +
    `${otherName || `commit \`${commitOf(otherRoot)}\``} (other) with the commit above (this). ${connections} connections, ` +
    `${rounds} rounds of ${seconds} s for each in turn.\n\nA figure is the CPU time of the gateway, the engine, billing, ` +
    'PostgreSQL and NATS for one request, as the median of the rounds. A ratio is the median of the ratios of the single ' +
    `rounds.\n\n${tables(comparisons)}\n\n` +
    'The engine samples sources all the time, regardless of the load. When the machine is busy, it answers fewer requests a ' +
    'second, so a larger part of this work counts for each request. Compare only figures of the same run.'
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'assay-compare-'));
const stacks: Stack[] = [];
const skeleton = await startSkeleton('bare-express', {});
try {
  stacks.push(await startVersion('other', otherRoot, dataDir));
  stacks.push(await startVersion('this', ownRoot, dataDir));
  const [others = [], owns = []] = await Promise.all(stacks.map(targetsOf));
  const loads: number[] = [];
  const measurements = owns.flatMap((own, index) => {
    if (!own.name.startsWith(wanted)) {
      return [];
    }
    const other = others[index];
    const url = `http://127.0.0.1:${skeleton.port}/v1/get_data`;
    const express = { ...own, url, pids: () => ({ express: skeleton.pid }), samples: [] };
    return other === undefined ? [] : [{ own, other, express }];
  });
  for (const { other, own, express } of measurements) {
    await measure([other, own, express]);
    loads.push(loadavg()[0] ?? 0);
    process.stdout.write(`${tables([{ other, own, express }])}\n`);
  }
  writeSection('Two versions in the same run', report(measurements, loads.map((load) => load.toFixed(1)).join(', ')));
} finally {
  skeleton.process.kill();
  await Promise.all(stacks.map((stack) => stack.stop()));
  rmSync(dataDir, { recursive: true, force: true });
}
