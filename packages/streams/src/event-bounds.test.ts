import { expect, test } from '@jest/globals';
import type { StreamEvent } from '@assay/providers/define-stream';
import { boundedEvent } from './event-bounds.ts';

const trade = { kind: 'trade', topic: 'BTC', price: '1', atMs: 1_767_225_600_000, id: '7' } as const;

test('an event within the bounds is itself', () => {
  expect(boundedEvent(trade)).toBe(trade);
});

test.each<StreamEvent>([
  { ...trade, price: '9'.repeat(900_000) },
  { ...trade, id: 'x'.repeat(1_000) },
  { ...trade, atMs: Number.NaN },
  { ...trade, atMs: -1 },
  { ...trade, atMs: 8.64e15 },
  { ...trade, sequence: 1e300 },
  { kind: 'quote', topic: 'BTC', bid: '1', ask: '9'.repeat(65) },
  { kind: 'funding', topic: 'BTC', rate: `0.${'0'.repeat(100)}1`, atMs: trade.atMs },
  { kind: 'funding', topic: 'BTC', rate: '0', atMs: trade.atMs, nextFundingAtMs: Number.POSITIVE_INFINITY },
])('an event out of bounds is malformed: %j', (event) => {
  expect(boundedEvent(event).kind).toBe('malformed');
});
