import { z } from 'zod';

/** A plain decimal: no exponent, no leading zeros, no sign but a minus. */
export const decimalPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A decimal number as text, so that no digit is lost. */
export const decimalString = z.string().regex(decimalPattern, 'must be a plain decimal string such as "0.25"');

/** An instant as ISO 8601 in UTC. */
export const isoInstant = z.iso.datetime({ offset: false });

const numberPattern = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Returns a number literal as a plain decimal without losing a digit: `1e-7` becomes `0.0000001`, and `007.50` becomes
 * `7.50`. Trailing zeros stay, because they show the tick size of a source. Undefined for any other text.
 */
export function plainDecimal(literal: string): string | undefined {
  const match = numberPattern.exec(literal.trim());
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
  const text = decimals === '' ? integer : `${integer}.${decimals}`;
  return sign === '-' && /[1-9]/.test(text) ? `-${text}` : text;
}
