import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalDecimal, familyOfKey, lastDigitExponent } from './observation.ts';

test('gives equal numbers one spelling, whatever zeros they were written with', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.nat(20), fc.nat(5), (digits, places, zeros) => {
      const text = digits
        .toString()
        .replace('-', '')
        .padStart(places + 1, '0');
      const sign = digits < 0n ? '-' : '';
      const written = places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
      const padded = places === 0 ? written : `${written}${'0'.repeat(zeros)}`;
      expect(canonicalDecimal(padded)).toBe(canonicalDecimal(written));
    }),
  );
});

test.each([
  ['60025.80', '60025.8'],
  ['5.000', '5'],
  ['0.10', '0.1'],
  ['-0.0', '0'],
  ['007', '7'],
  ['100', '100'],
])('%s is spelt %s', (written, spelt) => {
  expect(canonicalDecimal(written)).toBe(spelt);
});

test.each(['', '1e5', 'NaN', '1.', '.5', '1,000', `${'9'.repeat(41)}`])('%s is no plain decimal', (text) => {
  expect(canonicalDecimal(text)).toBeNull();
});

test('takes the exponent from the last digit that is not zero, on both sides of the point', () => {
  expect(['1.05', '60025.8', '7', '5000', '0'].map(lastDigitExponent)).toEqual([-2, -1, 0, 3, 0]);
});

test('recognises chain heights and counters by the first word of their key, and takes the rest as prices', () => {
  expect(
    ['chain.slot:solana', 'social:followers', 'game.players:730', 'price:BTC-USD', 'token.price:SOL'].map(familyOfKey),
  ).toEqual(['height', 'counter', 'counter', 'price', 'price']);
});
