import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import gemini from './provider.ts';

const spot = answerOf(gemini, 'spot.price');

test('the last trade is read with its own time', () => {
  expect(spot.request({ symbol: 'BTC' })).toEqual({ path: '/v1/trades/btcusd?limit_trades=20' });
  const answer = answered(200, '[{"timestampms":1767225600123,"price":"64000.11","type":"buy"}]');
  expect(spot.read(answer, { symbol: 'BTC' })).toEqual({
    kind: 'datum',
    data: { symbol: 'BTC-USD', price: '64000.11', currency: 'USD' },
    sourceAtMs: 1_767_225_600_123,
  });
});

test('a quiet pair shows the age of its last trade, and one without a valid trade is stale', () => {
  const read = (text: string) => spot.read(answered(200, text), { symbol: 'BTC' });
  expect(read('[{"timestampms":1767139200000,"price":"64000.11"}]')).toMatchObject({ sourceAtMs: 1_767_139_200_000 });
  expect(faultOf(read('[]'))).toBe('stale: no trade');
  expect(faultOf(read('[{"timestampms":1767225600123,"price":"1","broken":true}]'))).toBe('stale: no trade');
  expect(faultOf(read('{"last":"64000.11","volume":{"timestamp":1767225600000}}'))).toMatch(/^malformed/);
});

test('a pair of another asset is requested under its own name', () => {
  expect(spot.request({ symbol: 'ETH-BTC' })).toEqual({ path: '/v1/trades/ethbtc?limit_trades=20' });
});

test('both forms of an unknown symbol are read, and a rate limit differs from maintenance', () => {
  const read = (status: number, reason: string, message: string): string =>
    faultOf(spot.read(answered(status, JSON.stringify({ result: 'error', reason, message })), { symbol: 'BTC' }));
  expect(read(400, 'InvalidSymbol', 'x')).toBe('unknown_entity');
  expect(read(400, 'Bad Request', "Supplied value 'bla' is not a valid symbol. Please correct")).toBe('unknown_entity');
  expect(read(429, 'RateLimitExceeded', 'x')).toBe('rate_limited: RateLimitExceeded');
  expect(read(503, 'Maintenance', 'x')).toBe('http_error: Maintenance');
});
