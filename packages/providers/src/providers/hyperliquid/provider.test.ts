import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import hyperliquid from './provider.ts';

const funding = answerOf(hyperliquid, 'funding.rate');

const text = JSON.stringify([
  { universe: [{ name: 'OLD', isDelisted: true }, { name: 'kPEPE', szDecimals: 0 }, { name: 'BTC' }, { name: 'ETH' }] },
  [{ funding: '0.0' }, { funding: '0.0000125' }, { funding: '0.1', midPx: '64000.5' }],
]);

function read(symbol: string, bookAt = '2026-01-01T10:59:59.999Z', bid = '64000'): string {
  const book = { coin: 'BTC', time: Date.parse(bookAt), levels: [[{ px: bid }], [{ px: '64001' }]] };
  const response = { ...answered(200, text), second: answered(200, JSON.stringify(book)) };
  const reading = funding.read(response, { symbol, venue: 'hyperliquid' });
  return reading.kind === 'datum' ? JSON.stringify(reading.data) : faultOf(reading);
}

test('one request returns all contracts, and another one the book that dates them', () => {
  const info = { method: 'POST', path: '/info', headers: { 'content-type': 'application/json' } };
  expect(funding.request({ symbol: 'PEPE', venue: 'hyperliquid' })).toEqual({
    ...info,
    body: '{"type":"metaAndAssetCtxs"}',
    second: { ...info, body: '{"type":"l2Book","coin":"BTC"}' },
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
  expect([read('OLD'), read('XRP'), read('ETH')]).toEqual([
    'unknown_entity',
    'unknown_entity',
    'malformed: not the documented body',
  ]);
});

test('contracts whose prices a dated book does not confirm are stale', () => {
  expect(read('PEPE', '2026-01-01T10:00:00.000Z', '63000')).toContain('0.0000125');
  expect(read('PEPE', '2026-01-01T10:00:00.000Z', '64900')).toBe('stale: its book does not confirm its prices');
});
