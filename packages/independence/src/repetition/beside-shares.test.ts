import { expect, test } from '@jest/globals';
import { repetitionRule } from '../constants/repetition.ts';
import { besideValues, ratioHits } from './beside-shares.ts';
import { createRepetitionCounts } from './repetition-state.ts';

test('expects of unrelated venues with close prices that most new values repeat by chance', () => {
  const counts = createRepetitionCounts(1, true);
  counts.tested[0] = 100;
  counts.besideOne[0] = 2 * 50;
  counts.besideTwo[0] = 2 * 25;
  const { near, far, peak } = besideValues(counts, 0);
  expect([near, far]).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.25, 2)]);
  expect(peak).toBeGreaterThan(0.95);
});

test('expects few repeats by chance of a leader that rarely shows the values beside', () => {
  const counts = createRepetitionCounts(1, true);
  counts.tested[0] = 100;
  counts.besideOne[0] = 2 * 10;
  counts.besideTwo[0] = 2 * 10;
  expect(besideValues(counts, 0).peak).toBeCloseTo(0.1, 2);
});

test('leaves repeated moves at a ratio of one to single values, and compares others with the ratios beside', () => {
  const counts = createRepetitionCounts(1, true);
  const cells = repetitionRule.ringCells / 2;
  counts.movesTested[0] = 100;
  counts.rings.set([90, 20, 80, 70, 10]);
  counts.rings[cells - 1] = 95;
  expect(ratioHits(counts, 0)).toEqual({ hits: 80, beside: (20 + 10) / 200 });
});
