import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import coinbase from './provider.ts';

const spot = answerOf(coinbase, 'spot.price');

test('a question without a quote goes to the dollar book, and a pair to its own book', () => {
  expect(spot.request({ symbol: 'BTC' })).toEqual({ path: '/products/BTC-USD/ticker' });
  expect(spot.request({ symbol: 'ETH-BTC' })).toEqual({ path: '/products/ETH-BTC/ticker' });
  expect(spot.request({ symbol: 'BTC-JPY' })).toBeUndefined();
});

test('the datum has the time of the last trade', () => {
  const answer = answered(200, '{"price":"64000.10","time":"2026-01-02T03:04:05.678901Z","trade_id":1}');
  expect(spot.read(answer, { symbol: 'BTC' })).toEqual({
    kind: 'datum',
    data: { symbol: 'BTC-USD', price: '64000.10', currency: 'USD' },
    sourceAtMs: Date.parse('2026-01-02T03:04:05.678Z'),
  });
});

test('a rate limit and a ticker without a time differ from an unknown product', () => {
  const read = (status: number, text: string): string => faultOf(spot.read(answered(status, text), { symbol: 'BTC' }));
  expect(read(429, '{"message":"Public rate limit exceeded"}')).toBe('rate_limited: HTTP 429');
  expect(read(200, '{"price":"64000.10"}')).toBe('malformed: no valid time');
  expect(read(404, '{"message":"NotFound"}')).toBe('unknown_entity');
  expect(read(404, '<html></html>')).toBe('http_error: HTTP 404');
});
