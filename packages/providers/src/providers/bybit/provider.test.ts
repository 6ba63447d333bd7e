import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import type { ProviderResponse } from '../../define.ts';
import bybit from './provider.ts';

const spot = answerOf(bybit, 'spot.price');
const funding = answerOf(bybit, 'funding.rate');

test('spot pairs and perpetuals are requested in their categories, by their own names', () => {
  expect(spot.request({ symbol: 'BTC' })).toEqual({
    path: '/v5/market/recent-trade?category=spot&symbol=BTCUSDT&limit=20',
  });
  expect(funding.request({ symbol: 'SHIB', venue: 'bybit' })).toEqual({
    path: '/v5/market/tickers?category=linear&symbol=SHIB1000USDT',
  });
});

test('the code in the envelope decides, whatever the HTTP status', () => {
  const read = (retCode: number, retMsg: string): string =>
    faultOf(
      spot.read(answered(200, JSON.stringify({ retCode, retMsg, result: {}, retExtInfo: {}, time: 1 })), {
        symbol: 'BTC',
      }),
    );
  expect(read(10001, 'Not supported symbols')).toBe('unknown_entity');
  expect(read(10001, 'params error: category')).toBe('http_error: 10001 params error: category');
  expect(read(10006, 'Too many visits!')).toBe('rate_limited: 10006 Too many visits!');
  expect(read(10016, 'Service is restarting')).toBe('http_error: 10016 Service is restarting');
  expect(read(0, 'OK')).toMatch(/^malformed/);
});

test('a contract without an interval is malformed', () => {
  expect(fundingWith({ fundingIntervalHour: '' })).toBe('malformed: no funding interval in whole hours');
});

test('a contract whose last price is outside of its quotes is stale', () => {
  expect(fundingWith({ lastPrice: '64000' })).toBe('stale: its last price is outside of its quotes');
  expect(fundingWith({})).toBe('datum');
});

function fundingWith(fields: Readonly<Record<string, string>>): string {
  const row = {
    symbol: 'BTCUSDT',
    fundingRate: '0.0001',
    nextFundingTime: '1767225600000',
    fundingIntervalHour: '8',
    lastPrice: '65000',
    bid1Price: '64999.9',
    ask1Price: '65000',
    ...fields,
  };
  const text = JSON.stringify({
    retCode: 0,
    retMsg: 'OK',
    result: { category: 'linear', list: [row] },
    time: 1_767_222_000_000,
  });
  return faultOf(funding.read(answered(200, text), { symbol: 'BTC', venue: 'bybit' }));
}

function recentTrades(...rows: object[]): ProviderResponse {
  const envelope = { retCode: 0, retMsg: 'OK', result: { category: 'spot', list: rows }, time: 1_767_225_600_000 };
  return answered(200, JSON.stringify(envelope));
}

test('a quiet pair shows the age of its last trade although the response is new, and one without a trade is stale', () => {
  const row = { symbol: 'BTCUSDT', price: '64000.1', time: '1767139200000' };
  expect(spot.read(recentTrades(row), { symbol: 'BTC' })).toMatchObject({ sourceAtMs: 1_767_139_200_000 });
  expect(faultOf(spot.read(recentTrades(), { symbol: 'BTC' }))).toBe('stale: the answer lists nothing');
  expect(faultOf(spot.read(recentTrades({ ...row, time: '' }), { symbol: 'BTC' }))).toBe('malformed: no valid time');
});

test('the trade of another pair is malformed', () => {
  const row = { symbol: 'BTCUSDC', price: '64000.1', time: '1767139200000' };
  expect(faultOf(spot.read(recentTrades(row), { symbol: 'BTC' }))).toBe(
    'malformed: another symbol than the one asked for',
  );
});

test('a coin that the catalog does not list is asked with its listing, and counts only if the listing names it', () => {
  const params = { symbol: 'VLORP', venue: 'bybit' };
  expect(funding.request(params)).toEqual({
    path: '/v5/market/tickers?category=linear&symbol=VLORPUSDT',
    second: { path: '/v5/market/instruments-info?category=linear&symbol=VLORPUSDT' },
  });
  const row = {
    symbol: 'VLORPUSDT',
    fundingRate: '0.0001',
    nextFundingTime: '1767225600000',
    fundingIntervalHour: '8',
    lastPrice: '2',
    bid1Price: '2',
    ask1Price: '2',
  };
  const ticker = answered(
    200,
    JSON.stringify({ retCode: 0, retMsg: 'OK', result: { list: [row] }, time: 1_767_222_000_000 }),
  );
  const read = (baseCoin: string, contractType = 'LinearPerpetual'): string => {
    const second = answered(200, JSON.stringify({ result: { list: [{ baseCoin, contractType }] } }));
    return faultOf(funding.read({ ...ticker, second }, params));
  };
  expect([
    read('VLORP'),
    read('1000VLORP'),
    read('VLORP', 'LinearFutures'),
    faultOf(funding.read(ticker, params)),
  ]).toEqual(['datum', 'unknown_entity', 'unknown_entity', 'unknown_entity']);
});
