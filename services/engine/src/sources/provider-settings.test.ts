import { loadCatalog } from '@assay/catalog/catalog';
import { loadProviders } from '@assay/providers/load';
import { loadStreams } from '@assay/providers/load-streams';
import { expect, test } from '@jest/globals';
import { checkProviderSettings, configuredUrl } from './provider-settings.ts';

const known = {
  providers: await loadProviders(await loadCatalog()),
  streams: (await loadStreams()).map(({ id }) => id),
  nodes: ['node-a'],
};

const nothing = {
  ASSAY_MODE: 'live',
  ASSAY_PROVIDER_URLS: {},
  ASSAY_PROVIDER_KEYS: {},
  ASSAY_PROVIDER_PLANS: {},
  ASSAY_PROVIDER_BUDGETS: {},
  ASSAY_STREAM_URLS: {},
} as const;

type Given = Partial<Parameters<typeof checkProviderSettings>[0]>;

const check = (settings: Given) => (): void => checkProviderSettings({ ...nothing, ...settings }, known);
const budget = { requests: 1, perMs: 1_000 };
const keyed = 'it can name coingecko, coinpaprika, jupiter, neynar, pyth, rugcheck, x';

test.each<[string, Given]>([
  [
    `ASSAY_PROVIDER_KEYS: no provider takes a key under the name coingeko; ${keyed}`,
    { ASSAY_PROVIDER_KEYS: { coingeko: 'k' } },
  ],
  [
    `ASSAY_PROVIDER_KEYS: no provider takes a key under the name kraken; ${keyed}`,
    { ASSAY_PROVIDER_KEYS: { kraken: 'k' } },
  ],
  [
    'ASSAY_PROVIDER_URLS: no provider has the name binance.spot; it can name binance, binance.futures, bitstamp,',
    { ASSAY_PROVIDER_URLS: { 'binance.spot': 'http://a.test' } },
  ],
  [
    'ASSAY_PROVIDER_URLS: it names binance and must name binance.futures too',
    { ASSAY_PROVIDER_URLS: { binance: 'http://a.test' } },
  ],
  [
    'ASSAY_PROVIDER_BUDGETS: no provider and no node has the name node-b; it can name binance, bitstamp,',
    { ASSAY_PROVIDER_BUDGETS: { 'node-b': budget } },
  ],
  [
    'ASSAY_STREAM_URLS: no stream has the name binance.spot; it can name binance, binance.futures,',
    { ASSAY_STREAM_URLS: { 'binance.spot': 'wss://a.test' } },
  ],
  [
    'ASSAY_PROVIDER_PLANS: no provider has plans under the name pyth; it can name coingecko, coinpaprika',
    { ASSAY_PROVIDER_PLANS: { pyth: 'paid' } },
  ],
  [
    'ASSAY_PROVIDER_PLANS: coingecko has no plan pro; its plans are demo, paid',
    { ASSAY_PROVIDER_PLANS: { coingecko: 'pro' }, ASSAY_PROVIDER_KEYS: { coingecko: 'k' } },
  ],
  [
    'ASSAY_PROVIDER_PLANS: the plan paid of coingecko needs a key in ASSAY_PROVIDER_KEYS',
    { ASSAY_PROVIDER_PLANS: { coingecko: 'paid' } },
  ],
])('the start ends with: %s', (message, settings) => {
  expect(check(settings)).toThrow(message);
});

test('no message shows a key, and every problem is named at once', () => {
  const checkKeys = check({ ASSAY_PROVIDER_KEYS: { kraken: 'secret-1', okx: 'secret-2' } });
  expect(checkKeys).toThrow(/kraken[^]*okx/);
  expect(checkKeys).not.toThrow(/secret/);
});

test('every name that exists is accepted, and the sandbox needs one URL of a provider with two hosts', () => {
  const complete = {
    ASSAY_PROVIDER_URLS: { binance: 'http://a.test', 'binance.futures': 'http://b.test' },
    ASSAY_PROVIDER_KEYS: { coingecko: 'k', coinpaprika: 'k', pyth: 'k' },
    ASSAY_PROVIDER_PLANS: { coingecko: 'paid' },
    ASSAY_PROVIDER_BUDGETS: { 'node-a': budget, kraken: budget },
    ASSAY_STREAM_URLS: { 'binance.futures': 'wss://a.test' },
  };
  expect(check(complete)).not.toThrow();
  expect(check({ ASSAY_MODE: 'sandbox', ASSAY_PROVIDER_URLS: { binance: 'http://a.test' } })).not.toThrow();
});

test('spot and futures of Binance have a URL each, and one URL of the sandbox serves both', () => {
  const urls = { binance: 'http://spot.test/', 'binance.futures': 'http://futures.test' };
  expect(configuredUrl({ mode: 'live', urls }, 'binance', undefined)).toBe('http://spot.test');
  expect(configuredUrl({ mode: 'live', urls }, 'binance', 'futures')).toBe('http://futures.test');
  const shared = { binance: 'http://spot.test' };
  expect(configuredUrl({ mode: 'live', urls: shared }, 'binance', 'futures')).toBeUndefined();
  expect(configuredUrl({ mode: 'sandbox', urls: shared }, 'binance', 'futures')).toBe('http://spot.test');
});
