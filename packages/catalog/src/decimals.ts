import { z } from 'zod';

/** Matches a plain decimal. It has no exponent and no leading zeros, and its only sign is a minus. */
export const decimalPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Maximum number of digits of a decimal, before and after the point together. The largest exact amount on the chain has
 * 20 digits. The limit exists because comparing decimals takes time that grows with their length, and sources choose
 * the length.
 */
export const maxDecimalDigits = 40;

/** Maximum number of characters of a decimal: its digits, a sign and a point. */
const maxDecimalLength = maxDecimalDigits + 2;

/** A decimal number as text, so that no digit is lost. It has at most `maxDecimalDigits` digits. */
export const decimalString = z
  .string()
  // `abort` ends the check of a longer text here, so that no pattern runs over it.
  .max(maxDecimalLength, { error: 'must have at most 40 digits', abort: true })
  .regex(decimalPattern, 'must be a plain decimal string such as "0.25"')
  .refine((text) => text.replaceAll(/[^\d]/g, '').length <= maxDecimalDigits, 'must have at most 40 digits');

/** An instant as ISO 8601 in UTC. */
export const isoInstant = z.iso.datetime({ offset: false });

const numberPattern = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/;
/** Maximum length of a number literal. A longer one has more than 40 digits or needless zeros, so it is refused. */
const maxLiteralLength = 64;

/**
 * Returns a number literal as a plain decimal without losing a digit: `1e-7` becomes `0.0000001`, and `007.50` becomes
 * `7.50`. Trailing zeros stay, because they show the tick size of a source. Undefined for any other text, and for a
 * number with more than 40 digits, such as `1e999`.
 */
export function plainDecimal(literal: string): string | undefined {
  const match = literal.length > maxLiteralLength ? null : numberPattern.exec(literal.trim());
  if (match === null) {
    return undefined;
  }
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const decimals = padded.slice(at);
  if (integer.length + decimals.length > maxDecimalDigits) {
    return undefined;
  }
  const text = decimals === '' ? integer : `${integer}.${decimals}`;
  return sign === '-' && /[1-9]/.test(text) ? `-${text}` : text;
}
