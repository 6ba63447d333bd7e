import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import bybit from './provider.ts';

const spot = answerOf(bybit, 'spot.price');
const funding = answerOf(bybit, 'funding.rate');

test('spot pairs and perpetuals are requested in their categories, by their own names', () => {
  expect(spot.request({ symbol: 'BTC' }, undefined)).toEqual({
    path: '/v5/market/tickers?category=spot&symbol=BTCUSDT',
  });
  expect(funding.request({ symbol: 'SHIB', venue: 'bybit' }, undefined)).toEqual({
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
  expect(read(0, 'OK')).toBe('malformed: not the documented body');
});

test('a contract without an interval is malformed', () => {
  const row = { symbol: 'BTCUSDT', fundingRate: '0.0001', nextFundingTime: '1767225600000', fundingIntervalHour: '' };
  const text = JSON.stringify({ retCode: 0, retMsg: 'OK', result: { category: 'linear', list: [row] }, time: 1 });
  expect(faultOf(funding.read(answered(200, text), { symbol: 'BTC', venue: 'bybit' }))).toBe(
    'malformed: no funding interval in whole hours',
  );
});
