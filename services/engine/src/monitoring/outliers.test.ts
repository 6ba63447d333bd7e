import { expect, test } from '@jest/globals';
import type { LevelQuestion } from '../verification/levels.ts';
import { createOutliers } from './outliers.ts';

function round(...prices: readonly (readonly [name: string, value: number])[]): LevelQuestion[] {
  return [
    {
      answers: prices.map(([name, value]) => ({ name, value: String(value) })),
      toleranceBps: 100,
      relation: () => ({ verdict: 'independent', maxShare: null }),
    },
  ];
}

test('a provider becomes an outlier beyond the tolerance and stops being one below half of it', () => {
  const outliers = createOutliers();
  const play = (price: number): boolean => {
    outliers.addRound('t:k', round(['a', 10_000], ['b', 10_000], ['c', price]));
    return outliers.isOutlier('t:k', 'c');
  };
  expect(play(10_090)).toBe(false);
  expect(play(10_110)).toBe(true);
  expect(play(10_090)).toBe(true);
  expect(play(10_051)).toBe(true);
  expect(play(10_049)).toBe(false);
  expect(play(10_090)).toBe(false);
  expect(outliers.isOutlier('t:k', 'a')).toBe(false);
});

test('without a majority no provider is an outlier, and the key is in conflict until there is one', () => {
  const outliers = createOutliers();
  outliers.addRound('t:k', round(['a', 10_000], ['b', 11_000]));
  expect(outliers.hasConflict('t:k')).toBe(true);
  expect(['a', 'b'].some((name) => outliers.isOutlier('t:k', name))).toBe(false);
  outliers.addRound('t:k', round(['a', 10_000], ['b', 11_000], ['c', 10_000]));
  expect(outliers.hasConflict('t:k')).toBe(false);
  expect(outliers.isOutlier('t:k', 'b')).toBe(true);
});

test('a replica can take over the outliers of another', () => {
  const [leader, follower] = [createOutliers(), createOutliers()];
  leader.addRound('t:k', round(['a', 10_000], ['b', 11_000], ['c', 10_000]));
  leader.addRound('u:k', round(['a', 10_000], ['b', 11_000]));
  follower.addRound('t:k', round(['a', 11_000], ['b', 11_000], ['c', 10_000]));
  follower.fromJson(leader.toJson());
  expect(['a', 'b', 'c'].filter((name) => follower.isOutlier('t:k', name))).toEqual(['b']);
  expect(follower.hasConflict('u:k')).toBe(true);
});

test('an outlier on one key is none on another sampled key, and one on keys that are not sampled', () => {
  const outliers = createOutliers();
  outliers.addRound('t:k', round(['a', 10_000], ['b', 11_000], ['c', 10_000]));
  outliers.addRound('t:other', round(['a', 10_000], ['b', 10_000], ['c', 10_000]));
  outliers.addRound('u:k', round(['a', 10_000], ['b', 10_000], ['c', 10_000]));
  expect(['t:k', 't:other', 't:unsampled', 'u:unsampled'].map((key) => outliers.isOutlier(key, 'b'))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  outliers.keepOnly((key) => key !== 't:k');
  expect(outliers.isOutlier('t:unsampled', 'b')).toBe(false);
});

test('what counts on keys that are not sampled follows each round and each state of another replica', () => {
  const [outliers, other] = [createOutliers(), createOutliers()];
  const isOutlier = (): boolean => outliers.isOutlier('t:unsampled', 'b');
  outliers.addRound('t:k', round(['a', 10_000], ['b', 10_000], ['c', 10_000]));
  expect(isOutlier()).toBe(false);
  outliers.addRound('t:k', round(['a', 10_000], ['b', 11_000], ['c', 10_000]));
  expect(isOutlier()).toBe(true);
  outliers.fromJson(other.toJson());
  expect(isOutlier()).toBe(false);
});
