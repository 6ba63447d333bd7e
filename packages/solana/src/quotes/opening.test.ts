import { expect, test } from '@jest/globals';
import { openingText } from './opening.ts';

test.each([
  [312_000_000n, 'slot', 'slot 312000000'],
  [4_102_444_800n, 'unix_seconds', '2100-01-01T00:00:00Z'],
  [0n, 'unix_seconds', '1970-01-01T00:00:00Z'],
  [253_402_300_799n, 'unix_seconds', '9999-12-31T23:59:59Z'],
  [253_402_300_800n, 'unix_seconds', 'second 253402300800 of the Unix epoch'],
  [18_446_744_073_709_551_615n, 'unix_seconds', 'second 18446744073709551615 of the Unix epoch'],
] as const)('%s by %s is told as %s', (point, clock, text) => {
  expect(openingText(point, clock)).toBe(text);
});
