import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import kraken from './provider.ts';

const spot = answerOf(kraken, 'spot.price');

test("assets are requested by Kraken's names, on both sides of the pair", () => {
  expect(spot.request({ symbol: 'BTC' }, undefined)).toEqual({ path: '/0/public/Ticker?pair=XBTUSD' });
  expect(spot.request({ symbol: 'ETH-BTC' }, undefined)).toEqual({ path: '/0/public/Ticker?pair=ETHXBT' });
  expect(spot.request({ symbol: 'DOGE-USDT' }, undefined)).toEqual({ path: '/0/public/Ticker?pair=XDGUSDT' });
});

test('the ticker is read although its key differs from the requested pair, and it has no time', () => {
  const answer = answered(200, '{"error":[],"result":{"XXBTZUSD":{"c":["64000.10000","0.1"]}}}');
  expect(spot.read(answer, { symbol: 'BTC' })).toEqual({
    kind: 'datum',
    data: { symbol: 'BTC-USD', price: '64000.10000', currency: 'USD' },
  });
});

test('an error with HTTP 200 is classified by its code', () => {
  const read = (error: string): string =>
    faultOf(spot.read(answered(200, JSON.stringify({ error: [error] })), { symbol: 'BTC' }));
  expect(read('EGeneral:Too many requests')).toBe('rate_limited: EGeneral:Too many requests');
  expect(read('EAPI:Rate limit exceeded')).toBe('rate_limited: EAPI:Rate limit exceeded');
  expect(read('EService:Unavailable')).toBe('http_error: EService:Unavailable');
  expect(read('EQuery:Unknown asset pair')).toBe('unknown_entity');
});

test('an answer with several tickers is malformed', () => {
  const answer = answered(200, '{"error":[],"result":{"A":{"c":["1","1"]},"B":{"c":["2","1"]}}}');
  expect(faultOf(spot.read(answer, { symbol: 'BTC' }))).toBe('malformed: not exactly one ticker');
});
