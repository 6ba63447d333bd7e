import { expect, test } from '@jest/globals';
import { isLowBalance } from './low-balance.ts';

test.each([
  [2_999_999n, 7_000_000n, true],
  [3_000_000n, 7_000_000n, false],
  [0n, 1n, true],
  [0n, 0n, false],
])('a balance of %s after %s in seven days is low: %s', (balance, spent, isLow) => {
  expect(isLowBalance(balance, spent, 7)).toBe(isLow);
});
