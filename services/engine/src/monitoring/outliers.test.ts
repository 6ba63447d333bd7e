import { expect, test } from '@jest/globals';
import type { LevelQuestion } from '../verification/levels.ts';
import { createOutliers } from './outliers.ts';

function round(...prices: readonly (readonly [name: string, value: number])[]): LevelQuestion[] {
  return [
    {
      answers: prices.map(([name, value]) => ({ name, value: String(value) })),
      toleranceBps: 100,
      relation: () => 'independent',
    },
  ];
}

test('a provider becomes an outlier beyond the tolerance and stops being one below half of it', () => {
  const outliers = createOutliers();
  const play = (price: number): boolean => {
    outliers.addRound('t', 'k', round(['a', 10_000], ['b', 10_000], ['c', price]));
    return outliers.isOutlier('t', 'c');
  };
  expect(play(10_090)).toBe(false);
  expect(play(10_110)).toBe(true);
  expect(play(10_090)).toBe(true);
  expect(play(10_051)).toBe(true);
  expect(play(10_049)).toBe(false);
  expect(play(10_090)).toBe(false);
  expect(outliers.isOutlier('t', 'a')).toBe(false);
});

test('without a majority no provider is an outlier, and the key is in conflict until there is one', () => {
  const outliers = createOutliers();
  outliers.addRound('t', 'k', round(['a', 10_000], ['b', 11_000]));
  expect(outliers.conflicts('t')).toEqual(['k']);
  expect(['a', 'b'].some((name) => outliers.isOutlier('t', name))).toBe(false);
  outliers.addRound('t', 'k', round(['a', 10_000], ['b', 11_000], ['c', 10_000]));
  expect(outliers.conflicts('t')).toEqual([]);
  expect(outliers.isOutlier('t', 'b')).toBe(true);
});

test('a replica can take over the outliers of another', () => {
  const [leader, follower] = [createOutliers(), createOutliers()];
  leader.addRound('t', 'k', round(['a', 10_000], ['b', 11_000], ['c', 10_000]));
  leader.addRound('u', 'k', round(['a', 10_000], ['b', 11_000]));
  follower.addRound('t', 'k', round(['a', 11_000], ['b', 11_000], ['c', 10_000]));
  follower.fromJson(leader.toJson());
  expect(['a', 'b', 'c'].filter((name) => follower.isOutlier('t', name))).toEqual(['b']);
  expect(follower.conflicts('u')).toEqual(['k']);
});
