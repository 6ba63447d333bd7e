import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fold, maxQuestionLength, normalizeQuestion } from './question-text.ts';

test('folding keeps the length of any text, so that indexes agree', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(fold(text)).toHaveLength(text.length);
    }),
  );
});

test('normalizeQuestion cuts a megabyte of text and replaces lone surrogates', () => {
  expect(normalizeQuestion('a'.repeat(1_000_000)).text).toHaveLength(maxQuestionLength);
  expect(normalizeQuestion('price \ud800 of BTC').text).toBe('price \ufffd of BTC');
  expect(normalizeQuestion(`${'a'.repeat(maxQuestionLength - 1)}😀`).text).not.toMatch(/\p{Surrogate}/u);
});

test.each([
  ['last price of e t h slash u s d t', 'last price of eth/usdt'],
  ['funding on o k x for ADA', 'funding on okx for ADA'],
  ['followers of naval n a v a l on x', 'followers of naval on x'],
  ['bnb dash usdt', 'bnb/usdt'],
  ['may I a question', 'may I a question'],
  ['the dash of salt', 'the dash of salt'],
])('words that were spelled letter by letter are joined: %p', (spelled, read) => {
  expect(normalizeQuestion(spelled).text).toBe(read);
});

test('folding removes accents, case, width and typographic quotes', () => {
  expect(normalizeQuestion('¿CUÁNTO Şu ＢＴＣ “x”?').folded).toBe('¿cuanto su btc "x"?');
});
