import { beforeAll, expect, test } from '@jest/globals';
import { loadCatalog, type Catalog } from './catalog.ts';
import type { DataType } from './define.ts';
import { isMarketQuestion, marketKey, paramsOfKey } from './market.ts';

let catalog: Catalog;
const typeOf = (id: string): DataType => catalog.get(id) as DataType;

beforeAll(async () => {
  catalog = await loadCatalog();
});

test('BTC and BTC-USD are one market of spot.price, and a pair with another quote currency is another', () => {
  const keyOf = (symbol: string): string => marketKey(typeOf('spot.price'), { symbol });
  expect(keyOf('BTC-USD')).toBe(keyOf('BTC'));
  expect(new Set(['BTC', 'BTC-USDT', 'BTC-EUR', 'ETH'].map(keyOf)).size).toBe(4);
});

test('only a question with the parameters of its market is evidence', () => {
  expect(isMarketQuestion(typeOf('spot.price'), { symbol: 'BTC' })).toBe(true);
  expect(isMarketQuestion(typeOf('spot.price'), { symbol: 'BTC-USD' })).toBe(false);
  expect(isMarketQuestion(typeOf('token.price'), { token: 'SOL' })).toBe(true);
});

test('a key gives the parameters of its market, and another text gives none', () => {
  const spot = typeOf('spot.price');
  expect(paramsOfKey(spot, 'spot.price:BTC-USDT')).toEqual({ symbol: 'BTC-USDT' });
  expect(
    ['token.price:BTC', 'spot.price:BTC-USD', 'spot.price:', 'spot.price:a b'].map((key) => paramsOfKey(spot, key)),
  ).toEqual([undefined, undefined, undefined, undefined]);
  expect(paramsOfKey(typeOf('token.price'), 'token.price:BONK')).toEqual({ token: 'BONK' });
});
