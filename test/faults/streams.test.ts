import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { ProviderStream } from '@assay/providers/define-stream';
import { loadStreams } from '@assay/providers/load-streams';
import { pause } from '@assay/runtime/clock';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { send, until } from '../e2e/support/system.ts';
import { startHeldPrices, startHeldRates, type HeldValues } from './support/held-prices.ts';
import { judgeAnswers, startAnswerLoad, type AnswerLoad, type LoadQuestion } from './support/judge-answers.ts';
import { freshMs, hasRates, isShown, restWithinMs, streamFaults, type StreamFault } from './support/stream-faults.ts';
import {
  answeredOf,
  readMetrics,
  watchMetrics,
  type AskedStream,
  type MetricsWatch,
} from './support/stream-metrics.ts';

/**
 * Allowance for the time that requests of the load, and reading the metrics, take on a busy machine. In milliseconds.
 */
const marginMs = 1_000;
const engines = ['engine-1', 'engine-2'] as const;
/**
 * The streams under test. All are in use: the sampler asks the price providers several times a second, and the load
 * asks every venue for its funding rate.
 */
const streams = await loadStreams();
const ids = streams.map(({ id }) => id);
const providers = [...new Set(streams.map(({ provider }) => provider))];
const questions: readonly LoadQuestion[] = [
  { type: 'spot.price', params: { symbol: 'BTC' } },
  { type: 'token.price', params: { token: 'SOL' } },
  { type: 'spot.price', params: { symbol: 'ETH-USD' } },
  { type: 'spot.price', params: { symbol: 'BTC-USDT' } },
  { type: 'spot.price', params: { symbol: 'ETH' } },
  ...streams.filter(hasRates).map(({ provider: venue }, index) => ({
    type: 'funding.rate',
    params: { symbol: ['BTC', 'ETH', 'SOL'][index % 3] as string, venue },
  })),
];

let stack: Stack;
let dataDir: string;
let database: pg.Pool;
let prices: HeldValues;
let rates: HeldValues;
let load: AnswerLoad | undefined;
let metrics: MetricsWatch;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-stream-faults-'));
  stack = await startStack({
    dataDir,
    sources: 'sandbox',
    restart: false,
    quiet: true,
    replicas: { engine: 2 },
    environment: { ASSAY_PORT: '0', ASSAY_STREAM_FRESH_MS: String(freshMs) },
  });
  database = openTestPool(stack.postgresUrl, 2);
  metrics = watchMetrics(stack.opsUrls, engines);
  const sandboxUrl = stack.sandboxUrl ?? '';
  prices = await startHeldPrices(sandboxUrl, { BTC: 64_000, ETH: 3_000, SOL: 150 }, { stepBps: 200, everyMs: 4_000 });
  // Some venues state no time for a funding rate. The time of a block then counts as the rate's time, and the rate can
  // be 11 seconds older than the block. So the sandbox holds each rate for longer than that.
  const base = { BTC: 0.000_1, ETH: -0.000_05, SOL: 0.000_02 };
  rates = await startHeldRates(sandboxUrl, base, { stepBps: 2, everyMs: 14_000 });
  // An update from before the first step would contain a value that nobody set. Wait until such an update can no longer
  // answer.
  await pause(freshMs);
}, 120_000);

afterAll(async () => {
  // When the test has failed, stopping these tools can fail too. The processes must end nevertheless.
  await Promise.allSettled([prices.stop(), rates.stop(), metrics.stop(), database.end()]);
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

afterEach(async () => {
  await load?.stop();
});

/** Waits until updates of the stream answer questions again. Resolves to the time that this took, in milliseconds. */
async function untilAnswering(stream: AskedStream, names: readonly string[] = engines): Promise<number> {
  const startedAtMs = performance.now();
  await metrics.next();
  const before = metrics.results(stream, names);
  // The message of a failure contains all results, because they say why the stream did not answer.
  await until(
    async () => ({ ...stream, before, now: metrics.results(stream, names) }),
    ({ now }) => (now['answered'] ?? 0) > (before['answered'] ?? 0),
    15_000,
  );
  return performance.now() - startedAtMs;
}

/**
 * Watches a stream for a time. Resolves to two bounds of the time of the last answer that came from an update: not
 * before `afterMs`, and not after `byMs`. They differ because reading the metrics takes long on a busy machine.
 */
async function lastAnswerWithin(
  stream: AskedStream,
  forMs: number,
): Promise<{ readonly afterMs: number; readonly byMs: number }> {
  const startedAtMs = performance.now();
  const elapsedMs = (): number => performance.now() - startedAtMs;
  let [count, readAtMs, last] = [metrics.answered(stream), 0, { afterMs: 0, byMs: 0 }];
  while (elapsedMs() < forMs) {
    await metrics.next();
    const now = metrics.answered(stream);
    last = now > count ? { afterMs: readAtMs, byMs: elapsedMs() } : last;
    [count, readAtMs] = [now, elapsedMs()];
  }
  return last;
}

async function setFault(provider: string, state: object): Promise<void> {
  const { status, text } = await send(`${stack.sandboxUrl}/control/streams/${provider}`, {
    method: 'PUT',
    body: state,
  });
  expect([provider, status, text]).toEqual([provider, 200, expect.any(String)]);
}

/**
 * Watches one stream while a fault is active. Resolves to a line of the report that says when the engine fell back to
 * REST.
 */
async function fallBack(stream: ProviderStream, fault: StreamFault, before: number): Promise<string> {
  const { id } = stream;
  const { name, event } = fault;
  const withinMs = restWithinMs(stream, fault);
  const { afterMs, byMs } = await lastAnswerWithin(stream, (withinMs ?? 0) + marginMs + 500);
  if (event !== undefined && isShown(stream, fault)) {
    await until(
      async () => ({ id, name, count: metrics.events([id], event) }),
      ({ count }) => count > before,
      15_000,
    );
  }
  if (withinMs !== undefined) {
    const isInTime = afterMs <= withinMs + marginMs;
    expect([id, name, afterMs, byMs, isInTime]).toEqual([id, name, afterMs, byMs, true]);
  }
  return `${id}: ${name}: ${withinMs === undefined ? 'no fallback' : `REST after ${Math.round(byMs)} ms`}`;
}

/**
 * Injects one fault into a provider's streams and removes it again. Resolves to two times: until the engine fell back
 * to REST, and until it used the streams again.
 */
async function endure(
  provider: string,
  affected: readonly ProviderStream[],
  fault: StreamFault,
): Promise<readonly string[]> {
  const { event = '', state, needsConnection } = fault;
  const before = affected.map(({ id }) => metrics.events([id], event));
  await setFault(provider, state);
  const lines = await Promise.all(affected.map((stream, index) => fallBack(stream, fault, before[index] ?? 0)));
  if (needsConnection === true) {
    await setFault(provider, { fault: 'down' });
  }
  await send(`${stack.sandboxUrl}/control/streams/${provider}`, { method: 'DELETE' });
  const back = await Promise.all(affected.map((stream) => untilAnswering(stream)));
  return lines.map((line, index) => `${line}, back after ${Math.round(back[index] ?? 0)} ms`);
}

/** Ends the load, prints a report, and expects every delivered answer to be correct, fresh and labelled. */
async function judge({ deliveries, others: undelivered, stop }: AnswerLoad, report: readonly string[]): Promise<void> {
  await stop();
  const judged = await judgeAnswers(deliveries, database, {
    prices,
    rates,
    freshMsOf: (provider, isRate) =>
      streams.find((each) => `sandbox.${each.provider}` === provider && hasRates(each) === isRate)?.freshForMs ??
      freshMs,
    priceToleranceBps: 50,
    // A stream may answer while its rate differs from the rate by REST by at most a tenth of a basis point.
    rateToleranceBps: 0.101,
  });
  const counts = [...judged.fromUpdates].map(([name, count]) => `${name} ${count}`).join(', ');
  const others = [...undelivered].map(([status, count]) => `${count} with status ${status}`).join(', ');
  process.stderr.write(
    `${report.join('\n')}\n${deliveries.length} delivered (from updates: ${counts}); ${others || 'no other answer'}\n`,
  );
  expect(judged.faults.slice(0, 10)).toEqual([]);
  expect(deliveries.length).toBeGreaterThan(20);
  expect(judged.fromUpdates.size).toBeGreaterThan(0);
}

async function startLoad(): Promise<AnswerLoad> {
  const { key } = await createAccount(stack);
  const started = startAnswerLoad(stack.gatewayUrl, key, questions);
  load = started;
  await Promise.all(streams.map((stream) => untilAnswering(stream)));
  return started;
}

test('under every fault of every stream, each delivered answer is right, fresh and labelled', async () => {
  const started = await startLoad();
  const report = await Promise.all(
    providers.map(async (provider, index) => {
      const providerStreams = streams.filter((stream) => stream.provider === provider);
      const lines: string[] = [];
      for (let step = 0; step < streamFaults.length; step += 1) {
        // Each provider starts with a different fault, so that different faults are active at the same time.
        const fault = streamFaults[(step + index * 4) % streamFaults.length] as StreamFault;
        const affected = fault.isForRates === true ? providerStreams.filter(hasRates) : providerStreams;
        lines.push(...(affected.length === 0 ? [] : await endure(provider, affected, fault)));
      }
      return lines;
    }),
  );
  await judge(started, report.flat());
}, 240_000);

/** Returns for each stream the replica that has its lease now. */
async function leaseHolders(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ stream: string; holder: string }>(
    'SELECT stream, holder::text FROM engine.stream_leases',
  );
  return new Map(rows.map(({ stream, holder }) => [stream, holder]));
}

test('another replica takes the streams over within 3 seconds after kill -9 of their holder', async () => {
  const started = await startLoad();
  const leases = await Promise.all(
    engines.map(async (name) => {
      const metric = await readMetrics(stack.opsUrls[name] ?? '');
      return { name, held: ids.filter((id) => metric('assay_engine_stream_lease', id) === 1) };
    }),
  );
  const [victim, survivor] = leases.toSorted((a, b) => b.held.length - a.held.length);
  expect(leases.flatMap(({ held }) => held).toSorted()).toEqual(ids.toSorted());
  // Until the engine has measured the independence of sources, it asks only two sources for each call. So the surviving
  // engine may not have asked every provider.
  const answeringStreams = streams.filter((stream) => metrics.answered(stream, [survivor?.name ?? '']) > 0);
  const updates = async (): Promise<readonly number[]> => {
    const survivorMetric = await readMetrics(stack.opsUrls[survivor?.name ?? ''] ?? '');
    return (victim?.held ?? []).map((id) => survivorMetric('assay_engine_stream_events_total', id, 'update'));
  };
  const before = await updates();
  const holders = await leaseHolders();
  await stack.kill(victim?.name ?? '', 'SIGKILL');
  const killedAtMs = performance.now();
  await until(leaseHolders, (now) => (victim?.held ?? []).every((id) => now.get(id) !== holders.get(id)), 10_000);
  const leasesMs = performance.now() - killedAtMs;
  await until(updates, (now) => now.every((count, index) => count > (before[index] ?? 0)), 10_000);
  const tookMs = performance.now() - killedAtMs;
  await Promise.all(answeringStreams.map((stream) => untilAnswering(stream, [survivor?.name ?? ''])));
  const answeringMs = performance.now() - killedAtMs;
  await stack.restart(victim?.name ?? '');
  await stack.waitUntilReady(victim?.name ?? '');
  await judge(started, [
    `kill -9 of the holder of ${victim?.held.join(', ')}: leases of another replica after ${Math.round(leasesMs)} ms, ` +
      `updates over it within ${Math.round(tookMs)} ms, ` +
      `answers of ${answeringStreams.map(({ id }) => id).join(', ')} from them within ${Math.round(answeringMs)} ms`,
  ]);
  expect(leasesMs).toBeLessThan(3_000);
  expect(tookMs).toBeLessThan(3_000 + marginMs);
}, 60_000);

/**
 * Returns the number of streams that an engine has leased, and the number of questions that their updates answered in
 * this engine.
 */
async function shareOf(
  name: string,
): Promise<{ readonly name: string; readonly leases: number; readonly count: number }> {
  const metric = await readMetrics(stack.opsUrls[name] ?? '');
  const sum = (valueOf: (stream: (typeof streams)[number]) => number): number =>
    streams.reduce((total, stream) => total + valueOf(stream), 0);
  return {
    name,
    leases: sum(({ id }) => metric('assay_engine_stream_lease', id)),
    // OKX is left out. Its rates may answer for up to 100 seconds, which is longer than the test.
    count: sum((stream) => (stream.id === 'okx.swap' ? 0 : answeredOf(metric, stream))),
  };
}

test('without NATS the holder goes on, the other replica asks REST, and no answer is wrong or stale', async () => {
  const started = await startLoad();
  await stack.kill('nats', 'SIGKILL');
  const goneAtMs = performance.now();
  await pause(freshMs + marginMs);
  const before = await Promise.all(engines.map(shareOf));
  await pause(2 * marginMs);
  const after = await Promise.all(engines.map(shareOf));
  // On a busy machine, a lease can move to the other replica before NATS ends. Both replicas then answer from their own
  // connections. So the test expects only that no replica without a lease answers from a stream.
  const grown = after.map(({ leases, count }, index) => ({
    holds: leases + (before[index]?.leases ?? 0) > 0,
    answers: count > (before[index]?.count ?? 0),
  }));
  expect(grown).toContainEqual({ holds: true, answers: true });
  expect(grown).not.toContainEqual({ holds: false, answers: true });
  await stack.restart('nats');
  const restartedAtMs = performance.now();
  const other = after.toSorted((a, b) => a.leases - b.leases)[0]?.name ?? '';
  const { count } = await shareOf(other);
  await until(
    () => shareOf(other),
    (now) => now.count > count,
    15_000,
  );
  await judge(started, [
    `NATS gone for ${Math.round(restartedAtMs - goneAtMs)} ms: ` +
      `the other replica uses updates again after ${Math.round(performance.now() - restartedAtMs)} ms`,
  ]);
}, 60_000);
