import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import binance from './provider.ts';

const spot = answerOf(binance, 'spot.price');
const funding = answerOf(binance, 'funding.rate');

test('a price in dollars never comes from a dollar coin, and a question without a quote names the coin that it got', () => {
  expect(spot.request({ symbol: 'BTC-USD' }, undefined)).toBeUndefined();
  expect(spot.request({ symbol: 'BTC' }, undefined)).toEqual({ path: '/api/v3/ticker/24hr?symbol=BTCUSDT' });
  const answer = answered(200, '{"symbol":"BTCUSDT","lastPrice":"64000.10000000","closeTime":1767225600000}');
  expect(spot.read(answer, { symbol: 'BTC' })).toEqual({
    kind: 'datum',
    data: { symbol: 'BTC-USDT', price: '64000.10000000', currency: 'USDT' },
    sourceAtMs: 1_767_225_600_000,
  });
});

test('a contract in units of a thousand coins is requested by its own name', () => {
  const asked = (symbol: string): unknown => funding.request({ symbol, venue: 'binance' }, undefined);
  expect(asked('BTC')).toEqual({ path: '/fapi/v1/premiumIndex?symbol=BTCUSDT' });
  expect(asked('PEPE')).toEqual({ path: '/fapi/v1/premiumIndex?symbol=1000PEPEUSDT' });
  expect(funding.request({ symbol: 'BTC', venue: 'okx' }, undefined)).toBeUndefined();
  expect(funding.baseUrl).toBe('https://fapi.binance.com');
});

test('a settlement outside the eight-hour grid proves a shorter interval', () => {
  const hoursAt = (time: string): unknown => {
    const body = { symbol: 'BTCUSDT', lastFundingRate: '0.0001', nextFundingTime: Date.parse(time), time: 1 };
    const reading = funding.read(answered(200, JSON.stringify(body)), { symbol: 'BTC', venue: 'binance' });
    return reading.kind === 'datum' ? reading.data['intervalHours'] : reading.kind;
  };
  expect(
    ['2026-01-01T08:00:00Z', '2026-01-01T04:00:00Z', '2026-01-01T06:00:00Z', '2026-01-01T07:00:00Z'].map(hoursAt),
  ).toEqual([8, 4, 2, 1]);
});

test('errors are classified by their code, and a ban counts as a rate limit', () => {
  const read = (status: number, text: string): string => faultOf(spot.read(answered(status, text), { symbol: 'BTC' }));
  expect(read(400, '{"code":-1121,"msg":"Invalid symbol."}')).toBe('unknown_entity');
  expect(read(429, '{"code":-1003,"msg":"Too much request weight used."}')).toBe('rate_limited: -1003');
  expect(read(418, '{"code":-1003,"msg":"Banned until 1."}')).toBe('rate_limited: -1003');
  expect(read(400, '{"code":-1100,"msg":"Illegal characters."}')).toBe('http_error: -1100 Illegal characters.');
  expect(read(200, '{"symbol":"ETHUSDT","lastPrice":"1","closeTime":1}')).toBe(
    'malformed: another pair than the one asked for',
  );
});
