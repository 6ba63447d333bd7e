import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import coingecko from './provider.ts';

const token = answerOf(coingecko, 'token.price');

test('a coin is requested by its identifier, with full precision and its time', () => {
  const path = '/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&include_last_updated_at=true&precision=full';
  expect(token.request({ token: 'BTC' })).toEqual({ path });
  expect(token.request({ token: 'GLORPCAT' })).toBeUndefined();
});

test('a number of seventeen digits keeps every digit', () => {
  const answer = answered(200, '{"bitcoin":{"usd":85843.266944293381,"last_updated_at":1767225600}}');
  expect(token.read(answer, { token: 'BTC' })).toEqual({
    kind: 'datum',
    data: { token: 'BTC', price: '85843.266944293381', currency: 'USD' },
    sourceAtMs: 1_767_225_600_000,
  });
});

test('a coin that is missing from the answer, or has no price, is unknown', () => {
  const read = (text: string): string => faultOf(token.read(answered(200, text), { token: 'BTC' }));
  expect([read('{}'), read('{"bitcoin":{}}'), read('{"bitcoin":{"usd":null,"last_updated_at":null}}')]).toEqual([
    'unknown_entity',
    'unknown_entity',
    'unknown_entity',
  ]);
  expect(read('{"status":{"error_code":429,"error_message":"slow down"}}')).toBe('rate_limited: 429');
});

test.each([
  ['10002', '10002: no key arrived'],
  ['10005', '10005: the plan does not include this'],
  ['10010', '10010: the key is one of a paid plan, and this is the host of the demo plan'],
  ['10011', '10011: the key is one of the demo plan, and this is the host of the paid plans'],
])('the code %s of CoinGecko is a refused key, although it comes with HTTP 400', (code, detail) => {
  const answer = answered(400, `{"status":{"error_code":${code},"error_message":"see our documentation"}}`);
  expect(faultOf(token.read(answer, { token: 'BTC' }))).toBe(`access_denied: ${detail}`);
});
