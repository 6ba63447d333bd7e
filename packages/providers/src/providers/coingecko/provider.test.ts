import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import coingecko from './provider.ts';

const token = answerOf(coingecko, 'token.price');

test("a coin is requested by its identifier, with full precision, its time, and the operator's key when there is one", () => {
  const path = '/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&include_last_updated_at=true&precision=full';
  expect(token.request({ token: 'BTC' }, undefined)).toEqual({ path });
  expect(token.request({ token: 'BTC' }, 'k')).toEqual({ path, headers: { 'x-cg-demo-api-key': 'k' } });
  expect(token.request({ token: 'GLORPCAT' }, undefined)).toBeUndefined();
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
  expect(read('{"status":{"error_code":10002,"error_message":"key"}}')).toBe('http_error: 10002');
});
