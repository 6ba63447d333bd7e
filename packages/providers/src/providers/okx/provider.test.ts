import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import type { ProviderResponse } from '../../define.ts';
import okx from './provider.ts';

const spot = answerOf(okx, 'spot.price');
const funding = answerOf(okx, 'funding.rate');
const params = { symbol: 'BTC', venue: 'okx' };

function success(row: object): ProviderResponse {
  return answered(200, JSON.stringify({ code: '0', msg: '', data: [row] }));
}

function fundingAnswer(fields: Readonly<Record<string, string>>, tickerAtMs = 1): ProviderResponse {
  const row = {
    instId: 'BTC-USDT-SWAP',
    fundingRate: '0.0001',
    fundingTime: String(8 * 3_600_000),
    nextFundingTime: String(16 * 3_600_000),
    ts: '1',
    ...fields,
  };
  const ticker = { instId: 'BTC-USDT-SWAP', last: '64000', ts: String(tickerAtMs) };
  return { ...success(row), second: success(ticker) };
}

test('spot prices are requested in dollar coins, perpetuals by their swap', () => {
  expect(spot.request({ symbol: 'BTC' }, undefined)).toEqual({
    path: '/api/v5/market/trades?instId=BTC-USDT&limit=1',
  });
  expect(spot.request({ symbol: 'BTC-USD' }, undefined)).toBeUndefined();
  expect(funding.request(params, undefined)).toEqual({
    path: '/api/v5/public/funding-rate?instId=BTC-USDT-SWAP',
    second: { path: '/api/v5/market/ticker?instId=BTC-USDT-SWAP' },
  });
});

test('the interval is the distance of two settlements, and the next settlement ends the current period', () => {
  const reading = funding.read(fundingAnswer({ nextFundingTime: String(12 * 3_600_000) }), params);
  expect(reading.kind === 'datum' ? reading.data : reading).toEqual({
    symbol: 'BTC',
    venue: 'okx',
    rate: '0.0001',
    intervalHours: 4,
    nextFundingAt: '1970-01-01T08:00:00.000Z',
  });
});

test('an empty rate is malformed, not zero', () => {
  expect(faultOf(funding.read(fundingAnswer({ fundingRate: '' }), params))).toBe('malformed: no valid funding rate');
});

test('the code in the envelope decides, whatever the HTTP status', () => {
  const read = (status: number, text: string): string => faultOf(spot.read(answered(status, text), { symbol: 'BTC' }));
  expect(read(200, '{"code":"51001","msg":"x","data":[]}')).toBe('unknown_entity');
  expect(read(429, '{"code":"50011","msg":"Too Many Requests","data":[]}')).toBe(
    'rate_limited: 50011 Too Many Requests',
  );
  expect(read(200, '{"code":"50001","msg":"Service temporarily unavailable","data":[]}')).toBe(
    'http_error: 50001 Service temporarily unavailable',
  );
  expect(read(503, 'busy')).toBe('http_error: HTTP 503');
  expect(read(200, '{"code":"0","msg":"","data":[]}')).toBe('stale: the answer lists nothing');
});

function lastTrade(...rows: object[]): ProviderResponse {
  return answered(200, JSON.stringify({ code: '0', msg: '', data: rows }));
}

test('a quiet pair shows the age of its last trade, and one without a trade is stale', () => {
  const row = { instId: 'BTC-USDT', px: '64000.1', ts: '1767139200000' };
  expect(spot.read(lastTrade(row), { symbol: 'BTC' })).toMatchObject({ sourceAtMs: 1_767_139_200_000 });
  expect(faultOf(spot.read(lastTrade(), { symbol: 'BTC' }))).toBe('stale: the answer lists nothing');
});

test('the trade of another instrument is malformed', () => {
  const row = { instId: 'BTC-USDC', px: '64000.1', ts: '1767139200000' };
  expect(faultOf(spot.read(lastTrade(row), { symbol: 'BTC' }))).toBe(
    'malformed: another instrument than the one asked for',
  );
});

test('a rate is as old as the last trade or quote of its swap, not as the response', () => {
  expect(funding.read(fundingAnswer({ ts: '9000' }, 2_000), params)).toMatchObject({ sourceAtMs: 2_000 });
  expect(funding.read(fundingAnswer({ ts: '1500' }, 2_000), params)).toMatchObject({ sourceAtMs: 1_500 });
});
