import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import type { ProviderReading } from '../../define.ts';
import binance from './provider.ts';

const spot = answerOf(binance, 'spot.price');
const funding = answerOf(binance, 'funding.rate');
const onBinance = { symbol: 'BTC', venue: 'binance' };

test('a price in dollars never comes from a dollar coin, and a question without a quote names the coin that it got', () => {
  expect(spot.request({ symbol: 'BTC-USD' })).toBeUndefined();
  expect(spot.request({ symbol: 'BTC' })).toEqual({ path: '/api/v3/aggTrades?symbol=BTCUSDT&limit=1' });
  const answer = answered(200, '[{"a":1,"p":"64000.10000000","T":1767225600000,"m":true}]');
  expect(spot.read(answer, { symbol: 'BTC' })).toEqual({
    kind: 'datum',
    data: { symbol: 'BTC-USDT', price: '64000.10000000', currency: 'USDT' },
    sourceAtMs: 1_767_225_600_000,
  });
});

test('a contract in units of a thousand coins is requested by its own name', () => {
  const requestFor = (symbol: string): unknown => funding.request({ symbol, venue: 'binance' });
  expect(requestFor('BTC')).toEqual({
    path: '/fapi/v1/premiumIndex?symbol=BTCUSDT',
    second: { path: '/fapi/v1/fundingRate?symbol=BTCUSDT&limit=2' },
  });
  expect(requestFor('PEPE')).toMatchObject({ path: '/fapi/v1/premiumIndex?symbol=1000PEPEUSDT' });
  expect(funding.request({ symbol: 'BTC', venue: 'okx' })).toBeUndefined();
  expect(funding.base).toEqual({ name: 'futures', baseUrl: 'https://fapi.binance.com' });
});

const at = (time: string): number => Date.parse(`2026-01-01T${time}:00Z`);

function fundingAt(now: string, next: string, past: readonly string[], contract = 'BTCUSDT'): ProviderReading {
  const body = { symbol: 'BTCUSDT', lastFundingRate: '0.0001', nextFundingTime: at(next), time: at(now) };
  const rows = past.map((time) => ({ symbol: contract, fundingTime: at(time) + 1, fundingRate: '0.0001' }));
  const response = { ...answered(200, JSON.stringify(body)), second: answered(200, JSON.stringify(rows)) };
  return funding.read(response, { symbol: 'BTC', venue: 'binance' });
}

function hoursAt(now: string, next: string, past: readonly string[]): unknown {
  const reading = fundingAt(now, next, past);
  return reading.kind === 'datum' ? reading.data['intervalHours'] : faultOf(reading);
}

test("the interval is the distance between the venue's own settlements, at every hour of the day", () => {
  expect(hoursAt('01:00', '04:00', ['00:00'])).toBe(4);
  expect(hoursAt('05:00', '08:00', ['00:00', '04:00'])).toBe(4);
  expect(hoursAt('05:00', '08:00', ['00:00'])).toBe(8);
  expect(hoursAt('07:30', '08:00', ['06:00', '07:00'])).toBe(1);
  expect(hoursAt('09:00', '16:00', ['04:00', '08:00'])).toBe(8);
});

test('the rate of another contract is malformed', () => {
  const reading = funding.read(
    answered(200, '{"symbol":"ETHUSDT","lastFundingRate":"1","nextFundingTime":1,"time":1}'),
    onBinance,
  );
  expect(faultOf(reading)).toBe('malformed: another contract than the one asked for');
});

test('a rate without listed settlements, or with those of another contract, is malformed', () => {
  expect(hoursAt('01:00', '04:00', [])).toBe('malformed: no times of its settlements');
  expect(faultOf(fundingAt('01:00', '04:00', ['00:00'], 'ETHUSDT'))).toBe('malformed: no times of its settlements');
  const alone = answered(200, '{"symbol":"BTCUSDT","lastFundingRate":"0.1","nextFundingTime":1,"time":1}');
  expect(faultOf(funding.read(alone, onBinance))).toBe('malformed: no times of its settlements');
});

test('just after a settlement that is not listed yet the interval is not guessed', () => {
  expect(hoursAt('08:01', '12:00', ['00:00', '04:00'])).toBe('stale: its last settlement is not listed yet');
  expect(hoursAt('08:01', '12:00', ['04:00', '08:00'])).toBe(4);
});

test('a quiet pair shows the age of its last trade, and one without a trade is stale', () => {
  const read = (text: string) => spot.read(answered(200, text), { symbol: 'BTC' });
  expect(read('[{"p":"64000.1","T":1767139200000}]')).toMatchObject({ sourceAtMs: 1_767_139_200_000 });
  expect(faultOf(read('[]'))).toBe('stale: no trade');
  expect(faultOf(read('{"symbol":"BTCUSDT","lastPrice":"1","closeTime":1767225600000}'))).toMatch(/^malformed/);
});

test('errors are classified by their code, and a ban counts as a rate limit', () => {
  const read = (status: number, text: string): string => faultOf(spot.read(answered(status, text), { symbol: 'BTC' }));
  expect(read(400, '{"code":-1121,"msg":"Invalid symbol."}')).toBe('unknown_entity');
  expect(read(429, '{"code":-1003,"msg":"Too much request weight used."}')).toBe('rate_limited: -1003');
  expect(read(418, '{"code":-1003,"msg":"Banned until 1."}')).toBe('rate_limited: -1003');
  expect(read(400, '{"code":-1100,"msg":"Illegal characters."}')).toBe('http_error: -1100 Illegal characters.');
});

test('funding is asked for coins of the catalog only, because the name of a contract does not tell its coin', () => {
  expect(funding.request({ symbol: 'PEPE', venue: 'binance' })?.path).toContain('symbol=1000PEPEUSDT');
  expect(funding.request({ symbol: 'VLORP', venue: 'binance' })).toBeUndefined();
});
