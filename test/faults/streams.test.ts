import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ProviderStream } from '@assay/providers/define-stream';
import { loadStreams } from '@assay/providers/load-streams';
import { pause } from '@assay/service/clock';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { send, until } from '../e2e/support/system.ts';
import { startHeldPrices, type HeldPrices } from './support/held-prices.ts';
import { judgeAnswers, startAnswerLoad, type AnswerLoad, type LoadQuestion } from './support/judge-answers.ts';
import { readMetrics, watchMetrics, type MetricsWatch } from './support/stream-metrics.ts';

const freshMs = 2_000;
/** The longest bound of a stream of prices is Pyth's, which dates by whole seconds. */
const bounds = { freshMs: 3_000, maxAgeMs: 60_000, toleranceBps: 50 };
/** Time for the requests of the load and the reads of metrics on a busy machine. */
const marginMs = 1_000;
const engines = ['engine-1', 'engine-2'] as const;
/** The streams of prices. The sampler asks each of their providers several times a second. */
const streams = (await loadStreams()).filter(({ topicOf }) => topicOf('spot.price', { symbol: 'BTC' }) !== undefined);
const providers = streams.map(({ provider }) => provider);
const questions: readonly LoadQuestion[] = [
  { type: 'spot.price', params: { symbol: 'BTC' } },
  { type: 'token.price', params: { token: 'SOL' } },
  { type: 'spot.price', params: { symbol: 'ETH-USD' } },
  { type: 'spot.price', params: { symbol: 'BTC-USDT' } },
  { type: 'spot.price', params: { symbol: 'ETH' } },
];

/** A fault of the sandbox's streams. */
type StreamFault = {
  readonly name: string;
  readonly state: object;
  /** Maximum time for which updates answer after the fault began. Absent where the rest of the stream can be used. */
  readonly restWithinMs?: number;
  /** The event that shows that the engine saw the fault. */
  readonly event?: string;
  /** Whether the stream is used again only on a new connection. Otherwise a clock that was ahead is doubted for two minutes. */
  readonly needsConnection?: true;
};
const faults: readonly StreamFault[] = [
  { name: 'silence', state: { fault: 'silent' }, restWithinMs: freshMs },
  { name: 'prices stop, heartbeats go on', state: { fault: 'frozen' }, restWithinMs: freshMs },
  { name: 'trades are four seconds late', state: { fault: 'late' }, restWithinMs: freshMs },
  { name: 'messages are unreadable', state: { fault: 'garbage' }, restWithinMs: freshMs, event: 'malformed' },
  { name: 'the connection ends', state: { fault: 'down' }, restWithinMs: 50, event: 'lost' },
  { name: 'the stream says other than REST', state: { fault: 'none', skewBps: 500 }, restWithinMs: 50 },
  {
    name: "the venue's clock is ahead",
    state: { fault: 'none', clockMs: 5_000 },
    restWithinMs: 50,
    needsConnection: true,
  },
  { name: "the venue's clock is behind", state: { fault: 'none', clockMs: -10_000 }, restWithinMs: freshMs },
  { name: 'every second trade is missing', state: { fault: 'gap' }, event: 'after_gap' },
  { name: 'trades are in another order', state: { fault: 'reorder' }, event: 'out_of_order' },
  { name: 'trades are repeated', state: { fault: 'duplicate' }, event: 'duplicate' },
];

let stack: Stack;
let dataDir: string;
let database: pg.Pool;
let held: HeldPrices;
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
  database = new pg.Pool({ connectionString: stack.postgresUrl, max: 2 });
  metrics = watchMetrics(stack.opsUrls, engines);
  held = await startHeldPrices(
    stack.sandboxUrl ?? '',
    { BTC: 64_000, ETH: 3_000, SOL: 150 },
    { stepBps: 200, everyMs: 4_000 },
  );
}, 120_000);

afterAll(async () => {
  await held.stop();
  await metrics.stop();
  await database.end();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

afterEach(async () => {
  await load?.stop();
});

/** Resolves with the time until the updates of a provider answer again, in milliseconds. */
async function untilAnswering(provider: string, names: readonly string[] = engines): Promise<number> {
  const startedAtMs = performance.now();
  await metrics.next();
  const before = metrics.answered(provider, names);
  await until(
    async () => metrics.answered(provider, names),
    (count) => count > before,
    15_000,
  );
  return performance.now() - startedAtMs;
}

/**
 * Watches a provider for a time. Resolves with the time of its last answer from an update since the start: not before
 * `afterMs`, and not after `byMs`, because a reading of the metrics takes long on a busy machine.
 */
async function lastAnswerWithin(
  provider: string,
  forMs: number,
): Promise<{ readonly afterMs: number; readonly byMs: number }> {
  const startedAtMs = performance.now();
  const elapsedMs = (): number => performance.now() - startedAtMs;
  let [count, readAtMs, last] = [metrics.answered(provider), 0, { afterMs: 0, byMs: 0 }];
  while (elapsedMs() < forMs) {
    await metrics.next();
    const now = metrics.answered(provider);
    last = now > count ? { afterMs: readAtMs, byMs: elapsedMs() } : last;
    [count, readAtMs] = [now, elapsedMs()];
  }
  return last;
}

/** Returns the ids of the price streams of providers. */
function idsOf(names: readonly string[]): readonly string[] {
  return streams.filter(({ provider }) => names.includes(provider)).map(({ id }) => id);
}

async function setFault(provider: string, state: object): Promise<void> {
  const { status, text } = await send(`${stack.sandboxUrl}/control/streams/${provider}`, {
    method: 'PUT',
    body: state,
  });
  expect([provider, status, text]).toEqual([provider, 200, expect.any(String)]);
}

/** Puts a provider's stream through one fault. Resolves with the times until its fallback and until it is used again. */
async function endure(
  { provider, id, countsTrades, freshForMs = freshMs }: ProviderStream,
  { name, state, restWithinMs, event, needsConnection }: StreamFault,
): Promise<string> {
  // A stream with a bound of its own publishes rarely, so a short fault need not show in its events.
  const isShown = freshForMs === freshMs && (event !== 'after_gap' || countsTrades);
  const eventCount = (): number => (event === undefined ? 0 : metrics.events([id], event));
  const before = eventCount();
  const withinMs = restWithinMs === freshMs ? freshForMs : restWithinMs;
  await setFault(provider, state);
  const { afterMs, byMs } = await lastAnswerWithin(provider, (withinMs ?? 0) + marginMs + 500);
  if (event !== undefined && isShown) {
    expect({ provider, name, seen: eventCount() > before }).toMatchObject({ seen: true });
  }
  if (needsConnection === true) {
    await setFault(provider, { fault: 'down' });
  }
  await send(`${stack.sandboxUrl}/control/streams/${provider}`, { method: 'DELETE' });
  const backMs = await untilAnswering(provider);
  if (withinMs !== undefined) {
    const isInTime = afterMs <= withinMs + marginMs;
    expect({ provider, name, afterMs, byMs, isInTime }).toMatchObject({ isInTime: true });
  }
  const fallback = withinMs === undefined ? 'no fallback' : `REST after ${Math.round(byMs)} ms`;
  return `${provider}: ${name}: ${fallback}, back after ${Math.round(backMs)} ms`;
}

/** Ends the load, prints what happened, and expects every delivered answer to be right, fresh and labelled. */
async function judge({ deliveries, others: undelivered, stop }: AnswerLoad, report: readonly string[]): Promise<void> {
  await stop();
  const judged = await judgeAnswers(deliveries, database, held, bounds);
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
  await Promise.all(providers.map((provider) => untilAnswering(provider)));
  return started;
}

test('under every fault of every stream, each delivered answer is right, fresh and labelled', async () => {
  const started = await startLoad();
  const report = await Promise.all(
    streams.map(async (stream, index) => {
      const lines: string[] = [];
      for (let step = 0; step < faults.length; step += 1) {
        // Each stream begins with another fault, so that different faults meet.
        lines.push(await endure(stream, faults[(step + index * 4) % faults.length] as StreamFault));
      }
      return lines;
    }),
  );
  await judge(started, report.flat());
}, 120_000);

/** Returns the replica that has each lease now, by stream. */
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
      const read = await readMetrics(stack.opsUrls[name] ?? '');
      return { name, held: idsOf(providers).filter((id) => read('assay_engine_stream_lease', id) === 1) };
    }),
  );
  const [victim, survivor] = leases.toSorted((a, b) => b.held.length - a.held.length);
  expect(leases.flatMap(({ held: ids }) => ids).toSorted()).toEqual(idsOf(providers).toSorted());
  // Without measured sources a call asks two of them, so the survivor need not have been asked about every provider.
  const known = providers.filter((provider) => metrics.answered(provider, [survivor?.name ?? '']) > 0);
  const updates = async (): Promise<readonly number[]> => {
    const read = await readMetrics(stack.opsUrls[survivor?.name ?? ''] ?? '');
    return (victim?.held ?? []).map((id) => read('assay_engine_stream_events_total', id, 'update'));
  };
  const before = await updates();
  const holders = await leaseHolders();
  await stack.kill(victim?.name ?? '', 'SIGKILL');
  const killedAtMs = performance.now();
  await until(leaseHolders, (now) => (victim?.held ?? []).every((id) => now.get(id) !== holders.get(id)), 10_000);
  const leasesMs = performance.now() - killedAtMs;
  await until(updates, (now) => now.every((count, index) => count > (before[index] ?? 0)), 10_000);
  const tookMs = performance.now() - killedAtMs;
  await Promise.all(known.map((provider) => untilAnswering(provider, [survivor?.name ?? ''])));
  const answeringMs = performance.now() - killedAtMs;
  await stack.restart(victim?.name ?? '');
  await stack.waitUntilReady(victim?.name ?? '');
  await judge(started, [
    `kill -9 of the holder of ${victim?.held.join(', ')}: leases of another replica after ${Math.round(leasesMs)} ms, ` +
      `updates over it within ${Math.round(tookMs)} ms, ` +
      `answers of ${known.join(', ')} from them within ${Math.round(answeringMs)} ms`,
  ]);
  expect(leasesMs).toBeLessThan(3_000);
  expect(tookMs).toBeLessThan(3_000 + marginMs);
}, 60_000);

/** Returns how many price streams an engine holds, and how many questions their updates answered there. */
async function shareOf(
  name: string,
): Promise<{ readonly name: string; readonly leases: number; readonly count: number }> {
  const read = await readMetrics(stack.opsUrls[name] ?? '');
  const sum = (valueOf: (stream: (typeof streams)[number]) => number): number =>
    streams.reduce((total, stream) => total + valueOf(stream), 0);
  return {
    name,
    leases: sum(({ id }) => read('assay_engine_stream_lease', id)),
    count: sum(({ provider }) => read('assay_engine_stream_questions_total', provider, 'answered')),
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
  // A busy machine can let a lease pass from one replica to the other, which then answers from its own connection.
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
