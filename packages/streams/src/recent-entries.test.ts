import { expect, test } from '@jest/globals';
import { createRecentEntries } from './recent-entries.ts';

test('a full map forgets the entry that was stored first, and no other', () => {
  const entries = createRecentEntries<number | undefined>(2);
  entries.set('a', 1);
  entries.set('b', undefined);
  entries.set('a', 3);
  entries.set('c', 4);
  expect([entries.get('a'), entries.has('b'), entries.get('c')]).toEqual([3, false, 4]);
});
