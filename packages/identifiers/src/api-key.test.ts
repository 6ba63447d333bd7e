import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key.ts';
import { randomBase62, toBase62 } from './base62.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');

/** Computes CRC-32 (IEEE 802.3, reflected) bit by bit. It shares no code with the implementation under test. */
function crc32ByBits(text: string): number {
  let register = 0xff_ff_ff_ff;
  for (const byte of Buffer.from(text, 'ascii')) {
    register ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      register = (register & 1) === 1 ? (register >>> 1) ^ 0xed_b8_83_20 : register >>> 1;
    }
  }
  return (register ^ 0xff_ff_ff_ff) >>> 0;
}

test('a generated key is asy_, 32 base62 characters and their CRC-32 as six base62 digits', () => {
  for (let round = 0; round < 200; round += 1) {
    const key = generateApiKey();
    expect(key).toMatch(/^asy_[0-9A-Za-z]{38}$/);
    const written = Array.from(key.slice(36)).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(written).toBe(crc32ByBits(key.slice(4, 36)));
    expect(isWellFormedApiKey(key)).toBe(true);
  }
});

test('a key with the checksum of the standard CRC-32 is well formed', () => {
  // The CRC catalogue publishes this check value, so it verifies crc32ByBits itself.
  expect(crc32ByBits('123456789')).toBe(0xcb_f4_39_26);
  const entropy = '0'.repeat(32);
  expect(isWellFormedApiKey(`asy_${entropy}${toBase62(crc32ByBits(entropy), 6)}`)).toBe(true);
});

test('changing any one character makes a key malformed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 41 }), fc.constantFrom(...digits, '-', '_', ' '), (at, replacement) => {
      const key = generateApiKey();
      fc.pre(key[at] !== replacement);
      expect(isWellFormedApiKey(key.slice(0, at) + replacement + key.slice(at + 1))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test.each(['', 'asy_', 'asy_x', ` ${generateApiKey()}`, `${generateApiKey()}\n`, generateApiKey().toLowerCase() + 'a'])(
  'a text of another shape is not a key (%#)',
  (text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  },
);

test('the hash of a key is the SHA-256 of the whole key', () => {
  const key = generateApiKey();
  expect(hashApiKey(key)).toEqual(createHash('sha256').update(key).digest());
  expect(hashApiKey(key)).toHaveLength(32);
});

test('random base62 characters are uniformly distributed', () => {
  const draws = 62_000;
  const counts = new Map<string, number>();
  for (const digit of randomBase62(draws)) {
    counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  const expected = draws / 62;
  const chiSquared = digits.reduce((sum, digit) => sum + ((counts.get(digit) ?? 0) - expected) ** 2 / expected, 0);
  // With 61 degrees of freedom, a value above 150 occurs once in 10^9 runs. Biased characters, from random bytes modulo
  // 62, give about 400.
  expect(chiSquared).toBeLessThan(150);
});

test('base62 is written most significant digit first and padded with zeros', () => {
  expect([toBase62(0, 6), toBase62(61, 2), toBase62(62, 1), toBase62(0xff_ff_ff_ff, 6)]).toEqual([
    '000000',
    '0z',
    '10',
    '4gfFC3',
  ]);
});
