import { expect, test } from '@jest/globals';
import { intervalOf } from './intervals.ts';

test.each([
  [0, 100, 0, 0, 0.037],
  [50, 100, 0.5, 0.404, 0.596],
  [90, 100, 0.9, 0.826, 0.945],
  [100, 100, 1, 0.963, 1],
  [7, 1_000, 0.007, 0.0034, 0.0144],
])('%p of %p has the share and the interval of Wilson', (count, of, share, low, high) => {
  const interval = intervalOf(count, of);
  expect(interval.share).toBe(share);
  expect(interval.low).toBeCloseTo(low, 3);
  expect(interval.high).toBeCloseTo(high, 3);
});

test('a share of nothing has no interval', () => {
  expect(intervalOf(0, 0)).toEqual({ share: Number.NaN, low: Number.NaN, high: Number.NaN });
});
