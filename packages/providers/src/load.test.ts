import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import type { Provider, ProviderPlan } from './define.ts';
import { catalogOf, priceAnswer, priceType, providerOf } from './testing/test-providers.ts';
import { checkProviders, loadProviders, maxAnswerable, offersByType } from './load.ts';

const catalog = catalogOf(priceType);
const page = { url: 'https://example.com/method', readOn: '2026-11-27' };
const stated = (statement: Provider['statement']): Provider => ({ ...providerOf('mixer'), statement });

const paid: ProviderPlan = {
  name: 'paid',
  baseUrl: 'https://paid.test',
  key: { required: true, headers: (key) => ({ 'x-key': key }), statedAt: page, obtainedAt: page.url },
  budget: { requests: 1, perMs: 1, documentedAt: page.url },
};

test.each([
  ['two folders declare the provider kraken', [providerOf('kraken'), providerOf('kraken')]],
  ['"Kraken" is not a provider id', [providerOf('Kraken')]],
  ['kraken answers no data type', [providerOf('kraken', [])]],
  ['which the catalog does not have', [providerOf('kraken', [priceAnswer({ type: 'no.such' })])]],
  ['kraken answers test.price twice', [providerOf('kraken', [priceAnswer(), priceAnswer()])]],
  ['costMicros must be 0 or more', [providerOf('kraken', [priceAnswer({ costMicros: -1n })])]],
  ['budget.requests', [{ ...providerOf('kraken'), budget: { requests: 0, perMs: 1, documentedAt: '' } }]],
  ['budget.perMs', [{ ...providerOf('kraken'), budget: { requests: 1, perMs: 0.5, documentedAt: '' } }]],
  ['end without a slash', [{ ...providerOf('kraken'), baseUrl: 'https://kraken.test/' }]],
  [
    'must be http or https',
    [providerOf('kraken', [priceAnswer({ base: { name: 'futures', baseUrl: 'ftp://kraken.test' } })])],
  ],
  [
    'is not a name of a base URL',
    [providerOf('kraken', [priceAnswer({ base: { name: 'F', baseUrl: 'https://f.test' } })])],
  ],
  ['is not a name of a plan', [{ ...providerOf('kraken'), plans: [paid, paid] }]],
  ['declares a key and plans', [{ ...providerOf('kraken'), key: paid.key, plans: [paid] }]],
  ['statement.kind must be', [{ ...providerOf('kraken'), statement: { kind: 'exchange' } as never }]],
  ['statedAt.url must be an https URL', [stated({ kind: 'aggregator', statedAt: { url: 'a', readOn: '2026-11-27' } })]],
  [
    'statedAt.readOn must be a day',
    [stated({ kind: 'aggregator', statedAt: { url: page.url, readOn: '2026-13-01' } })],
  ],
  ['fewestPublishers must be', [stated({ kind: 'oracle', statedAt: page, fewestPublishers: 0 })]],
  [
    'names krakn, which is no other declared provider',
    [stated({ kind: 'aggregator', statedAt: page, parts: { ...page, providers: ['krakn'] } })],
  ],
])('an invalid declaration is refused: %s', (message, providers) => {
  expect(() => checkProviders(providers, catalog)).toThrow(message);
});

test('every provider folder loads, and every adapter has parameters for its probe', async () => {
  const real = await loadCatalog();
  const providers = await loadProviders(real);
  const offers = [...offersByType(providers, real).values()].flat();
  expect(
    offers.filter(({ probeParams: probe }) => probe === undefined).map(({ provider, type }) => [provider.id, type.id]),
    // X bills each request, so the engine does not probe it.
  ).toEqual([['x', 'social.value']]);
  expect(offers.filter(({ coveredParams }) => coveredParams === undefined)).toEqual([]);
});

test('one source can answer a funding rate, and many can answer a spot price', async () => {
  const real = await loadCatalog();
  const offers = offersByType(await loadProviders(real), real);
  expect(maxAnswerable(offers.get('funding.rate') ?? [])).toBe(1);
  expect(maxAnswerable(offers.get('spot.price') ?? [])).toBeGreaterThan(5);
});

test('no source is asked for the price of a ticker that the catalog does not list, and each type says why', async () => {
  const real = await loadCatalog();
  const offers = offersByType(await loadProviders(real), real);
  for (const type of ['spot.price', 'token.price']) {
    const askedProviders = (params: Readonly<Record<string, string>>) =>
      (offers.get(type) ?? []).filter(({ adapter }) => adapter.request(params) !== undefined);
    for (const ticker of ['LUNA', 'VLORP', 'LUNA-USD', 'LUNA-USDT']) {
      const params = { symbol: ticker, token: ticker };
      expect(askedProviders(type === 'spot.price' ? { symbol: ticker } : { token: ticker })).toEqual([]);
      expect(real.get(type)?.notAskedBecause?.(params)).toMatch(/venues can mean different assets/);
    }
    expect(askedProviders(type === 'spot.price' ? { symbol: 'BTC' } : { token: 'BTC' }).length).toBeGreaterThan(3);
    expect(real.get(type)?.notAskedBecause?.({ symbol: 'BTC-USD', token: 'BTC' })).toBeUndefined();
  }
});
