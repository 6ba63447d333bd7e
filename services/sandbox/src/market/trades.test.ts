import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newTrades } from '../streams/new-trades.ts';
import { tradedAssets } from './assets.ts';
import { createMarket, type Market } from './market.ts';
import { tradingVenues } from './relays.ts';
import type { Ticker } from './ticker.ts';

const nowMs = Date.parse('2026-11-21T10:00:00.000Z');
const usdt = { base: 'BTC', quote: 'USDT' };

/** Returns the trades of a book in a period. Reads them as a stream does, which checks for new trades every 25 ms. */
function tradesIn(market: Market, venue: string, fromMs: number, toMs: number, book = usdt): readonly Ticker[] {
  let seenAtMs: number | undefined;
  const trades: Ticker[] = [];
  for (let atMs = fromMs; atMs <= toMs; atMs += 25) {
    const fresh = newTrades(market, venue, book, atMs, seenAtMs).filter((trade) => trade.atMs !== seenAtMs);
    trades.push(...fresh);
    seenAtMs = fresh.at(-1)?.atMs ?? seenAtMs;
  }
  return trades;
}

const sizesOf = (trades: readonly Ticker[]): readonly string[] => trades.map(({ size = '' }) => size);
const digitsOf = (size: string): number => size.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
const isInformative = (size: string): boolean => digitsOf(size) >= 4;
const shareIn = (sizes: readonly string[], others: readonly string[]): number => {
  const known = new Set(others);
  return sizes.filter((size) => known.has(size)).length / sizes.length;
};

test('every trade of every book has a size above zero, with at most eight significant digits and decimals', () => {
  const market = createMarket('sizes');
  const moment = fc.integer({ min: nowMs, max: nowMs + 10_000_000_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...tradingVenues),
      fc.constantFrom(...tradedAssets),
      moment,
      (venue, { symbol }, atMs) => {
        const size = market.at(venue, symbol, 'EUR', atMs)?.size;
        if (size !== undefined) {
          expect(size).toMatch(/^\d+(\.\d{1,8})?$/);
          expect(Number(size)).toBeGreaterThan(0);
          expect(digitsOf(size)).toBeLessThanOrEqual(8);
        }
      },
    ),
  );
});

test.each(tradingVenues)(
  '%s shows sixty informative sizes within twelve seconds, and round ones among them',
  (venue) => {
    const market = createMarket('rates');
    const sizes = sizesOf(tradesIn(market, venue, nowMs, nowMs + 12_000));
    const informative = sizes.filter(isInformative).length;
    expect(informative).toBeGreaterThanOrEqual(60);
    expect(sizes.length - informative).toBeGreaterThan(sizes.length / 20);
  },
);

test('a thin asset trades a few times a minute', () => {
  const market = createMarket('thin');
  const trades = tradesIn(market, 'okx', nowMs, nowMs + 300_000, { base: 'ETC', quote: 'USDT' });
  expect(trades.length).toBeGreaterThan(20);
  expect(trades.length).toBeLessThan(60);
});

test('independent venues share almost none of their informative sizes', () => {
  const market = createMarket('independent');
  const sizes = ['binance', 'okx', 'bybit'].map((venue) =>
    sizesOf(tradesIn(market, venue, nowMs, nowMs + 60_000)).filter(isInformative),
  );
  const [binance = [], okx = [], bybit = []] = sizes;
  expect(Math.max(shareIn(binance, okx), shareIn(okx, bybit), shareIn(bybit, binance))).toBeLessThan(0.03);
});

test('a relay repeats each trade of its upstream after its delay, with the same price and size', () => {
  const market = createMarket('relay');
  market.relays.set('okx', { upstream: 'bybit', delayMs: 700, altersSizes: false });
  const upstream = tradesIn(market, 'bybit', nowMs, nowMs + 20_000);
  const relayed = tradesIn(market, 'okx', nowMs + 700, nowMs + 20_700);
  expect(new Set(upstream.map(({ atMs }) => atMs)).size).toBeLessThan(upstream.length);
  expect(relayed).toEqual(upstream.map((trade) => ({ ...trade, atMs: trade.atMs + 700 })));
  market.relays.set('okx', undefined);
  expect(
    shareIn(sizesOf(tradesIn(market, 'okx', nowMs, nowMs + 20_000)).filter(isInformative), sizesOf(upstream)),
  ).toBe(0);
});

test('a relay of a venue with another dollar shows its prices, and none of a pair that it does not have', () => {
  const market = createMarket('relay');
  market.relays.set('coinbase', { upstream: 'binance', delayMs: 0, altersSizes: false });
  expect(market.at('coinbase', 'BTC', 'USD', nowMs)).toEqual(market.at('binance', 'BTC', 'USDT', nowMs));
  expect(market.at('coinbase', 'BTC', 'GBP', nowMs)).toBeUndefined();
  market.relays.set('okx', { upstream: 'kraken', delayMs: 0, altersSizes: false });
  expect(market.at('okx', 'BTC', 'USDT', nowMs)).toEqual(market.at('kraken', 'BTC', 'USD', nowMs));
});

test('a relay that alters sizes lowers each by 0.2 to 2 percent', () => {
  const market = createMarket('altered');
  const own = sizesOf(tradesIn(market, 'bybit', nowMs, nowMs + 20_000));
  market.relays.set('okx', { upstream: 'bybit', delayMs: 0, altersSizes: true });
  const copiedSizes = sizesOf(tradesIn(market, 'okx', nowMs, nowMs + 20_000));
  expect(copiedSizes).toHaveLength(own.length);
  const shares = copiedSizes.map((size, index) => Number(size) / Number(own[index]));
  expect(Math.min(...shares)).toBeGreaterThan(0.979);
  expect(Math.max(...shares)).toBeLessThan(0.9985);
});

test('a relay of a halted venue shows its last trade only', () => {
  const market = createMarket('halted');
  market.relays.set('okx', { upstream: 'bybit', delayMs: 500, altersSizes: false });
  market.relays.setHalted('bybit', nowMs + 5_000);
  const trades = tradesIn(market, 'okx', nowMs, nowMs + 60_000);
  expect(Math.max(...trades.map(({ atMs }) => atMs))).toBeLessThanOrEqual(nowMs + 5_500);
  market.relays.setHalted('bybit', undefined);
  expect(market.at('okx', 'BTC', 'USDT', nowMs + 60_000)?.atMs).toBeGreaterThan(nowMs + 58_000);
});

test('a held price is traded with changing sizes, near that price', () => {
  const market = createMarket('held');
  market.latent.set('BTC', 50_000, nowMs);
  const trades = tradesIn(market, 'kraken', nowMs, nowMs + 20_000, { base: 'BTC', quote: 'USD' });
  expect(trades.length).toBeGreaterThan(50);
  expect(new Set(sizesOf(trades).filter(isInformative)).size).toBeGreaterThan(40);
  expect(trades.every(({ price }) => Math.abs(Number(price) / 50_000 - 1) < 0.005)).toBe(true);
});

test('a price that was set reaches a relay at once, as one trade', () => {
  const market = createMarket('set');
  market.relays.set('okx', { upstream: 'bybit', delayMs: 5_000, altersSizes: false });
  market.latent.set('BTC', 50_000, nowMs);
  const trades = tradesIn(market, 'okx', nowMs, nowMs + 4_000);
  expect(trades).toHaveLength(1);
  expect(trades[0]?.atMs).toBe(nowMs);
});
