import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import type { ProviderResponse } from '../../define.ts';
import kraken from './provider.ts';

const spot = answerOf(kraken, 'spot.price');

test("assets are requested by Kraken's names, on both sides of the pair", () => {
  expect(spot.request({ symbol: 'BTC' })).toEqual({ path: '/0/public/Trades?pair=XBTUSD&count=1' });
  expect(spot.request({ symbol: 'ETH-BTC' })).toEqual({ path: '/0/public/Trades?pair=ETHXBT&count=1' });
  expect(spot.request({ symbol: 'DOGE-USDT' })).toEqual({ path: '/0/public/Trades?pair=XDGUSDT&count=1' });
});

function trades(...rows: string[]): ProviderResponse {
  return answered(200, `{"error":[],"result":{"XXBTZUSD":[${rows.join()}],"last":"1767225600000000000"}}`);
}

test('the newest trade is read with its own time, although its key differs from the requested pair', () => {
  const answer = trades(
    '["63999.0","1",1767225500.5,"b","m","",1]',
    '["64000.10000","1",1767225600.1234567,"b","m","",2]',
  );
  expect(spot.read(answer, { symbol: 'BTC' })).toEqual({
    kind: 'datum',
    data: { symbol: 'BTC-USD', price: '64000.10000', currency: 'USD' },
    sourceAtMs: 1_767_225_600_123,
  });
});

test('a quiet pair shows the age of its last trade, and one without a trade is stale', () => {
  expect(spot.read(trades('["64000.1","1",1767139200.0,"b","m","",1]'), { symbol: 'BTC' })).toMatchObject({
    sourceAtMs: 1_767_139_200_000,
  });
  expect(faultOf(spot.read(trades(), { symbol: 'BTC' }))).toBe('stale: no trade');
  expect(faultOf(spot.read(trades('["64000.1","1","soon"]'), { symbol: 'BTC' }))).toBe('malformed: no valid time');
});

test('the trades of another pair are malformed', () => {
  const answer = trades('["64000.1","1",1767225600.1,"b","m","",1]');
  for (const symbol of ['ETH', 'BTC-EUR', 'BTC-USDT']) {
    expect(faultOf(spot.read(answer, { symbol }))).toBe('malformed: another pair than the one asked for');
  }
});

test('an error with HTTP 200 is classified by its code', () => {
  const read = (error: string): string =>
    faultOf(spot.read(answered(200, JSON.stringify({ error: [error] })), { symbol: 'BTC' }));
  expect(read('EGeneral:Too many requests')).toBe('rate_limited: EGeneral:Too many requests');
  expect(read('EAPI:Rate limit exceeded')).toBe('rate_limited: EAPI:Rate limit exceeded');
  expect(read('EService:Unavailable')).toBe('http_error: EService:Unavailable');
  expect(read('EQuery:Unknown asset pair')).toBe('unknown_entity');
});

test('the trades of the asked pair are read from an answer with several pairs, and one without them is malformed', () => {
  const trades = '[["64000.1","0.1",1767225600.5,"b","l","",1]]';
  const answer = answered(200, `{"error":[],"result":{"XETHZUSD":[],"XXBTZUSD":${trades},"last":"1"}}`);
  expect(spot.read(answer, { symbol: 'BTC' })).toMatchObject({ data: { price: '64000.1' } });
  expect(faultOf(spot.read(answer, { symbol: 'SOL' }))).toBe('malformed: another pair than the one asked for');
});

test('a warning beside a result takes nothing from it, and an error beside one does', () => {
  const read = (error: string): string => {
    const result = '"result":{"XXBTZUSD":[["64000.1","0.1",1767225600.5,"b","l","",1]],"last":"1"}';
    return faultOf(spot.read(answered(200, `{"error":["${error}"],${result}}`), { symbol: 'BTC' }));
  };
  expect([read('WGeneral:Deprecated'), read('EService:Busy')]).toEqual(['datum', 'http_error: EService:Busy']);
});
