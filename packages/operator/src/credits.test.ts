import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { creditNumber, formatCredits, parseCredits } from './credits.ts';

test('an amount that no float can represent stays exact', () => {
  expect(parseCredits('1')).toBe(1_000_000n);
  expect(parseCredits('0.000001')).toBe(1n);
  expect(parseCredits('2.5')).toBe(2_500_000n);
  expect(parseCredits('0')).toBe(0n);
  expect(parseCredits('999999999.999999')).toBe(999_999_999_999_999n);
  expect(parseCredits('1000000000')).toBe(1_000_000_000_000_000n);
});

test.each([
  '',
  '1.',
  '.5',
  '-1',
  '+1',
  '1e3',
  '1,5',
  '1.0000001',
  '1000000000.000001',
  '1234567890123',
  'NaN',
  ' 1',
  '1 ',
])('"%s" is not an amount of credits', (text) => {
  expect(parseCredits(text)).toBeUndefined();
});

test('parseCredits reads back the amount that formatCredits writes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1_000_000_000_000_000n }), (micros) => {
      expect(parseCredits(formatCredits(micros))).toBe(micros);
    }),
  );
});

test('amounts are shown without trailing zeros and with their sign', () => {
  expect(formatCredits(1_500_000n)).toBe('1.5');
  expect(formatCredits(-1_500n)).toBe('-0.0015');
  expect(formatCredits(0n)).toBe('0');
  expect(creditNumber(1_234_567n)).toBe(1.234567);
});
