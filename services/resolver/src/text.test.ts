import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fold, questionLengthMax, readQuestion } from './text.ts';

test('folding keeps the length of any text, so that places agree', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(fold(text)).toHaveLength(text.length);
    }),
  );
});

test('a megabyte of text is cut, and lone surrogates are replaced', () => {
  expect(readQuestion('a'.repeat(1_000_000)).text).toHaveLength(questionLengthMax);
  expect(readQuestion('price \ud800 of BTC').text).toBe('price \ufffd of BTC');
  expect(readQuestion(`${'a'.repeat(questionLengthMax - 1)}😀`).text).not.toMatch(/\p{Surrogate}/u);
});

test('accents, case, width and typographic quotes fold away', () => {
  expect(readQuestion('¿CUÁNTO Şu ＢＴＣ “x”?').folded).toBe('¿cuanto su btc "x"?');
});
