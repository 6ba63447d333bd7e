import { expect, test } from '@jest/globals';
import { traceDigits } from './trace.ts';

const digits = '4bf92f3577b34da6a3ce929d0e0e4736';

test('a trace id is valid with and without its prefix', () => {
  expect(traceDigits(`tr_${digits}`)).toBe(digits);
  expect(traceDigits(digits)).toBe(digits);
});

test.each(['', 'tr_', `tr_${digits}0`, digits.toUpperCase(), `tr-${digits}`])('"%s" is not a trace id', (text) => {
  expect(traceDigits(text)).toBeUndefined();
});
