import { expect, test } from '@jest/globals';
import { createState } from '../create-state.ts';
import { evidence } from '../verdicts/explain.ts';
import { observe } from '../observe.ts';
import { addAggregateOf, addMixture, type AggregateKind } from '../testing/mixtures.ts';
import { randomFrom } from '../testing/random.ts';
import { poll } from '../testing/trace-generator.ts';
import { addReseller, addVenue } from '../testing/trace-providers.ts';
import { makeWorld, type SimulatedWorld } from '../testing/trace-world.ts';

const hours = 2;
const venues = ['a', 'b', 'c', 'd', 'e'];

/** Returns thin venues that hold a value for 15 to 60 s, in a market that is polled every 5 s. */
function thinMarket(seed: number, tradesPerSecond?: number): SimulatedWorld {
  const world = makeWorld({
    seed,
    seconds: hours * 3_600,
    regime: 'calm',
    price: 60_000,
    key: 'price:BTC-USD',
    pollSeconds: 5,
  });
  for (const name of venues) {
    const rate = tradesPerSecond ?? 1 / world.random.between(15, 60);
    addVenue(world, name, { tick: 0.01, tradesPerSecond: rate, basis: 2e-3, noise: 5e-4, outages: [] });
  }
  return world;
}

type Course = { readonly everProven: ReadonlySet<string>; readonly last: ReadonlyMap<string, number | null> };

/**
 * Returns the pairs that any judgement called independent, and the bound of each pair that is independent at the end.
 */
function courseOf(world: SimulatedWorld): Course {
  const state = createState(world.key);
  const everProven = new Set<string>();
  const names = [...world.providers.keys()].toSorted();
  const pairs = names.flatMap((a, place) => names.slice(place + 1).map((b) => [a, b] as const));
  let judgedMs = 0;
  let nextMs = 0;
  let last = new Map<string, number | null>();
  for (const observation of poll(world)) {
    observe(state, observation);
    if (state.judgement.atMs === judgedMs) {
      continue;
    }
    judgedMs = state.judgement.atMs;
    // A proof can begin only when the responses are judged, which is less often than the links are judged.
    if (state.response.nextMs === nextMs) {
      continue;
    }
    nextMs = state.response.nextMs;
    last = new Map();
    for (const [a, b] of pairs) {
      const { verdict, maxShare } = evidence(state, a, b);
      if (verdict === 'independent') {
        everProven.add(`${a} ${b}`);
        last.set(`${a} ${b}`, maxShare);
      }
    }
  }
  return { everProven, last };
}

const provenOf = (course: Course, a: string, b: string): boolean => course.everProven.has([a, b].toSorted().join(' '));

test('proves most pairs of thin venues that share nothing, and states a bound of at most 0.3', () => {
  const { last } = courseOf(thinMarket(11));
  expect(last.size).toBeGreaterThanOrEqual(6);
  for (const bound of last.values()) {
    expect(bound).toBeGreaterThanOrEqual(0.15);
    expect(bound).toBeLessThanOrEqual(0.3);
  }
});

// The true share is the part of the time in which the mixture shows the tested upstream. The test draws it itself,
// without the code under test.
test.each([21, 22, 23, 24])('never proves a mixture apart from a part of 0.3 or more: seed %i', (seed) => {
  const draw = randomFrom(seed);
  const world = thinMarket(seed);
  addVenue(world, 'own', { tick: 0.01, tradesPerSecond: 1 / 30, basis: 2e-3, noise: 5e-4, outages: [] });
  addMixture(world, 'mixture', {
    part: 'a',
    rest: 'own',
    share: draw.between(0.35, 1),
    slotSeconds: draw.pick([20, 60, 300]),
    delaySeconds: draw.between(0, 60),
  });
  world.providers.delete('own');
  expect(provenOf(courseOf(world), 'a', 'mixture')).toBe(false);
});

const kinds: readonly AggregateKind[] = [
  'mean',
  'median',
  'smoothed',
  'mean over 60 s',
  'latest',
  'middle',
  'weighted mean',
  'deviation',
];
test.each(kinds)('never proves an aggregate apart from its parts: %s', (kind) => {
  const world = thinMarket(31);
  const parts = ['a', 'b', 'c'];
  addAggregateOf(world, 'aggregate', kind, parts);
  const course = courseOf(world);
  expect(parts.filter((part) => provenOf(course, part, 'aggregate'))).toEqual([]);
});

test.each([41])('never proves copies apart, of a venue or of one that is not asked: seed %i', (seed) => {
  const draw = randomFrom(seed);
  const world = thinMarket(seed);
  addVenue(world, 'hidden', { tick: 0.01, tradesPerSecond: 1 / 25, basis: 2e-3, noise: 5e-4, outages: [] });
  addReseller(world, 'late', 'hidden', { delay: draw.between(5, 280), period: 2 });
  addReseller(world, 'marked', 'hidden', { markup: 5e-4, period: 2 });
  addReseller(world, 'noisy', 'a', { noise: 1e-4, period: 2 });
  world.providers.delete('hidden');
  const course = courseOf(world);
  expect(provenOf(course, 'late', 'marked')).toBe(false);
  expect(provenOf(course, 'a', 'noisy')).toBe(false);
});

test('proves nothing of providers that move at more than half of the polls', () => {
  expect(courseOf(thinMarket(51, 1)).everProven.size).toBe(0);
});
