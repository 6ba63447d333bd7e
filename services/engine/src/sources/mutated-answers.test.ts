import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { decimalPattern, maxDecimalDigits } from '@assay/catalog/decimals';
import { isPlausibleTime } from '@assay/catalog/plausible-time';
import type { ProviderStream, StreamEvent } from '@assay/providers/define-stream';
import { parseExact, readAnswer } from '@assay/providers/fetch';
import { loadProviders, offersByType } from '@assay/providers/load';
import { loadStreams } from '@assay/providers/load-streams';
import { mutatedJson, seededRandom } from '@assay/providers/testing/mutated-json';
import { recordedMessages } from '@assay/providers/testing/recorded-messages';
import { recordedRows, receivedAt, slotTime } from '@assay/providers/testing/recorded-rows';
import { tokenOpinion } from '@assay/providers/token-opinion';
import { boundedEvent } from '@assay/streams/event-bounds';
import { takesKey } from '@assay/providers/access';
import { parseMessage } from '@assay/streams/parse-message';
import { emptyTopic, withEvent } from '@assay/streams/topic-state';
import { parseChainJson } from '../onchain/nodes/chain-json.ts';
import { openChainNodes, type ChainNode } from '../onchain/nodes/node.ts';
import { readAccountsOf } from '../onchain/nodes/read-accounts.ts';
import { testClock } from '../testing/test-sources.ts';
import { observe, observeUpdate, type SourceObservation } from './observe.ts';
import { openSources, type Source } from './source.ts';

/**
 * Number of mutations of each recorded answer. The test runs every parser of external data with mutated and extreme
 * values. The mutations come from a seed, so a failure is reproducible. The longest mutation has 200,000 digits.
 */
const perRecording = 40;
/**
 * Maximum CPU time, in milliseconds, that the engine may spend on one answer. In an earlier version, a number of
 * 900,000 digits took 2,200 ms.
 */
const maxCpuMs = 400;
const receivedAtMs = Date.parse(receivedAt);
const folder = new URL('../../../../packages/providers/src/providers/', import.meta.url);
const catalog = await loadCatalog();
const providers = await loadProviders(catalog);
const keys = Object.fromEntries(providers.filter(takesKey).map(({ id }) => [id, 'k']));
const settings = { mode: 'live', urls: {}, keys, budgets: {} } as const;
const sources = openSources(offersByType(providers, catalog), settings, () => 0);
const slowest = new Map<string, number>();

/** Runs a function, and records its CPU time under a name if it is the longest so far. */
function measured<Result>(name: string, run: () => Result): Result {
  const before = process.cpuUsage();
  const result = run();
  const cpuMs = process.cpuUsage(before).user / 1_000;
  slowest.set(name, Math.max(slowest.get(name) ?? 0, cpuMs));
  return result;
}

afterAll(() => {
  const lines = [...slowest].map(([name, cpuMs]) => `${name}: at most ${cpuMs.toFixed(1)} ms of CPU for one answer`);
  process.stdout.write(`${lines.join('\n')}\n`);
});

/** Checks that the engine may accept every value of an observation, whatever the provider answered. */
function expectBounded(observation: SourceObservation, about: string): void {
  const { outcome, data = {}, dataJson, sourceAtMs, detail } = observation;
  expect([about, detail.length <= 200, dataJson.length <= 4_096]).toEqual([about, true, true]);
  if (outcome !== 'ok') {
    return;
  }
  for (const name of ['price', 'rate']) {
    const text = data[name];
    if (typeof text === 'string') {
      const digits = text.replaceAll(/\D/g, '').length;
      expect([about, decimalPattern.test(text), digits <= maxDecimalDigits]).toEqual([about, true, true]);
    }
  }
  expect([about, sourceAtMs === undefined || isPlausibleTime(sourceAtMs)]).toEqual([about, true]);
}

function bodyText(provider: string, fixture: string): { readonly status: number; readonly text: string } {
  const file = readFileSync(new URL(`${provider}/fixtures/${fixture}.json`, folder), 'utf8');
  const { status, body, raw } = JSON.parse(file) as { status: number; body?: unknown; raw?: string };
  return { status, text: raw ?? JSON.stringify(body) };
}

test('no mutated answer of a provider throws, passes a bound or takes the thread', () => {
  const random = seededRandom(28);
  let read = 0;
  for (const [provider, fixture, type, params] of recordedRows) {
    const { status, text } = bodyText(provider, fixture);
    const source = sources.get(type)?.find((each) => each.provider.id === provider);
    const adapter = providers.find(({ id }) => id === provider)?.adapters.find((each) => each.type === type);
    for (let times = 0; times < perRecording; times += 1) {
      const mutated = mutatedJson(text, random);
      const date = random() < 0.8 ? new Date(receivedAtMs).toUTCString() : 'Fri, 31 Dec 9999 23:59:59 GMT';
      measured('REST', () => {
        const headers = { date, age: '0', 'retry-after': '999999999' };
        const fetched = readAnswer({ status, headers, bytes: Buffer.from(mutated) }, parseExact, 1_048_576);
        const second = { status: 200, body: parseExact(mutatedJson(text, random)), receivedAtMs };
        if (source !== undefined) {
          expectBounded(observe(source, params, fetched, receivedAtMs, { slotTime, second }), `${provider} ${fixture}`);
        } else if (fetched.kind === 'answered' && adapter?.peer === true) {
          const opinion = adapterReading(() => adapter.read({ ...fetched, receivedAtMs }, params));
          expect([provider, opinion === undefined || tokenOpinion.safeParse(opinion).success]).toEqual([
            provider,
            true,
          ]);
        }
      });
      read += 1;
    }
  }
  expect(read).toBeGreaterThan(2_000);
  expect(slowest.get('REST')).toBeLessThan(maxCpuMs);
});

/**
 * Returns the datum that an adapter reads. An adapter may throw for an answer with an unknown shape, and the engine
 * then reports the answer as malformed.
 */
function adapterReading(read: () => ReturnType<Source['adapter']['read']>): unknown {
  try {
    const reading = read();
    return reading.kind === 'datum' ? reading.data : undefined;
  } catch {
    return undefined;
  }
}

function eventsOf(stream: ProviderStream, text: string): readonly StreamEvent[] {
  const message = parseMessage(text, stream.numericPrices);
  try {
    return message === undefined ? [] : stream.eventsOf(message).map(boundedEvent);
  } catch {
    return [];
  }
}

test('no mutated message of a stream throws after its reader, passes a bound or takes the thread', async () => {
  const random = seededRandom(29);
  let read = 0;
  for (const stream of await loadStreams()) {
    const recordings = new URL(`${stream.provider}/stream-fixtures/`, folder);
    const texts = readdirSync(recordings).flatMap((file) => recordedMessages(new URL(file, recordings)));
    for (const { text } of texts) {
      for (let times = 0; times < perRecording; times += 1) {
        const mutated = mutatedJson(text, random);
        measured('streams', () => readUpdates(stream, eventsOf(stream, mutated)));
        read += 1;
      }
    }
  }
  expect(read).toBeGreaterThan(2_000);
  expect(slowest.get('streams')).toBeLessThan(maxCpuMs);
});

function readUpdates(stream: ProviderStream, events: readonly StreamEvent[]): void {
  for (const event of events) {
    if (event.kind === 'trade' || event.kind === 'quote' || event.kind === 'funding' || event.kind === 'funding_part') {
      const { state } = withEvent(emptyTopic, event, receivedAtMs, stream.countsTrades);
      for (const [type, params] of [
        ['spot.price', { symbol: 'BTC' }],
        ['funding.rate', { symbol: 'BTC', venue: stream.provider }],
      ] as const) {
        const source = sources.get(type)?.find(({ provider }) => provider.id === stream.provider);
        if (source !== undefined) {
          const reading = stream.read(state, params, { intervalHours: 8, nextFundingAt: receivedAt });
          const update = { path: 'direct', id: '', receivedAtMs } as const;
          expectBounded(observeUpdate(source, params, reading, update), `${stream.id} ${event.kind}`);
        }
      }
    }
  }
}

test('no mutated answer of a node throws, passes a bound or takes the thread', async () => {
  const random = seededRandom(30);
  const address = '11111111111111111111111111111111';
  const account = `{"data":["AQID","base64"],"owner":"${address}","lamports":1,"executable":false,"space":3}`;
  const text = `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":400000000},"value":[${account}]}}`;
  for (let times = 0; times < 3_000; times += 1) {
    const mutated = mutatedJson(text, random);
    const clock = testClock();
    const [node] = openChainNodes({ mode: 'live', urls: { n: 'http://n.test/' }, budgets: {} }, clock.monotonic) as [
      ChainNode,
    ];
    const before = process.cpuUsage();
    const read = await readAccountsOf(
      node,
      [address],
      { timeoutMs: 1_000 },
      { ...clock, fetch: async () => ({ kind: 'answered', status: 200, body: parseChainJson(mutated) }) },
    );
    const cpuMs = process.cpuUsage(before).user / 1_000;
    slowest.set('nodes', Math.max(slowest.get('nodes') ?? 0, cpuMs));
    if (read.kind === 'snapshot') {
      expect(read.snapshot.slot).toBeLessThanOrEqual(1_000_000_000_000);
      expect(Number.isFinite(new Date(read.snapshot.slot * 400).getTime())).toBe(true);
    }
  }
  expect(slowest.get('nodes')).toBeLessThan(maxCpuMs);
});
