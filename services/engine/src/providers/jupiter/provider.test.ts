import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import jupiter from './provider.ts';

const token = answerOf(jupiter, 'token.price');

test("a token is requested by its mint, with the operator's key when there is one", () => {
  const path = '/price/v3?ids=So11111111111111111111111111111111111111112';
  expect(token.request({ token: 'SOL' }, undefined)).toEqual({ path });
  expect(token.request({ token: 'SOL' }, 'k')).toEqual({ path, headers: { 'x-api-key': 'k' } });
  expect(token.request({ token: 'BTC' }, undefined)).toBeUndefined();
});

test('a mint that is missing from the map, or holds null, is unknown', () => {
  const read = (text: string): string => faultOf(token.read(answered(200, text), { token: 'SOL' }));
  expect(read('{}')).toBe('unknown_entity');
  expect(read('{"So11111111111111111111111111111111111111112":null}')).toBe('unknown_entity');
  expect(read('{"So11111111111111111111111111111111111111112":{"usdPrice":0}}')).toBe('malformed: no price above zero');
});
