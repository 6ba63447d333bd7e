import { Big } from 'big.js';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tradedAssets } from './assets.ts';
import { decimalsFor } from './decimals.ts';
import { createMarket, resold } from './market.ts';
import { composites, copies } from './upstreams.ts';
import { venueTraits } from './venues.ts';

const nowMs = Date.parse('2026-11-21T10:00:00.000Z');
const moment = fc.integer({ min: nowMs - 40 * 86_400_000, max: nowMs + 40 * 86_400_000 });
const market = createMarket('test');

test("every price is positive and on the venue's tick, and every trade is recent", () => {
  fc.assert(
    fc.property(fc.constantFrom(...venueTraits), fc.constantFrom(...tradedAssets), moment, (venue, asset, atMs) => {
      for (const quote of venue.quotes) {
        const seen = market.at(venue.id, asset.symbol, quote, atMs);
        if (seen === undefined) {
          continue;
        }
        const reference = market.latent.reference(asset.symbol) / market.latent.reference(quote);
        expect(Big(seen.price).gt(0)).toBe(true);
        expect(seen.price.split('.')[1]?.length ?? 0).toBe(decimalsFor(reference, venue.digitsAfterFirst));
        expect(Big(seen.bid).lt(seen.ask)).toBe(true);
        expect(atMs - seen.atMs).toBeGreaterThanOrEqual(0);
        expect(atMs - seen.atMs).toBeLessThan(60_000);
      }
    }),
  );
});

test('a seed gives the same prices in any order of reads, and another seed gives other prices', () => {
  const moments = [nowMs, nowMs - 5_000_000, nowMs + 90_000, nowMs - 250];
  const read = (seed: string, order: readonly number[]): Map<number, string | undefined> => {
    const fresh = createMarket(seed);
    return new Map(order.map((atMs) => [atMs, fresh.at('kraken', 'BTC', 'USD', atMs)?.price]));
  };
  expect(read('a', moments)).toEqual(new Map([...read('a', moments.toReversed())].toReversed()));
  expect(read('a', moments)).not.toEqual(read('b', moments));
});

test('a venue shows many different prices within a minute', () => {
  const prices = Array.from(
    { length: 60 },
    (_, second) => market.at('coinbase', 'BTC', 'USD', nowMs + second * 1_000)?.price,
  );
  expect(new Set(prices).size).toBeGreaterThan(40);
});

test('a coin moves by the stated step per second and stays near its start price for months', () => {
  const logs = Array.from({ length: 4_000 }, (_, second) => market.latent.log('ETH', nowMs + second * 1_000));
  const steps = logs.slice(1).map((log, index) => log - (logs[index] ?? 0));
  const spread = Math.sqrt(steps.reduce((sum, step) => sum + step * step, 0) / steps.length);
  expect(spread).toBeGreaterThan(0.7e-4);
  expect(spread).toBeLessThan(0.9e-4);
  fc.assert(
    fc.property(moment, (atMs) => {
      expect(Math.abs(market.latent.log('ETH', atMs) - Math.log(3_310))).toBeLessThan(0.2);
    }),
  );
});

test('venues agree within a few basis points, and all USDT books share the deviation of USDT', () => {
  const dollarCoin = Math.exp(market.latent.log('USDT', nowMs));
  const inDollars = ['binance', 'okx', 'bybit'].map(
    (venue) => Number(market.at(venue, 'BTC', 'USDT', nowMs)?.price) * dollarCoin,
  );
  const dollars = ['coinbase', 'kraken', 'bitstamp', 'gemini'].map((venue) =>
    Number(market.at(venue, 'BTC', 'USD', nowMs)?.price),
  );
  const all = [...inDollars, ...dollars];
  expect(Math.max(...all) / Math.min(...all) - 1).toBeLessThan(20e-4);
  expect(new Set(all).size).toBe(all.length);
});

test('a reseller shows an earlier price of its upstream, up to its markup and its digits', () => {
  for (const row of copies) {
    const symbol = row.assets?.[0] ?? 'ETH';
    for (let atMs = nowMs; atMs < nowMs + 60_000; atMs += 777) {
      const price = market.at(row.provider, symbol, 'USD', atMs)?.price;
      const oldest = atMs - row.periodMs - row.delayMs;
      const past = Array.from({ length: (row.periodMs + row.delayMs) / 100 + 1 }, (_, step) =>
        market.at(row.upstream, symbol, 'USD', oldest + step * 100),
      );
      expect(past.map((each) => (each === undefined ? undefined : resold(each.price, row)))).toContain(price);
    }
  }
});

test('rounding keeps the stated digits, and a markup is exact to the last decimal', () => {
  const row = { provider: 'x', upstream: 'y', periodMs: 1, delayMs: 0 };
  expect(resold('96412.345678', { ...row, significantDigits: 7 })).toBe('96412.35');
  expect(resold('0.00002913', { ...row, significantDigits: 2 })).toBe('0.000029');
  expect(resold('100.00', { ...row, markupBps: 8 })).toBe('100.08');
  expect(resold('186.40123456', row)).toBe('186.40123456');
});

test('a composite shows the median of its exchanges at the time that it states', () => {
  const [composite] = composites;
  const atMs = nowMs + 1_234;
  const composed = market.at('coingecko', 'BTC', 'USD', atMs);
  const dollarCoin = Math.exp(market.latent.log('USDT', composed?.atMs ?? 0));
  const seen = (composite?.inputs ?? [])
    .map(
      ({ venue, quote }) =>
        Number(market.at(venue, 'BTC', quote, composed?.atMs ?? 0)?.price) * (quote === 'USDT' ? dollarCoin : 1),
    )
    .toSorted((a, b) => a - b);
  expect(Number(composed?.price)).toBeCloseTo(seen[2] ?? 0, 6);
  expect(atMs - (composed?.atMs ?? 0)).toBeLessThan(composite?.periodMs ?? 0);
});

test('every provider shows a price that was set at once, with its own noise, until it is released', () => {
  const own = createMarket('set');
  const before = own.at('coinbase', 'SOL', 'USD', nowMs)?.price;
  own.latent.set('SOL', 250, nowMs + 1);
  const dollarCoin = Math.exp(own.latent.log('USDT', nowMs + 1));
  for (const later of [1, 500, 3_000, 3_600_000]) {
    for (const { id, quotes, halfSpread, basisSpread, tradeNoise } of venueTraits) {
      const quote = quotes[0] === 'USD' ? 'USD' : 'USDT';
      const seen = own.at(id, 'SOL', quote, nowMs + later);
      const coin = quote === 'USD' ? 1 : Math.exp(own.latent.log('USDT', seen?.atMs ?? 0));
      expect(Math.abs((Number(seen?.price) * coin) / 250 - 1)).toBeLessThan(
        // The last term of the limit allows for trades at round prices.
        halfSpread + 5 * (basisSpread + tradeNoise) + 3e-4,
      );
      expect(seen?.atMs).toBeGreaterThan(nowMs);
    }
    for (const provider of ['pyth', 'jupiter', 'coingecko', 'coinpaprika']) {
      expect(Math.abs(Number(own.at(provider, 'SOL', 'USD', nowMs + later)?.price) / 250 - 1)).toBeLessThan(2e-3);
    }
  }
  expect(dollarCoin).toBeCloseTo(1, 2);
  // If all venues showed the same exact price, they would look like copies of each other.
  const prices = [0, 1, 2, 3].map((minute) => own.at('gemini', 'SOL', 'USD', nowMs + 1 + minute * 60_000)?.price);
  expect(new Set(prices).size).toBe(4);
  own.latent.release('SOL', nowMs + 4_000_000);
  expect(own.at('coinbase', 'SOL', 'USD', nowMs + 4_000_001)?.price).not.toBe('250.00');
  expect(
    Math.abs(Number(own.at('coinbase', 'SOL', 'USD', nowMs + 4_000_001)?.price) / Number(before) - 1),
  ).toBeLessThan(0.1);
});

test('a skew shifts one provider and its resellers, and no other provider', () => {
  const own = createMarket('skew');
  const read = (provider: string): number => Number(own.at(provider, 'JUP', 'USD', nowMs)?.price);
  const [pyth, jupiter, kraken] = [read('pyth'), read('jupiter'), read('kraken')];
  own.setSkew('pyth', 300);
  expect([read('pyth') / pyth, read('jupiter') / jupiter].map((ratio) => ratio.toFixed(4))).toEqual([
    '1.0300',
    '1.0300',
  ]);
  expect(read('kraken')).toBe(kraken);
});

test('a provider shows no price for a pair that it does not list', () => {
  expect(market.at('gemini', 'HYPE', 'USD', nowMs)).toBeUndefined();
  expect(market.at('binance', 'BTC', 'USD', nowMs)).toBeUndefined();
  expect(market.at('kraken', 'BTC', 'BTC', nowMs)).toBeUndefined();
  expect(market.at('jupiter', 'BTC', 'USD', nowMs)).toBeUndefined();
  expect(market.at('nobody', 'BTC', 'USD', nowMs)).toBeUndefined();
});
