import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import coinpaprika from './provider.ts';

const token = answerOf(coinpaprika, 'token.price');

test('a coin is requested by its identifier, and a coin outside the table is not requested', () => {
  expect(token.request({ token: 'SOL' })).toEqual({ path: '/v1/tickers/sol-solana' });
  expect(token.request({ token: 'GLORPCAT' })).toBeUndefined();
});

test('an unknown coin, an exhausted plan and the ticker of another coin have different outcomes', () => {
  const read = (status: number, text: string): string => faultOf(token.read(answered(status, text), { token: 'SOL' }));
  expect(read(404, '{"error":"id not found"}')).toBe('unknown_entity');
  expect(read(404, '<html></html>')).toBe('http_error: HTTP 404');
  expect(read(402, '{}')).toBe('exhausted: HTTP 402');
  expect(read(200, '{"id":"btc-bitcoin","last_updated":"2026-01-01T00:00:00Z","quotes":{"USD":{"price":1.5}}}')).toBe(
    'malformed: another asset than the one asked for',
  );
});
