import { expect, test } from '@jest/globals';
import type { SourceObservation } from '../sources/observe.ts';
import { priced, priceType } from '@assay/providers/testing/test-providers';
import { deferred, openTestSources, settled, startMs, type FakeProvider } from '../testing/test-sources.ts';
import type { Fetched } from '@assay/providers/fetch';
import { createSamplingSchedule, type SamplingPace } from '@assay/independence/sampling-schedule';
import { createSampler, majorKeys, type SampledKey, type SamplingRound } from './sampler.ts';

const measuredType = {
  ...priceType,
  agreement: { field: 'price', identityFields: ['symbol'], toleranceBps: 50, samplingParams: [{ symbol: 'BTC' }] },
};
const keys = majorKeys(measuredType);
const pace: SamplingPace = { calmMs: 1_000, burstMs: 100, burstForMs: 500, burstEveryMs: 10_000, minRowMs: 50 };

function open(
  plays: Record<string, FakeProvider>,
  options: Parameters<typeof openTestSources>[1] = {},
  leaveHeadroom = false,
  sampled: readonly SampledKey[] = keys,
) {
  const world = openTestSources(plays, options);
  const rounds: SamplingRound[] = [];
  const sampler = createSampler(() => sampled, createSamplingSchedule(pace, world.clock.monotonic), {
    ask: world.ask,
    sources: new Map([[priceType.id, world.sources]]),
    references: new Map(),
    monotonic: world.clock.monotonic,
    onRound: (round) => rounds.push(round),
    onReading: () => undefined,
    leaveHeadroom,
  });
  return { world, rounds, sampler };
}

const good: FakeProvider = () => priced('1', startMs);

test('a round asks all sources at once and ends when every one answered or failed', async () => {
  const slow = deferred<Fetched>();
  const { world, rounds, sampler } = open({
    a: good,
    b: () => slow.promise,
    c: () => ({ kind: 'timeout', detail: '' }),
  });
  sampler.tick();
  expect(world.sent).toEqual(['a', 'b', 'c']);
  await settled();
  expect(rounds).toEqual([]);
  slow.resolve(priced('2', startMs));
  await settled();
  const outcomes = rounds[0]?.answers.map(({ answer }: { answer: SourceObservation }) => answer.outcome);
  expect(outcomes).toEqual(['ok', 'ok', 'timeout']);
});

test('rounds are fast in a burst and slow after it', async () => {
  const { world, sampler } = open({ a: good });
  for (let passed = 0; passed < 3_000; passed += 50) {
    sampler.tick();
    await world.clock.advance(50);
  }
  expect(world.sent.length).toBe(5 + 3);
});

test('rounds do not pile up behind a provider that does not answer', async () => {
  const { world, sampler } = open({ a: () => deferred<Fetched>().promise });
  for (let passed = 0; passed < 60_000; passed += 500) {
    sampler.tick();
    await world.clock.advance(500);
  }
  expect(world.sent.length).toBeLessThan(50);
});

test('with headroom at least half of each budget is left to callers', async () => {
  const budgets = { a: { requests: 4, perMs: 60_000 } };
  const { world, sampler } = open({ a: good, b: good }, { budgets }, true);
  for (let passed = 0; passed < 3_000; passed += 50) {
    sampler.tick();
    await world.clock.advance(50);
  }
  expect(world.sent.filter((id) => id === 'a')).toHaveLength(2);
  expect(world.sent.filter((id) => id === 'b').length).toBeGreaterThan(4);
});

test('a source with a small budget serves all keys in turn instead of the first ones', async () => {
  const three = ['BTC', 'ETH', 'SOL'].map((symbol) => ({
    type: measuredType,
    params: { symbol },
    key: `test.price:${symbol}`,
  }));
  const { world, sampler } = open({ a: good, b: good }, { budgets: { a: { requests: 4, perMs: 2_000 } } }, true, three);
  for (let passed = 0; passed < 30_000; passed += 50) {
    sampler.tick();
    await world.clock.advance(50);
  }
  const counts = three.map(({ params }) => world.paths.filter((path) => path === `a /price/${params.symbol}`).length);
  expect(Math.min(...counts)).toBeGreaterThan(3);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});
