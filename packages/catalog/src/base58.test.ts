import { expect, test } from '@jest/globals';
import { decodeAddress, encodeAddress } from './base58.ts';

test('32 bytes written as an address are read back unchanged', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => index);
  expect(decodeAddress(encodeAddress(bytes))).toEqual(bytes);
  expect(() => encodeAddress(bytes.subarray(1))).toThrow(RangeError);
});

test.each([
  ['an empty text', ''],
  ['31 bytes', '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJzi'],
  ['33 bytes', '1'.repeat(33)],
  ['a character that base58 leaves out', 'So1111111111111111111111111111111111111111O'],
  ['a space', ' So11111111111111111111111111111111111111112'],
  ['a number over 32 bytes', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['a very long string', '1'.repeat(100_000)],
])('%s is not an address', (_, text) => {
  expect(decodeAddress(text)).toBeUndefined();
});
