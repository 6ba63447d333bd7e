import { expect, test } from '@jest/globals';
import { besideValues } from './beside-shares.ts';
import { createRepetitionCounts } from './repetition-state.ts';

test('expects of unrelated venues with close prices that most new values repeat by chance', () => {
  const counts = createRepetitionCounts(1);
  counts.tested[0] = 100;
  counts.besideOne[0] = 2 * 50;
  counts.besideTwo[0] = 2 * 25;
  const { near, far, peak } = besideValues(counts, 0);
  expect([near, far]).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.25, 2)]);
  expect(peak).toBeGreaterThan(0.95);
});

test('expects few repeats by chance of a leader that rarely shows the values beside', () => {
  const counts = createRepetitionCounts(1);
  counts.tested[0] = 100;
  counts.besideOne[0] = 2 * 10;
  counts.besideTwo[0] = 2 * 10;
  expect(besideValues(counts, 0).peak).toBeCloseTo(0.1, 2);
});
