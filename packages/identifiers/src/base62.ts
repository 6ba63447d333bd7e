import { createHash, randomInt } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns `length` random base62 characters, uniformly distributed, from the system's random generator. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => digits[randomInt(digits.length)]).join('');
}

/** Returns `length` base62 characters of the SHA-256 of a text, at most 42. The same text gives the same characters. */
export function hashBase62(text: string, length: number): string {
  let remainder = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  let characters = '';
  for (let count = 0; count < length; count += 1) {
    characters += digits[Number(remainder % BigInt(digits.length))];
    remainder /= BigInt(digits.length);
  }
  return characters;
}

/**
 * Returns an integer from 0 to 2^53 - 1 in base62 (0-9, A-Z, a-z), most significant digit first, padded with zeros to
 * `width`.
 */
export function toBase62(value: number, width: number): string {
  let remainder = value;
  let text = '';
  while (remainder > 0 || text.length < width) {
    text = digits[remainder % digits.length] + text;
    remainder = Math.floor(remainder / digits.length);
  }
  return text;
}
