import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { alternatives, startAlternatives } from './alternatives.ts';
import { startCollector } from './collector.ts';
import { cpuMicros } from './cpu.ts';
import { load } from './load.ts';
import { formatAlternatives, formatReport, totalCpuMicros, type VariantMeasurement } from './report.ts';
import { loadText, measurementNote, writeReleaseRow, writeSection } from './results-file.ts';
import { startSkeleton, type Skeleton } from './skeletons.ts';
import { bodies, contracts, tokens, type BenchRequest, type Variant } from './variants.ts';

const connections = 64;
const warmUpSeconds = 8;
const seconds = 5;
const rounds = 3;
const creditMicros = 1_000_000_000_000n;
/**
 * Time for which the benchmark measures an idle system, in seconds. The result separates background work from the work
 * of requests.
 */
const idleSeconds = 10;
/**
 * Number of variants that the first table of results.md compares by release. They come directly after the two
 * baselines.
 */
const comparedVariants = 4;
/** The answer that is compared with what users would build or run instead. */
const comparedAnswer = 'Assay, token.price of 16 tokens in turn: source, peers and reference';

/** Loads a variant for a number of seconds, and measures the CPU time of its processes meanwhile. */
async function measure(variant: Variant, forSeconds: number): Promise<VariantMeasurement> {
  const before = cpuMicros(variant.processes);
  const result = await load({
    url: variant.url,
    headers: {
      ...(variant.key === undefined ? {} : { authorization: `Bearer ${variant.key}` }),
      ...variant.headers,
    },
    bodies: variant.bodies,
    connections,
    seconds: forSeconds,
  });
  const after = cpuMicros(variant.processes);
  const cpuMicrosPerRequest = Object.fromEntries(
    Object.keys(variant.processes).map((name) => [
      name,
      ((after[name] ?? 0) - (before[name] ?? 0)) / Math.max(1, result.requests),
    ]),
  );
  return { name: variant.name, load: result, cpuMicrosPerRequest, outside: variant.outside ?? [] };
}

/** Returns the round with the median CPU per request. Other work on the machine disturbs single rounds. */
function median(results: readonly VariantMeasurement[]): VariantMeasurement {
  const sorted = results.toSorted((a, b) => totalCpuMicros(a) - totalCpuMicros(b));
  const result = sorted[Math.floor(sorted.length / 2)];
  if (result === undefined) {
    throw new Error('nothing was measured');
  }
  return result;
}

/** Warms up all variants and measures them alternately for several rounds, so that all run under the same conditions. */
async function measureAll(variants: readonly Variant[]): Promise<VariantMeasurement[]> {
  for (const variant of variants) {
    await measure(variant, warmUpSeconds);
  }
  const measurementsByVariant = variants.map((): VariantMeasurement[] => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, variant] of variants.entries()) {
      const result = await measure(variant, seconds);
      measurementsByVariant[index]?.push(result);
      process.stdout.write(
        `round ${round}, ${result.name}: ${result.load.requestsPerSecond.toFixed(0)} req/s, ` +
          `${totalCpuMicros(result).toFixed(0)} us CPU per request, ${result.load.failed} failed\n`,
      );
    }
  }
  return measurementsByVariant.map(median);
}

async function startNaive(
  stack: Stack,
): Promise<{ readonly variant: Variant; readonly skeletons: readonly Skeleton[] }> {
  const engine = await startSkeleton('engine', {});
  const billing = await startSkeleton('billing', { BENCH_PG_URL: stack.postgresUrl });
  const gateway = await startSkeleton('gateway', {
    BENCH_ENGINE: `127.0.0.1:${engine.port}`,
    BENCH_BILLING: `127.0.0.1:${billing.port}`,
  });
  return {
    skeletons: [gateway, billing, engine],
    variant: {
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

/** Returns a variant of the complete system, with validation, HTTP sources, decisions and the ledger. */
async function assayVariant(stack: Stack, name: string, requests: readonly BenchRequest[]): Promise<Variant> {
  const processes = ['gateway', 'engine', 'billing', 'postgres', 'nats', 'sandbox'];
  return {
    name,
    url: `${stack.gatewayUrl}/v1/get_data`,
    key: (await createAccount(stack, { creditMicros })).key,
    bodies: bodies(requests),
    processes: Object.fromEntries(processes.map((name) => [name, stack.pids[name] ?? 0])),
    outside: ['sandbox'],
  };
}

/** Measures the CPU time of an idle variant's processes, in microseconds per second. */
async function measureIdle({ processes }: Variant): Promise<Readonly<Record<string, number>>> {
  const before = cpuMicros(processes);
  await new Promise((resolve) => {
    setTimeout(resolve, idleSeconds * 1_000);
  });
  const after = cpuMicros(processes);
  return Object.fromEntries(
    Object.keys(processes).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / idleSeconds]),
  );
}

/**
 * Setting for the pace of live mode: how often the engine reads and probes its sources. All figures use it, because
 * users run engines in live mode.
 */
const livePace = { ASSAY_PACE: 'live' };
const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const collector = await startCollector();
const stacks: Stack[] = [];
const start = async (name: string, environment: Readonly<Record<string, string>>): Promise<Stack> => {
  const stack = await startStack({
    dataDir: join(dataDir, name),
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: { ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn', ...environment },
  });
  stacks.push(stack);
  return stack;
};
const skeletons: Skeleton[] = [];
try {
  const plain = await start('plain', livePace);
  const traced = await start('traced', { ...livePace, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const express = await startSkeleton('bare-express', {});
  const naive = await startNaive(plain);
  const others = await startAlternatives(plain.sandboxUrl ?? '');
  skeletons.push(express, ...naive.skeletons, ...others.started);
  const bareVariant: Variant = {
    name: '(a) bare express',
    url: `http://127.0.0.1:${express.port}/v1/get_data`,
    bodies: bodies(contracts),
    processes: { express: express.pid },
  };
  const rates = await assayVariant(plain, 'Assay, funding.rate of 16 contracts in turn: one source each', contracts);
  const measurements = await measureAll([
    bareVariant,
    naive.variant,
    rates,
    {
      ...(await assayVariant(plain, 'Assay, the same with a signed answer', contracts)),
      headers: { 'accept-signature': 'sig1=();created;keyid;alg="ed25519"' },
    },
    await assayVariant(traced, 'Assay, the same with every span exported', contracts),
    await assayVariant(plain, comparedAnswer, tokens),
    ...others.variants,
  ]);
  const [bare, naiveMeasurement, ...delivered] = measurements;
  const answer = measurements.find(({ name }) => name === comparedAnswer);
  if (bare === undefined || naiveMeasurement === undefined || answer === undefined) {
    throw new Error('the baselines were not measured');
  }
  const idle = await measureIdle(rates);
  // At the sandbox's pace even an idle system uses much CPU. So this system starts after all others have been measured.
  const quick = await start('sandbox-pace', {});
  const quickPrices = await assayVariant(quick, 'Assay, the same token.price at the pace of the sandbox', tokens);
  const atSandboxPace = await measureAll([quickPrices]);
  const paces = { live: idle, sandbox: await measureIdle(quickPrices) };
  const comparison = formatAlternatives(
    answer,
    alternatives.map((each) => ({ ...each, measurement: measurements.find(({ name }) => name === each.name) })),
  );
  const report = formatReport([...measurements, ...atSandboxPace], { bare, naive: naiveMeasurement }, paces);
  const text = `${report}\n\n${comparison}`;
  writeSection(
    'The cost of one delivered get_data',
    `${measurementNote('make bench')} ${connections} connections; ${rounds} rounds of ${seconds} s for each variant in turn,
after ${warmUpSeconds} s of warm-up each. A row is the round with the median CPU. CPU includes every process of a variant: Node
services, PostgreSQL with its backends, and NATS. The sandbox simulates the providers and is listed separately. The naive
skeleton asks no provider. Except in the last row, the engine samples and probes as often as in live mode.\n\n${text}`,
  );
  writeReleaseRow([
    `Node ${process.version.slice(1)}, ${cpus().length} cores, load ${loadText()}`,
    ...[...delivered.slice(0, comparedVariants), bare].map((each) => totalCpuMicros(each).toFixed(0)),
  ]);
  process.stdout.write(`\n${text}`);
} finally {
  for (const { process: child } of skeletons) {
    child.kill();
  }
  await Promise.all(stacks.map((stack) => stack.stop()));
  await collector.close();
  rmSync(dataDir, { recursive: true, force: true });
}
