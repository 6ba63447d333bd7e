import { loadFolder } from '@assay/catalog/load-folder';
import { expect, test } from '@jest/globals';
import type { Provider } from './define.ts';
import { answered, answerOf } from './testing/recorded-answer.ts';

const folder = new URL('./providers/', import.meta.url);
const providers = await loadFolder<Provider>(folder, 'provider', import.meta.url);

const newestAtMs = 1_767_225_600_000;
const seconds = (atMs: number): string => String(atMs / 1_000);
const feed = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43';

/** A provider that answers with a list of prices of one pair. */
type PriceList = {
  /** Returns a row of the list with this price and time. */
  readonly row: (price: string, atMs: number) => object;
  /**
   * Fields that mark a row as a trade outside the market, such as a block trade. Empty for providers without such rows.
   */
  readonly offMarket: readonly object[];
  readonly body: (rows: readonly unknown[]) => unknown;
  /** The first answer, for adapters that send two requests and get the list from the second one. */
  readonly first?: unknown;
};

const lists: Readonly<Record<string, PriceList>> = {
  binance: { row: (p, T) => ({ a: 1, p, q: '1', T, m: true }), offMarket: [], body: (rows) => rows },
  bitstamp: {
    row: (price, atMs) => ({ date: seconds(atMs), tid: '1', price, amount: '1', type: '0' }),
    offMarket: [],
    body: (rows) => rows,
    first: { pair: 'BTC/USD' },
  },
  bybit: {
    row: (price, time) => ({
      symbol: 'BTCUSDT',
      price,
      size: '1',
      side: 'Sell',
      time: String(time),
      isBlockTrade: false,
    }),
    offMarket: [{ isBlockTrade: true }],
    body: (list) => ({ retCode: 0, retMsg: 'OK', result: { category: 'spot', list }, time: newestAtMs }),
  },
  gemini: {
    row: (price, timestampms) => ({ timestampms, tid: 1, price, amount: '1', exchange: 'gemini', type: 'buy' }),
    offMarket: [{ broken: true }, { type: 'block' }],
    body: (rows) => rows,
  },
  kraken: {
    row: (price, atMs) => [price, '1', atMs / 1_000, 'b', 'l', '', 1],
    offMarket: [],
    body: (rows) => ({ error: [], result: { XXBTZUSD: rows, last: '1' } }),
  },
  okx: {
    row: (px, ts) => ({ instId: 'BTC-USDT', px, sz: '1', side: 'buy', ts: String(ts) }),
    offMarket: [],
    body: (data) => ({ code: '0', msg: '', data }),
  },
  pyth: {
    row: (price, atMs) => ({ id: feed, price: { price, conf: '0', expo: 0, publish_time: atMs / 1_000 } }),
    offMarket: [],
    body: (parsed) => ({ parsed }),
  },
};

/** Providers that answer with a single price instead of a list. */
const withoutLists = ['coinbase', 'coingecko', 'coinpaprika', 'jupiter'];

test('every provider of prices is in the table, or answers with no list', () => {
  const priced = providers.filter(({ adapters }) => adapters.some(({ type }) => type === 'spot.price'));
  expect(priced.map(({ id }) => id).toSorted()).toEqual([...Object.keys(lists), ...withoutLists].toSorted());
});

test.each(Object.entries(lists))(
  '%s: the newest row that is a price of the market counts, in any order',
  (id, list) => {
    const provider = providers.find((each) => each.id === id);
    if (provider === undefined) {
      throw new Error(`no provider ${id}`);
    }
    const pricesOf = (rows: readonly unknown[]): unknown => {
      const reading = (body: unknown) => answered(200, JSON.stringify(body), newestAtMs);
      const answer = list.first === undefined ? reading(list.body(rows)) : reading(list.first);
      const response = list.first === undefined ? answer : { ...answer, second: reading(list.body(rows)) };
      const priceReading = answerOf(provider, 'spot.price').read(response, { symbol: 'BTC' });
      return priceReading.kind === 'datum' ? [priceReading.data['price'], priceReading.sourceAtMs] : priceReading;
    };
    const market = [3, 1, 2].map((age) => list.row(String(100 - age), newestAtMs - age * 1_000));
    const off = list.offMarket.map((fields) => ({ ...list.row('7', newestAtMs), ...fields }));
    for (const rows of [
      [...market, ...off],
      [...off, ...market],
      [...market, ...off].toReversed(),
      [null, { unexpected: true }, ...market, null],
    ]) {
      expect(pricesOf(rows)).toEqual(['99', newestAtMs - 1_000]);
    }
  },
);
