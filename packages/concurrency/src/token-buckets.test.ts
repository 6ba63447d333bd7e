import { expect, test } from '@jest/globals';
import { createTokenBuckets } from './token-buckets.ts';

test('a bucket gives its burst at once, and gets its tokens back at its rate', () => {
  let nowMs = 0;
  const buckets = createTokenBuckets({ perSecond: 4, burst: 2, maxEntries: 10, now: () => nowMs });
  buckets.take('a');
  buckets.take('a');
  expect([buckets.waitMs('a'), buckets.waitMs('b')]).toEqual([250, 0]);
  nowMs = 250;
  expect(buckets.waitMs('a')).toBe(0);
});

test('the bucket that was used longest ago is forgotten beyond the bound', () => {
  const buckets = createTokenBuckets({ perSecond: 1, burst: 1, maxEntries: 2, now: () => 0 });
  for (const name of ['a', 'b', 'a', 'c']) {
    buckets.take(name);
  }
  expect(['a', 'b', 'c'].map((name) => buckets.waitMs(name) > 0)).toEqual([true, false, true]);
});
