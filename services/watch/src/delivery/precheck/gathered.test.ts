import { expect, test } from '@jest/globals';
import { gathered } from './gathered.ts';

test('one call at a time: the first is asked alone and at once, the others together, and no more than may go in one', async () => {
  const calls: number[][] = [];
  const double = gathered(async (asked: readonly number[]) => {
    calls.push([...asked]);
    return asked.map((one) => one * 2);
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(await double(6)).toBe(12);
  expect(calls).toEqual([[1], [2, 3, 4], [5], [6]]);
});

test('a call that fails is told to everyone in it and to nobody else', async () => {
  const answer = gathered(async (asked: readonly string[]) => {
    if (asked.includes('bad')) {
      throw new Error('the database is away');
    }
    return asked.includes('few') ? [] : asked;
  }, 2);
  const asked = ['a', 'b', 'bad', 'c', 'd', 'few'].map(answer);
  const told = await Promise.allSettled(asked);
  expect(told.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    'a',
    'the database is away',
    'the database is away',
    'c',
    'd',
    '1 were asked for and 0 answered',
  ]);
});
