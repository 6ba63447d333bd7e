import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import type { ProviderResponse } from '../../define.ts';
import bitstamp from './provider.ts';

const spot = answerOf(bitstamp, 'spot.price');

function traded(...transactions: object[]): ProviderResponse {
  const ticker = answered(200, '{"timestamp":"1767225660","last":"64000","pair":"BTC/USD"}');
  return { ...ticker, second: answered(200, JSON.stringify(transactions)) };
}

test('the pair is requested in lower case, and the newest transaction gives the price and its time', () => {
  expect(spot.request({ symbol: 'BTC' })).toEqual({
    path: '/api/v2/ticker/btcusd/',
    second: { path: '/api/v2/transactions/btcusd/?time=minute' },
  });
  const answer = traded({ date: '1767225600', price: '64001' }, { date: '1767225590', price: '63990' });
  expect(spot.read(answer, { symbol: 'BTC' })).toEqual({
    kind: 'datum',
    data: { symbol: 'BTC-USD', price: '64001', currency: 'USD' },
    sourceAtMs: 1_767_225_600_000,
  });
});

test('a ticker without a trade in the last minute is stale, whatever its own time says', () => {
  expect(faultOf(spot.read(traded(), { symbol: 'BTC' }))).toBe('stale: no trade within the last minute');
});

test('the ticker of another pair is malformed', () => {
  const answer = answered(200, '{"timestamp":"1767225600","last":"64000","pair":"BTC/USD"}');
  expect(faultOf(spot.read(answer, { symbol: 'XLM' }))).toBe('malformed: another pair than the one asked for');
});

test('an unknown pair differs from a rate limit that comes as a bad request', () => {
  const read = (status: number, text: string): string => faultOf(spot.read(answered(status, text), { symbol: 'BTC' }));
  expect(read(404, '{"status":"error","reason":"Unknown pair"}')).toBe('unknown_entity');
  expect(read(404, '<html></html>')).toBe('http_error: HTTP 404');
  expect(read(400, '{"response_code":"400.002"}')).toBe('rate_limited: 400.002');
  expect(read(400, '{"response_code":"400.001"}')).toBe('http_error: HTTP 400');
});
