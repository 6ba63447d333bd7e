import { expect, test } from '@jest/globals';
import { misplacedTrades } from './check-streams.ts';

const updates = Array.from({ length: 60 }, () => 100);

test.each([
  ['a few at the start', { duplicate: 2, after_gap: 2 }, undefined],
  ['as many gaps as trades out of order', { out_of_order: 30, after_gap: 31 }, 'out_of_order'],
  ['repetitions alone', { duplicate: 60 }, 'repeated_trades'],
  ['gaps, and the last trades that a new connection repeats', { after_gap: 40, duplicate: 3 }, 'missed_trades'],
  ['gaps, and a few trades out of order', { after_gap: 40, out_of_order: 4 }, 'missed_trades'],
])('misplaced trades: %s', (_, counts, outcome) => {
  expect(misplacedTrades({ counts, agesMs: updates })?.outcome).toBe(outcome);
});
