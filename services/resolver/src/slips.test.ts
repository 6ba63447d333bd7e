import { expect, test } from '@jest/globals';
import { withoutSlip, withoutSlips, wrongLetters } from './slips.ts';
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
])('%p is a slip of %p', (typed, meant) => {
  expect(withoutSlip(typed)).toBe(meant);
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
])('%p is a word of its own', (word) => {
  expect(withoutSlip(word)).toBe(word);
});

test('words keep their places when their slips are undone', () => {
  const words = wordsOf('how mnay plaeyrs');
  expect(withoutSlips(words)).toEqual([
    { text: 'how', start: 0, end: 3 },
    { text: 'many', start: 4, end: 8 },
    { text: 'players', start: 9, end: 16 },
  ]);
});

test('neighbours that changed places are one wrong letter', () => {
  expect(wrongLetters('pirce', 'price')).toBe(1);
  expect(wrongLetters('prixe', 'price')).toBe(1);
  expect(wrongLetters('pxixe', 'price')).toBe(2);
});
