import { expect, test } from '@jest/globals';
import { isListedSymbol, pairText, parsePair } from './symbols.ts';

test.each([
  ['BTCUSDT', 'BTC-USDT'],
  ['ethbtc', 'ETH-BTC'],
  ['solusd', 'SOL-USD'],
  ['WBTCETH', 'WBTC-ETH'],
  ['STETHUSD', 'STETH-USD'],
  ['BTC/USD', 'BTC-USD'],
  ['CRV-USD', 'CRV-USD'],
])('%s is the pair %s', (text, pair) => {
  const parsed = parsePair(text);
  expect(parsed === undefined ? undefined : pairText(parsed)).toBe(pair);
});

test.each([
  'CRVUSD',
  'PYUSD',
  'STETH',
  'WSTETH',
  'FDUSD',
  'TUSD',
  'GUSD',
  'CBETH',
  'CBBTC',
  'WBTC',
  'WETH',
  'USDC',
  'VLORPUSDT',
])('%s is one asset, not a pair', (text) => {
  expect(parsePair(text)).toEqual({ base: text });
});

test('only symbols of the catalog are listed', () => {
  expect(['BTC', 'SOL', 'STETH'].every(isListedSymbol)).toBe(true);
  expect(['LUNA', 'VLORP', 'EUR', ''].some(isListedSymbol)).toBe(false);
});
