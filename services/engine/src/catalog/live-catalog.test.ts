import { expect, test } from '@jest/globals';
import type { DataType } from '@assay/catalog/define';
import { catalogOf, priced, priceType, providerOf, priceAnswer } from '@assay/providers/testing/test-providers';
import { nothingKnown, openTestSources, pairOf, startMs, testClock } from '../testing/test-sources.ts';
import { openSources, type Source } from '../sources/source.ts';
import { offersByType } from '@assay/providers/load';
import type { Reference } from '../verification/reference.ts';
import { createAnnouncer } from './announce.ts';
import { attemptBounds, liveCatalog, type CatalogKnowledge, type LiveEntry } from './live-catalog.ts';

const settings = { mode: 'live', urls: {}, keys: {}, budgets: {} } as const;

function catalogFor(
  sources: readonly Source[],
  type: DataType = priceType,
  knowledge: CatalogKnowledge = nothingKnown,
): LiveEntry[] {
  const byType = new Map([[type.id, sources]]);
  return liveCatalog(catalogOf(type), byType, attemptBounds(byType), knowledge);
}

function openPriceSources(count: number): readonly Source[] {
  const ids = 'abcdefghijkl'.slice(0, count).split('');
  return openTestSources(Object.fromEntries(ids.map((id) => [id, () => priced('1', startMs)]))).sources;
}

test('a type without a serving source is not listed', () => {
  const sources = openPriceSources(2);
  expect(catalogFor(sources)).toEqual([]);
  sources.forEach(({ breaker }) => breaker.record('failure'));
  expect(catalogFor(sources)).toEqual([]);
});

test('sources of unmeasured independence count as one group, and the cap says so', () => {
  const sources = openPriceSources(3);
  sources.forEach(({ breaker }) => breaker.record('success'));
  expect(catalogFor(sources)).toEqual([
    {
      type: 'test.price',
      providers: 1,
      maxLevel: 'single_source',
      capReason: 'the independence of 3 of 3 sources is still being measured',
      maxCostMicros: 300n,
      measuring: true,
      exampleLevel: 'single_source',
      pairs: { decided: 0, open: 3 },
    },
  ]);
});

test('sources that combine the data of others are not waited for, and the cap says that they cannot confirm them', () => {
  const statedAt = { url: 'https://example.com/method', readOn: '2026-11-27' };
  const [a, b, c] = openPriceSources(3).map((source, index): Source => {
    source.breaker.record('success');
    const provider: Source['provider'] = { ...source.provider, statement: { kind: 'aggregator', statedAt } };
    return index === 0 ? source : { ...source, provider };
  });
  const stated = 'of 3 sources state that they combine the data of others, so they cannot confirm them';
  expect(catalogFor([a, b, c] as Source[])).toMatchObject([
    { providers: 1, measuring: false, capReason: `2 ${stated}` },
  ]);
});

test('the cap gives the number of sources that are down, those in a long pause included', () => {
  const [a, b, c] = openPriceSources(3);
  [a, b, c].forEach((source) => source?.breaker.record('success'));
  b?.usage.budget.pause(4_000);
  expect(catalogFor([a, b, c] as Source[])[0]?.capReason).toMatch(/being measured$/);
  b?.usage.budget.pause(30_000);
  ['failure', 'failure', 'failure'].forEach(() => c?.breaker.record('failure'));
  expect(catalogFor([a, b, c] as Source[])[0]?.capReason).toMatch(/; 2 of 3 sources are down$/);
});

test('the cap names the sources that refuse our key, and does not call them down', () => {
  const [a, b, c] = openPriceSources(3);
  [a, b, c].forEach((source) => source?.breaker.record('success'));
  b?.usage.denials.deny('a question', 'HTTP 401', 'caller');
  ['failure', 'failure', 'failure'].forEach(() => c?.breaker.record('failure'));
  const [entry] = catalogFor([a, b, c] as Source[]);
  expect(entry?.capReason).toMatch(/; 1 of 3 sources is down; 1 of 3 sources refuses Assay's key or address: b$/);
});

test('a type that can never be confirmed shows its own reason', () => {
  const { agreement: _agreement, ...rest } = priceType;
  const type = {
    ...rest,
    levelCeiling: 'single_source',
    levelCeilingReason: 'each venue reports its own',
  } as const;
  const sources = openPriceSources(2);
  sources.forEach(({ breaker }) => breaker.record('success'));
  expect(catalogFor(sources, type)[0]?.capReason).toBe('each venue reports its own');
});

test('the price of a call is that of its ten costliest sources, healthy or not', () => {
  const ids = 'abcdefghijkl'.split('');
  const world = openTestSources(Object.fromEntries(ids.map((id) => [id, () => priced('1', startMs)])), {
    answers: Object.fromEntries(ids.map((id, index) => [id, { costMicros: BigInt(index) }])),
  });
  world.sources[0]?.breaker.record('success');
  expect(catalogFor(world.sources)[0]?.maxCostMicros).toBe(11n + 10n + 9n + 8n + 7n + 6n + 5n + 4n + 3n + 2n);
});

test('a call of a type whose venues answer only for themselves costs one request', () => {
  const venueAnswer = (id: string, costMicros: bigint) =>
    priceAnswer({ costMicros, request: ({ symbol }) => (symbol === id ? { path: '/' } : undefined) });
  const type = { ...priceType, example: { symbol: 'north' } };
  const providers = [providerOf('north', [venueAnswer('north', 5n)]), providerOf('south', [venueAnswer('south', 9n)])];
  const sources =
    openSources(offersByType(providers, catalogOf(type)), settings, testClock().monotonic).get(type.id) ?? [];
  expect(sources.map(({ probeParams: probe }) => probe)).toEqual([{ symbol: 'north' }, { symbol: 'south' }]);
  sources[1]?.breaker.record('success');
  expect(catalogFor(sources, type)[0]?.maxCostMicros).toBe(9n);
});

test('a change of the catalog is announced once, and an unchanged catalog is not', () => {
  const sources = openPriceSources(2);
  let announced = 0;
  const announce = createAnnouncer(
    () => catalogFor(sources),
    () => (announced += 1),
  );
  announce();
  sources[0]?.breaker.record('success');
  announce();
  announce();
  expect(announced).toBe(1);
});

type Related = (a: string, b: string) => 'independent' | 'shared_upstream' | 'unknown';

function knowing(relation: Related, more: Partial<CatalogKnowledge> = {}): CatalogKnowledge {
  return {
    ...nothingKnown,
    ...more,
    measurement: {
      outliers: { isOutlier: () => false, hasConflict: () => false },
      ...more.measurement,
      pair: (_key, a, b) => pairOf(a, b, relation(a, b)),
    },
  };
}

function healthy(count: number): readonly Source[] {
  const sources = openPriceSources(count);
  sources.forEach(({ breaker }) => breaker.record('success'));
  return sources;
}

const copiesAandB: Related = (a, b) =>
  ['a', 'b'].includes(a) && ['a', 'b'].includes(b) ? 'shared_upstream' : 'independent';

test('the entry counts independent groups, not providers', () => {
  expect(catalogFor(healthy(4), priceType, knowing(copiesAandB))).toMatchObject([
    {
      providers: 3,
      maxLevel: 'consensus',
      capReason: 'it is a test; measured on BTC; another asset is single_source until its sources are measured on it',
    },
  ]);
});

test('when all serving sources share an upstream, the level falls and the reason counts them', () => {
  expect(catalogFor(healthy(2), priceType, knowing(copiesAandB))).toMatchObject([
    { providers: 1, maxLevel: 'single_source', capReason: '2 of 2 sources share an upstream' },
  ]);
});

test('outliers do not count, and a conflict without a majority caps the level at single_source', () => {
  const isOutlier = (_key: string, provider: string): boolean => provider !== 'a';
  const outliers = { isOutlier, hasConflict: () => false };
  const alone = knowing(() => 'independent', { measurement: { ...nothingKnown.measurement, outliers } });
  expect(catalogFor(healthy(3), priceType, alone)).toMatchObject([
    {
      providers: 1,
      maxLevel: 'single_source',
      capReason: 'only one source can be used; 2 contradict the majority',
    },
  ]);
  const conflicting = { isOutlier: () => false, hasConflict: () => true };
  const conflict = knowing(() => 'independent', {
    measurement: { ...nothingKnown.measurement, outliers: conflicting },
  });
  expect(catalogFor(healthy(3), priceType, conflict)[0]).toMatchObject({
    maxLevel: 'single_source',
    capReason: expect.stringContaining('contradict one another'),
  });
});

test('anchored needs a readable reference and a source independent of it, and the price includes the reference', () => {
  const type = { ...priceType, levelCeiling: 'anchored', levelCeilingReason: null } as const;
  const reference: Reference = {
    id: 'ref',
    upstreamProvider: 'a',
    maxCostMicros: 70n,
    covers: () => true,
    read: () => Promise.reject(new Error('not read here')),
  };
  const references = new Map([[type.id, reference]]);
  const health = (usable: boolean, detail: string) => ({ of: () => ({ usable, detail }) });
  const read = { references, referenceHealth: health(true, '') };
  expect(
    catalogFor(
      healthy(2),
      type,
      knowing(() => 'independent', read),
    ),
  ).toEqual([
    {
      type: type.id,
      providers: 2,
      maxLevel: 'anchored',
      capReason: '',
      maxCostMicros: 270n,
      measuring: false,
      exampleLevel: 'anchored',
      // The three pairs are the two sources with each other, and each of them with the reference.
      pairs: { decided: 3, open: 0 },
    },
  ]);
  const old = { references, referenceHealth: health(false, 'the price account on chain is 95 s old') };
  expect(
    catalogFor(
      healthy(2),
      type,
      knowing(() => 'independent', old),
    )[0],
  ).toMatchObject({
    maxLevel: 'consensus',
    capReason: expect.stringMatching(/^the price account on chain is 95 s old; measured on BTC; /),
  });
  const elsewhere = { ...reference, whyUncovered: () => 'no price account of BTC is kept up to date' };
  const uncovered = { references: new Map([[type.id, elsewhere]]), referenceHealth: health(true, '') };
  expect(
    catalogFor(
      healthy(2),
      type,
      knowing(() => 'independent', uncovered),
    )[0],
  ).toMatchObject({
    maxLevel: 'consensus',
    capReason: expect.stringMatching(/^no price account of BTC is kept up to date; measured on BTC; /),
  });
  const sharing = knowing((a, b) => ([a, b].includes('ref') ? 'shared_upstream' : 'independent'), read);
  expect(catalogFor(healthy(2), type, sharing)[0]).toMatchObject({
    maxLevel: 'consensus',
    capReason: expect.stringMatching(/^no source is measured yet to be independent of the price account on chain; /),
  });
});

test('the entry shows the best of the assets that are always sampled, names the measured ones, and is open until all are', () => {
  const agreement = { field: 'price', identityFields: ['symbol'], toleranceBps: 100 };
  const samplingParams = [{ symbol: 'BTC' }, { symbol: 'ETH' }];
  const type = { ...priceType, agreement: { ...agreement, samplingParams } };
  const measured = (...keys: readonly string[]): CatalogKnowledge => ({
    ...nothingKnown,
    measurement: {
      ...nothingKnown.measurement,
      pair: (key, a, b) => pairOf(a, b, keys.includes(key) ? 'independent' : 'unknown'),
    },
  });
  expect(catalogFor(healthy(3), type, measured('test.price:ETH'))).toMatchObject([
    {
      providers: 3,
      maxLevel: 'consensus',
      exampleLevel: 'single_source',
      measuring: true,
      capReason: expect.stringContaining('measured on ETH;'),
      pairs: { decided: 3, open: 3 },
    },
  ]);
  expect(catalogFor(healthy(3), type, measured('test.price:BTC', 'test.price:ETH'))).toMatchObject([
    {
      maxLevel: 'consensus',
      exampleLevel: 'consensus',
      measuring: false,
      capReason: expect.stringContaining('measured on BTC, ETH;'),
    },
  ]);
  expect(catalogFor(healthy(3), type, measured('test.price:SOL'))).toMatchObject([
    { providers: 1, maxLevel: 'single_source', measuring: true },
  ]);
});

test('the cap names the providers that are not asked because no key is configured', () => {
  const sources = openPriceSources(2);
  sources.forEach(({ breaker }) => breaker.record('success'));
  const unkeyed = new Map([[priceType.id, [{ name: 'pyth', provider: providerOf('pyth'), adapter: priceAnswer() }]]]);
  expect(catalogFor(sources, priceType, { ...nothingKnown, unkeyed })[0]?.capReason).toMatch(
    /; not asked, because no key is configured: pyth$/,
  );
});
