import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import dydx from './provider.ts';

const funding = answerOf(dydx, 'funding.rate');
const params = { symbol: 'BTC', venue: 'dydx' };

function read(status: number, body: unknown): string {
  return faultOf(funding.read(answered(status, JSON.stringify(body)), params));
}

test('a market is requested by its ticker', () => {
  expect(funding.request(params)).toEqual({
    path: '/v4/perpetualMarkets?ticker=BTC-USD',
    second: { path: '/v4/height' },
  });
});

test('a market that does not exist or is no longer traded is unknown', () => {
  const errors = [{ location: 'query', msg: 'ticker must be a valid ticker (BTC-USD, etc)', param: 'ticker' }];
  expect(read(400, { errors })).toBe('unknown_entity');
  expect(read(200, { markets: {} })).toBe('unknown_entity');
  expect(read(200, { markets: { 'BTC-USD': { status: 'FINAL_SETTLEMENT', nextFundingRate: '0' } } })).toBe(
    'unknown_entity',
  );
});

test('any other refusal is an error, not an unknown market', () => {
  expect(read(400, { errors: [{ msg: 'limit must be a number' }] })).toBe('http_error: HTTP 400');
  expect(read(403, { errors: [{ msg: 'region' }] })).toBe('access_denied: HTTP 403');
});

test("the indexer's newest block dates a rate, and a rate without it has no time", () => {
  const markets = answered(200, '{"markets":{"BTC-USD":{"status":"ACTIVE","nextFundingRate":"0.1"}}}');
  const block = answered(200, '{"height":"7","time":"2026-01-01T10:59:59.500Z"}');
  expect(funding.read({ ...markets, second: block }, params)).toMatchObject({
    data: { rate: '0.1', nextFundingAt: '2026-01-01T11:00:00.000Z' },
    sourceAtMs: Date.parse('2026-01-01T10:59:59.500Z'),
  });
  expect(faultOf(funding.read(markets, params))).toBe('malformed: not the documented body');
});
