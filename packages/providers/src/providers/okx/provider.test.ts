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

/** Returns the time `count` hours after 2024-10-04, as OKX writes it. */
const hours = (count: number): string => String((480_000 + count) * 3_600_000);

function fundingAnswer(fields: Readonly<Record<string, unknown>>, tickerAtMs?: number): ProviderResponse {
  const row = {
    instId: 'BTC-USDT-SWAP',
    fundingRate: '0.0001',
    fundingTime: hours(8),
    nextFundingTime: hours(16),
    ts: hours(1),
    ...fields,
  };
  const ticker = { instId: 'BTC-USDT-SWAP', last: '64000', ts: String(tickerAtMs ?? row.ts) };
  return { ...success(row), second: success(ticker) };
}

test('spot prices are requested in dollar coins, perpetuals by their swap', () => {
  expect(spot.request({ symbol: 'BTC' })).toEqual({
    path: '/api/v5/market/trades?instId=BTC-USDT&limit=1',
  });
  expect(spot.request({ symbol: 'BTC-USD' })).toBeUndefined();
  expect(funding.request(params)).toEqual({
    path: '/api/v5/public/funding-rate?instId=BTC-USDT-SWAP',
    second: { path: '/api/v5/market/ticker?instId=BTC-USDT-SWAP' },
  });
});

function paymentOf(fields: Readonly<Record<string, unknown>>): unknown {
  const reading = funding.read(fundingAnswer(fields), params);
  return reading.kind === 'datum' ? [reading.data['intervalHours'], reading.data['nextFundingAt']] : faultOf(reading);
}

test('a rate is paid for the time from the former settlement to its own, whatever follows', () => {
  const now = { ts: hours(2) };
  expect(paymentOf({ ...now, prevFundingTime: hours(0), nextFundingTime: hours(12) })).toEqual([
    8,
    '2024-10-04T08:00:00.000Z',
  ]);
  expect(paymentOf({ ts: hours(7.5), prevFundingTime: hours(7), nextFundingTime: hours(16) })).toEqual([
    1,
    '2024-10-04T08:00:00.000Z',
  ]);
  expect(paymentOf({ ...now, prevFundingTime: hours(0), nextFundingTime: '' })).toEqual([
    8,
    '2024-10-04T08:00:00.000Z',
  ]);
});

test('without a former settlement the interval is that of the period after, unless the time of the payment refutes it', () => {
  const absent = ['', '0', null, undefined];
  expect(absent.map((prevFundingTime) => paymentOf({ prevFundingTime, nextFundingTime: hours(16) }))).toEqual(
    absent.map(() => [8, '2024-10-04T08:00:00.000Z']),
  );
  expect(paymentOf({ ts: hours(1), nextFundingTime: hours(12) })).toMatch(/^stale: its next payment is further away/);
  expect(paymentOf({ nextFundingTime: null })).toBe('malformed: no funding interval in whole hours');
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
  const tickerAtMs = Number(hours(2));
  expect(funding.read(fundingAnswer({ ts: hours(3) }, tickerAtMs), params)).toMatchObject({ sourceAtMs: tickerAtMs });
  expect(funding.read(fundingAnswer({ ts: hours(1) }, tickerAtMs), params)).toMatchObject({
    sourceAtMs: Number(hours(1)),
  });
});
