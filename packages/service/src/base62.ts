import { randomInt } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns `length` random base62 characters, uniformly distributed, from the system's random generator. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => digits[randomInt(digits.length)]).join('');
}

/**
 * Returns an integer from 0 to 2^53 - 1 in base62 (0-9, A-Z, a-z), most significant digit first, padded with zeros to
 * `width`.
 */
export function toBase62(value: number, width: number): string {
  let rest = value;
  let text = '';
  while (rest > 0 || text.length < width) {
    text = digits[rest % digits.length] + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}
