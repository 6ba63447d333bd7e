import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSubstringFinder } from './substring-finder.ts';
import { windowsOf, wordsOf } from './words.ts';

const oneScript =
  /[\p{Script=Latin}\p{Nd}]+|[\p{Script=Cyrillic}]+|\p{Script=Hangul}+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom('eth', 'Ц', 'ена', '価', 'ー', '𠮷', '가', '7', '٣', ' ', '.', '🙂', '\ud800', '\udc00'))
    .map((parts) => parts.join('')),
);

test('words are the runs of one script each, in any text', () => {
  fc.assert(
    fc.property(text, (folded) => {
      const runs = Array.from(folded.matchAll(oneScript), ({ 0: run, index }) => [run, index, index + run.length]);
      expect(wordsOf(folded).map((word) => [word.text, word.start, word.end])).toEqual(runs);
    }),
    { numRuns: 300 },
  );
});

test('a window joins its words, and only a single word has stems', () => {
  fc.assert(
    fc.property(text, (folded) => {
      for (const { text: joined, start, end, words, stems } of windowsOf(folded)) {
        const inside = wordsOf(folded.slice(start, end)).map((word) => word.text);
        expect(inside).toHaveLength(words);
        expect(inside.join('')).toBe(joined);
        expect(stems.every((stem) => words === 1 && joined.startsWith(stem) && stem !== joined)).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

test('stems are words without a case ending and have at least four letters', () => {
  const stems = (word: string) => windowsOf(word)[0]?.stems;
  expect(stems('эфириума')).toEqual(['эфириум', 'эфириу', 'эфири']);
  expect(stems('цена')).toEqual([]);
  expect(stems('solanadan')).toEqual(['solana']);
  expect(stems('doges')).toEqual([]);
});

test('the substring finder finds what one alternation per kind would find', () => {
  const letters = ['价', '格', '多', '少', ' '];
  const phrase = fc.array(fc.constantFrom(...letters.slice(0, 4)), { minLength: 1, maxLength: 3 });
  const phrases = fc.array(fc.record({ kind: fc.constantFrom('a', 'b'), text: phrase.map((p) => p.join('')) }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      phrases,
      fc.array(fc.constantFrom(...letters), { maxLength: 20 }).map((p) => p.join('')),
      (known, folded) => {
        const wanted = ['a', 'b'].flatMap((kind) => {
          const sources = known.filter((phrase) => phrase.kind === kind).map((phrase) => phrase.text);
          const matches = sources.length === 0 ? [] : folded.matchAll(new RegExp(sources.join('|'), 'gu'));
          return Array.from(matches, ({ 0: run, index }) => ({ kind, start: index, end: index + run.length }));
        });
        const matches = createSubstringFinder(known)(folded);
        expect(matches.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind < b.kind ? -1 : 1))).toEqual(wanted);
      },
    ),
    { numRuns: 300 },
  );
});
