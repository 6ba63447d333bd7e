import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import gemini from './provider.ts';

const spot = answerOf(gemini, 'spot.price');

test('the time of the volume is not used as the time of the price', () => {
  expect(spot.request({ symbol: 'BTC' }, undefined)).toEqual({ path: '/v1/pubticker/btcusd' });
  const answer = answered(200, '{"last":"64000.11","volume":{"BTC":"1","timestamp":1565587800000}}');
  expect(spot.read(answer, { symbol: 'BTC' })).toEqual({
    kind: 'datum',
    data: { symbol: 'BTC-USD', price: '64000.11', currency: 'USD' },
  });
});

test('both forms of an unknown symbol are read, and a rate limit differs from maintenance', () => {
  const read = (status: number, reason: string, message: string): string =>
    faultOf(spot.read(answered(status, JSON.stringify({ result: 'error', reason, message })), { symbol: 'BTC' }));
  expect(read(400, 'InvalidSymbol', 'x')).toBe('unknown_entity');
  expect(read(400, 'Bad Request', "Supplied value 'bla' is not a valid symbol. Please correct")).toBe('unknown_entity');
  expect(read(429, 'RateLimitExceeded', 'x')).toBe('rate_limited: RateLimitExceeded');
  expect(read(503, 'Maintenance', 'x')).toBe('http_error: Maintenance');
});
