import { expect, test } from '@jest/globals';
import { countPairs, sumOfPairs } from './pair-counts.ts';

test('a pair counts as decided with a verdict, as open without one, and not at all when nothing can decide it', () => {
  const verdict = (a: string, b: string) =>
    a === 'a' && b === 'b' ? 'independent' : a === 'a' && b === 'c' ? 'shared_upstream' : 'unknown';
  expect(countPairs(['a', 'b', 'c'], verdict)).toEqual({ decided: 2, open: 1 });
  expect(countPairs(['a', 'b', 'c', 'average'], verdict, new Set(['average']))).toEqual({ decided: 2, open: 1 });
  expect(countPairs(['a'], verdict)).toEqual({ decided: 0, open: 0 });
});

test('the counts of several assets add up', () => {
  expect(
    sumOfPairs([
      { decided: 2, open: 1 },
      { decided: 0, open: 3 },
    ]),
  ).toEqual({ decided: 2, open: 4 });
  expect(sumOfPairs([])).toEqual({ decided: 0, open: 0 });
});
