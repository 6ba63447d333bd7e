import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { creditsText, debitMicros, parseMarkup } from './credits.ts';

test.each([
  [0n, '0'],
  [1n, '0.000001'],
  [1_250n, '0.00125'],
  [1_000_000n, '1'],
  [12_500_000n, '12.5'],
  [-1_500_000n, '-1.5'],
  [9_007_199_254_740_993_000_001n, '9007199254740993.000001'],
])('%s micro-credits are written as %s', (micros, text) => {
  expect(creditsText(micros)).toBe(text);
});

test('an amount is a JSON number of at most 6 decimals that reads back to the very micro-credit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (micros) => {
      const text = creditsText(micros);
      expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d{0,5}[1-9])?$/);
      const [whole = '', fraction = ''] = text.replace('-', '').split('.');
      const size = BigInt(whole + fraction.padEnd(6, '0'));
      expect(text.startsWith('-') ? -size : size).toBe(micros);
    }),
  );
});

test.each([
  ['1.25', 12_500n],
  ['1', 10_000n],
  ['0', 0n],
  ['2.0001', 20_001n],
])('a markup of %s is %s basis points', (text, basisPoints) => {
  expect(parseMarkup(text)).toBe(basisPoints);
});

test.each(['', '1.', '.5', '-1', '1.23456', '1e3', '1,25', ' 1'])('%p is no markup', (text) => {
  expect(parseMarkup(text)).toBeUndefined();
});

test('a debit is the least whole micro-credit that is not below cost times markup', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: 1_000_000n }), (cost, basisPoints) => {
      const debit = debitMicros(cost, basisPoints);
      expect(debit * 10_000n).toBeGreaterThanOrEqual(cost * basisPoints);
      expect((debit - 1n) * 10_000n).toBeLessThan(cost * basisPoints + (cost * basisPoints === 0n ? 1n : 0n));
    }),
  );
});

test('what several costs come to apart is never less than what they come to together', () => {
  const cost = fc.bigInt({ min: 0n, max: 10n ** 12n });
  fc.assert(
    fc.property(cost, cost, (first, second) => {
      const apart = debitMicros(first, 12_500n) + debitMicros(second, 12_500n);
      expect(apart - debitMicros(first + second, 12_500n)).toBeGreaterThanOrEqual(0n);
    }),
  );
});

test('a negative cost is refused', () => {
  expect(() => debitMicros(-1n, 12_500n)).toThrow(RangeError);
});
