import { expect, test } from '@jest/globals';
import { askedPair } from './pairs.ts';

test('a requested quote is used or the provider is not asked; it is never replaced', () => {
  expect(askedPair({ symbol: 'BTC-USD' }, ['USDT'])).toBeUndefined();
  expect(askedPair({ symbol: 'BTC-USDT' }, ['USD', 'USDT'])).toEqual({ base: 'BTC', quote: 'USDT' });
  expect(askedPair({ symbol: 'BTC-JPY' }, ['USD', 'USDT'])).toBeUndefined();
});

test('a question without a quote gets the first quote, and a token is priced in dollars or not at all', () => {
  expect(askedPair({ symbol: 'BTC' }, ['USDT', 'USDC'])).toEqual({ base: 'BTC', quote: 'USDT' });
  expect(askedPair({ token: 'BTC' }, ['USDT', 'USD'])).toEqual({ base: 'BTC', quote: 'USD' });
  expect(askedPair({ token: 'BTC' }, ['USDT'])).toBeUndefined();
});

test('an asset is never priced in itself', () => {
  expect(askedPair({ symbol: 'USDT' }, ['USDT', 'USDC'])).toBeUndefined();
  expect(askedPair({ token: 'USD' }, ['USD'])).toBeUndefined();
});
