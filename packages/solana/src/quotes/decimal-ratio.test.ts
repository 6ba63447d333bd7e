import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalRatio } from './decimal-ratio.ts';

test.each([
  [1n, 3n, '0.333333333333333333'],
  [200n, 100n, '2'],
  [123456789012345678901n, 1n, '123456789012345678901'],
  [1n, 10n ** 30n, `0.${'0'.repeat(29)}1`],
  [1n, 3n * 10n ** 30n, `0.${'0'.repeat(30)}333333333`],
  [1n, 10n ** 60n, '0'],
])('%s / %s is %s', (numerator, denominator, text) => {
  expect(decimalRatio(numerator, denominator)).toBe(text);
});

test('no price below one has more than 40 digits', () => {
  const part = fc.bigInt({ min: 1n, max: 10n ** 60n });
  fc.assert(
    fc.property(part, part, (a, b) => {
      const [small, large] = a < b ? [a, b] : [b, a];
      expect(decimalRatio(small, large).replace('.', '').length).toBeLessThanOrEqual(40);
    }),
  );
});
