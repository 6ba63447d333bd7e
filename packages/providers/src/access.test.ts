import { expect, test } from '@jest/globals';
import { accessOf, takesKey } from './access.ts';
import { providerOf } from './testing/test-providers.ts';
import coingecko from './providers/coingecko/provider.ts';
import coinpaprika from './providers/coinpaprika/provider.ts';
import jupiter from './providers/jupiter/provider.ts';
import kraken from './providers/kraken/provider.ts';
import neynar from './providers/neynar/provider.ts';
import pyth from './providers/pyth/provider.ts';
import pythStreams from './providers/pyth/stream.ts';
import rugcheck from './providers/rugcheck/provider.ts';
import x from './providers/x/provider.ts';

test("a paid key of CoinGecko goes to the paid host in the paid plans' header, by the plan or by the configured host", () => {
  const paid = { 'x-cg-pro-api-key': 'CG-k' };
  expect(accessOf(coingecko, { key: 'CG-k', plan: 'paid' })).toMatchObject({
    baseUrl: 'https://pro-api.coingecko.com',
    headers: paid,
    plan: 'paid',
    renewedEveryMs: 20_000,
  });
  expect(accessOf(coingecko, { key: 'CG-k', url: 'https://pro-api.coingecko.com' }).headers).toEqual(paid);
  expect(accessOf(coingecko, { key: 'CG-k', url: 'https://proxy.test/cg', plan: 'paid' }).headers).toEqual(paid);
});

test('a key of CoinGecko without a plan is one of the demo plan, and without a key the public limits count', () => {
  expect(accessOf(coingecko, { key: 'CG-k' })).toMatchObject({
    baseUrl: 'https://api.coingecko.com',
    headers: { 'x-cg-demo-api-key': 'CG-k' },
    plan: 'demo',
  });
  const open = accessOf(coingecko, {});
  expect(open).toMatchObject({ baseUrl: 'https://api.coingecko.com', headers: {}, isKeyMissing: false });
  expect(open.plan).toBeUndefined();
  const budgets = [{}, { key: 'k' }, { key: 'k', plan: 'paid' }].map(
    (each) => accessOf(coingecko, each).budget.requests,
  );
  expect(budgets).toEqual(budgets.toSorted((a, b) => a - b));
});

test('a key of CoinPaprika is sent to its paid host', () => {
  expect(accessOf(coinpaprika, { key: 'k' })).toMatchObject({
    baseUrl: 'https://api-pro.coinpaprika.com',
    headers: { authorization: 'k' },
    renewedEveryMs: 60_000,
  });
  expect(accessOf(coinpaprika, {})).toMatchObject({ baseUrl: 'https://api.coinpaprika.com', renewedEveryMs: 600_000 });
});

test.each([
  [pyth, { authorization: 'Bearer k' }],
  [jupiter, { 'x-api-key': 'k' }],
  [neynar, { 'x-api-key': 'k' }],
  [x, { authorization: 'Bearer k' }],
])('a provider that refuses requests without a key has none without one: $id', (provider, headers) => {
  expect(accessOf(provider, {})).toMatchObject({ isKeyMissing: true, headers: {} });
  expect(accessOf(provider, { key: 'k' })).toMatchObject({ isKeyMissing: false, headers });
});

test('a provider with an optional key works with and without it, and others take none', () => {
  expect(accessOf(rugcheck, {})).toMatchObject({ isKeyMissing: false, headers: {} });
  expect(accessOf(rugcheck, { key: 'k' }).headers).toEqual({ 'x-api-key': 'k' });
  expect([takesKey(rugcheck), takesKey(coinpaprika), takesKey(kraken)]).toEqual([true, true, false]);
  expect(accessOf(providerOf('a'), { key: 'k' }).headers).toEqual({});
});

test('an unknown plan is an error that names the plans', () => {
  expect(() => accessOf(coingecko, { key: 'k', plan: 'gold' })).toThrow(
    'coingecko has no plan gold; its plans are demo, paid',
  );
});

test("Pyth's stream is below the base URL of its REST interface, so one proxy and one key serve both", () => {
  expect(pythStreams[0]?.url.startsWith(`${pyth.baseUrl}/`)).toBe(true);
});
