import { expect, test } from '@jest/globals';
import type { LevelQuestion } from '../verification/levels.ts';
import { createStrays } from './strays.ts';

function round(...prices: readonly (readonly [name: string, value: number])[]): LevelQuestion[] {
  return [
    {
      answers: prices.map(([name, value]) => ({ name, value: String(value) })),
      toleranceBps: 100,
      relation: () => 'independent',
    },
  ];
}

test('a provider is out beyond the tolerance and in again only below half of it', () => {
  const strays = createStrays();
  const play = (price: number): boolean => {
    strays.round('t', 'k', round(['a', 10_000], ['b', 10_000], ['c', price]));
    return strays.strayed('t', 'c');
  };
  expect(play(10_090)).toBe(false);
  expect(play(10_110)).toBe(true);
  expect(play(10_090)).toBe(true);
  expect(play(10_051)).toBe(true);
  expect(play(10_049)).toBe(false);
  expect(play(10_090)).toBe(false);
  expect(strays.strayed('t', 'a')).toBe(false);
});

test('without a majority nobody is out, and the key is in conflict until there is one', () => {
  const strays = createStrays();
  strays.round('t', 'k', round(['a', 10_000], ['b', 11_000]));
  expect(strays.conflicts('t')).toEqual(['k']);
  expect(['a', 'b'].some((name) => strays.strayed('t', name))).toBe(false);
  strays.round('t', 'k', round(['a', 10_000], ['b', 11_000], ['c', 10_000]));
  expect(strays.conflicts('t')).toEqual([]);
  expect(strays.strayed('t', 'b')).toBe(true);
});

test('what one replica knows of strays can be taken over by another', () => {
  const [leader, follower] = [createStrays(), createStrays()];
  leader.round('t', 'k', round(['a', 10_000], ['b', 11_000], ['c', 10_000]));
  leader.round('u', 'k', round(['a', 10_000], ['b', 11_000]));
  follower.round('t', 'k', round(['a', 11_000], ['b', 11_000], ['c', 10_000]));
  follower.fromJson(leader.toJson());
  expect(['a', 'b', 'c'].filter((name) => follower.strayed('t', name))).toEqual(['b']);
  expect(follower.conflicts('u')).toEqual(['k']);
});
