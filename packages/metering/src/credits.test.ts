import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { creditsText } from './credits.ts';

test.each([
  [0n, '0'],
  [1n, '0.000001'],
  [1_250n, '0.00125'],
  [1_000_000n, '1'],
  [12_500_000n, '12.5'],
  [-1_500_000n, '-1.5'],
  [9_007_199_254_740_993_000_001n, '9007199254740993.000001'],
])('%s micro-credits are formatted as %s', (micros, text) => {
  expect(creditsText(micros)).toBe(text);
});

test('an amount is a JSON number of at most 6 decimals that reads back to the same micro-credits', () => {
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
