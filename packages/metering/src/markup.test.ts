import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { debitMicros, parseMarkup } from './markup.ts';

test.each([
  ['1.25', 12_500n],
  ['1', 10_000n],
  ['0', 0n],
  ['2.0001', 20_001n],
])('a markup of %s is %s basis points', (text, basisPoints) => {
  expect(parseMarkup(text)).toBe(basisPoints);
});

test.each(['', '1.', '.5', '-1', '1.23456', '1e3', '1,25', ' 1'])('%p is not a markup', (text) => {
  expect(parseMarkup(text)).toBeUndefined();
});

test('a debit is cost times markup, rounded up to a micro-credit', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: 1_000_000n }), (cost, basisPoints) => {
      const debit = debitMicros(cost, basisPoints);
      expect(debit * 10_000n).toBeGreaterThanOrEqual(cost * basisPoints);
      expect((debit - 1n) * 10_000n).toBeLessThan(cost * basisPoints + (cost * basisPoints === 0n ? 1n : 0n));
    }),
  );
});

test('the debits of two costs add up to at least the debit of their sum', () => {
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
