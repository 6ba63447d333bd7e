import { expect, test } from '@jest/globals';
import { correctTypo, correctTypos, editDistance } from './typo-correction.ts';
import { wordsOf } from './words.ts';

test.each([
  ['prcie', 'price'],
  ['pirce', 'price'],
  ['exchage', 'exchange'],
  ['folowers', 'followers'],
  ['follwoers', 'followers'],
  ['plaeyrs', 'players'],
  ['accuont', 'account'],
  ['fundign', 'funding'],
  ['mutch', 'much'],
  ['mnay', 'many'],
])('%p is a typo of %p', (typed, meant) => {
  expect(correctTypo(typed)).toBe(meant);
});

test.each([
  'prince',
  'prize',
  'prices',
  'flowers',
  'finding',
  'cuando',
  'quando',
  'taken',
  'singer',
  'spoke',
  'the',
  'стоил',
])('%p is an ordinary word and stays unchanged', (word) => {
  expect(correctTypo(word)).toBe(word);
});

test('corrected words keep their positions', () => {
  const words = wordsOf('how mnay plaeyrs');
  expect(correctTypos(words)).toEqual([
    { text: 'how', start: 0, end: 3 },
    { text: 'many', start: 4, end: 8 },
    { text: 'players', start: 9, end: 16 },
  ]);
});

test('two swapped neighbours count as one wrong letter', () => {
  expect(editDistance('pirce', 'price')).toBe(1);
  expect(editDistance('prixe', 'price')).toBe(1);
  expect(editDistance('pxixe', 'price')).toBe(2);
});
