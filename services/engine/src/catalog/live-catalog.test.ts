import { expect, test } from '@jest/globals';
import type { DataType } from '@assay/catalog/define';
import {
  catalogOf,
  openWorld,
  priced,
  priceType,
  providerOf,
  priceAnswer,
  startMs,
  testClock,
} from '../testing/world.ts';
import { openSources, type Source } from '../attempts/source.ts';
import { offersByType } from '../providers/load.ts';
import { createAnnouncer } from './announce.ts';
import { attemptBounds, liveCatalog, type LiveEntry } from './live-catalog.ts';

const settings = { mode: 'live', urls: {}, keys: {}, budgets: {} } as const;

function catalogFor(sources: readonly Source[], type: DataType = priceType): LiveEntry[] {
  const byType = new Map([[type.id, sources]]);
  return liveCatalog(catalogOf(type), byType, attemptBounds(byType));
}

function openPriceSources(count: number): readonly Source[] {
  const ids = 'abcdefghijkl'.slice(0, count).split('');
  return openWorld(Object.fromEntries(ids.map((id) => [id, () => priced('1', startMs)]))).sources;
}

test('a type that nothing is known to serve is not listed', () => {
  const sources = openPriceSources(2);
  expect(catalogFor(sources)).toEqual([]);
  sources.forEach(({ breaker }) => breaker.tell('failure'));
  expect(catalogFor(sources)).toEqual([]);
});

test('sources of unmeasured independence count as one group, and the cap says so', () => {
  const sources = openPriceSources(3);
  sources.forEach(({ breaker }) => breaker.tell('success'));
  expect(catalogFor(sources)).toEqual([
    {
      type: 'test.price',
      providers: 1,
      maxLevel: 'single_source',
      capReason: 'the independence of its 3 sources has not been measured yet',
      maxCostMicros: 300n,
    },
  ]);
});

test('the cap says how many sources are down, and a source that is asked to pause for long is', () => {
  const [a, b, c] = openPriceSources(3);
  [a, b, c].forEach((source) => source?.breaker.tell('success'));
  b?.account.budget.pause(4_000);
  expect(catalogFor([a, b, c] as Source[])[0]?.capReason).toMatch(/measured yet$/);
  b?.account.budget.pause(30_000);
  ['failure', 'failure', 'failure'].forEach(() => c?.breaker.tell('failure'));
  expect(catalogFor([a, b, c] as Source[])[0]?.capReason).toMatch(/; 2 of 3 sources are down$/);
});

test('a type that can never be confirmed keeps its own reason', () => {
  const type = { ...priceType, topLevel: 'single_source', topLevelReason: 'each venue reports its own' } as const;
  const sources = openPriceSources(2);
  sources.forEach(({ breaker }) => breaker.tell('success'));
  expect(catalogFor(sources, type)[0]?.capReason).toBe('each venue reports its own');
});

test('the price of a call is that of its costliest sources, ten of them at most, healthy or not', () => {
  const ids = 'abcdefghijkl'.split('');
  const world = openWorld(Object.fromEntries(ids.map((id) => [id, () => priced('1', startMs)])), {
    answers: Object.fromEntries(ids.map((id, index) => [id, { costMicros: BigInt(index) }])),
  });
  world.sources[0]?.breaker.tell('success');
  expect(catalogFor(world.sources)[0]?.maxCostMicros).toBe(11n + 10n + 9n + 8n + 7n + 6n + 5n + 4n + 3n + 2n);
});

test('where each venue answers only for itself, a call costs one request', () => {
  const venueAnswer = (id: string, costMicros: bigint) =>
    priceAnswer({ costMicros, request: ({ symbol }) => (symbol === id ? { path: '/' } : undefined) });
  const type = { ...priceType, example: { symbol: 'north' } };
  const providers = [providerOf('north', [venueAnswer('north', 5n)]), providerOf('south', [venueAnswer('south', 9n)])];
  const sources = openSources(offersByType(providers, catalogOf(type)), settings, testClock().now).get(type.id) ?? [];
  expect(sources.map(({ probe }) => probe)).toEqual([{ symbol: 'north' }, { symbol: 'south' }]);
  sources[1]?.breaker.tell('success');
  expect(catalogFor(sources, type)[0]?.maxCostMicros).toBe(9n);
});

test('a change of the catalog is announced once, and standing still is not', () => {
  const sources = openPriceSources(2);
  let announced = 0;
  const announce = createAnnouncer(
    () => catalogFor(sources),
    () => (announced += 1),
  );
  announce();
  sources[0]?.breaker.tell('success');
  announce();
  announce();
  expect(announced).toBe(1);
});
