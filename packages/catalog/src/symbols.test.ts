import { expect, test } from '@jest/globals';
import { coinOf, isListedSymbol, pairText, parsePair, unlistedReason } from './symbols.ts';

test.each([
  ['BTCUSDT', 'BTC-USDT'],
  ['ethbtc', 'ETH-BTC'],
  ['solusd', 'SOL-USD'],
  ['WBTCETH', 'WBTC-ETH'],
  ['STETHUSD', 'STETH-USD'],
  ['BTC/USD', 'BTC-USD'],
  ['CRV-USD', 'CRV-USD'],
  ['TONUSDT', 'GRAM-USDT'],
  ['ton/usd', 'GRAM-USD'],
  ['MATICUSDC', 'POL-USDC'],
  ['FTM-BTC', 'S-BTC'],
  ['MKRUSDT', 'MKR-USDT'],
  ['A-USDT', 'A-USDT'],
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
  'AUSD',
  'AUSDT',
  'SUSD',
  'SUSDC',
  'SETH',
  'WUSDC',
])('%s is one asset, not a pair', (text) => {
  expect(parsePair(text)).toEqual({ base: text });
});

test('only symbols of the catalog are listed', () => {
  expect(['BTC', 'SOL', 'STETH'].every(isListedSymbol)).toBe(true);
  expect(['LUNA', 'VLORP', 'EUR', ''].some(isListedSymbol)).toBe(false);
  expect(unlistedReason('SOL')).toBeUndefined();
  expect(unlistedReason('LUNA')).toMatch(/does not list the ticker LUNA, and venues can mean different assets/);
});

test('a contract on a multiple of a listed coin means the coin, and one of an unlisted coin has no known unit', () => {
  expect(['1000PEPE', '1000PEPEUSDT', 'SHIB1000', '1000000BONK', 'PEPE', 'VLORP'].map(coinOf)).toEqual([
    'PEPE',
    'PEPE',
    'SHIB',
    'BONK',
    'PEPE',
    'VLORP',
  ]);
  expect(['1000VLORP', '1MVLORP', 'VLORP1000'].map(coinOf)).toEqual([undefined, undefined, undefined]);
});
