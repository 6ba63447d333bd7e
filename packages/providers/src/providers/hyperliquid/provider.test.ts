import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import hyperliquid from './provider.ts';

const funding = answerOf(hyperliquid, 'funding.rate');

const text = JSON.stringify([
  { universe: [{ name: 'OLD', isDelisted: true }, { name: 'kPEPE', szDecimals: 0 }, { name: 'ETH' }] },
  [{ funding: '0.0' }, { funding: '0.0000125' }],
]);

function read(symbol: string, receivedAt = '2026-01-01T10:59:59.999Z'): string {
  const reading = funding.read(answered(200, text, Date.parse(receivedAt)), { symbol, venue: 'hyperliquid' });
  return reading.kind === 'datum' ? JSON.stringify(reading.data) : faultOf(reading);
}

test('one request returns all contracts', () => {
  expect(funding.request({ symbol: 'BTC', venue: 'hyperliquid' }, undefined)).toEqual({
    method: 'POST',
    path: '/info',
    headers: { 'content-type': 'application/json' },
    body: '{"type":"metaAndAssetCtxs"}',
  });
});

test("a contract is joined to its context by position, under Hyperliquid's own name", () => {
  expect(JSON.parse(read('PEPE'))).toEqual({
    symbol: 'PEPE',
    venue: 'hyperliquid',
    rate: '0.0000125',
    intervalHours: 1,
    nextFundingAt: '2026-01-01T11:00:00.000Z',
  });
});

test('the next funding is at the next full hour, never at the one that has just begun', () => {
  expect(read('PEPE', '2026-01-01T11:00:00.000Z')).toContain('2026-01-01T12:00:00.000Z');
});

test('a delisted or absent contract is unknown, and one without a context is malformed', () => {
  expect([read('OLD'), read('BTC'), read('ETH')]).toEqual([
    'unknown_entity',
    'unknown_entity',
    'malformed: not the documented body',
  ]);
});
