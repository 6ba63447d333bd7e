import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchesOf } from './matches.ts';

const letter = fc.constantFrom('a', 'b', '1', ' ', '.', '😀', '价');
const text = fc.array(letter, { maxLength: 30 }).map((letters) => letters.join(''));

test.each([/a+/g, /(?<!a)b/gu, /\p{L}*/gu, /(?:)/g, /x*/gu])(
  '%p has the matches of matchAll in any text',
  (pattern) => {
    fc.assert(
      fc.property(text, (searched) => {
        expect(matchesOf(pattern, searched)).toEqual([...searched.matchAll(pattern)]);
      }),
      { numRuns: 100 },
    );
  },
);

test('a text without the needed characters has no matches', () => {
  expect(matchesOf(/\w+@\w+/g, 'gargron at mastodon', '@')).toEqual([]);
  expect(matchesOf(/\w+@\w+/g, 'gargron@mastodon', '@').map(([match]) => match)).toEqual(['gargron@mastodon']);
});
