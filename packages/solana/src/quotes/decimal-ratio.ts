const significantDigits = 18;
/**
 * Maximum number of digits of a decimal in an answer. The limit is needed because a mint can state up to 255 decimals.
 */
const maxDigits = 40;

/**
 * Returns the quotient of two positive integers as a plain decimal string. It has at most 18 significant digits and 40
 * digits in all; further digits are cut off. All digits before the point remain, and trailing zeros after the point are
 * omitted. A quotient too small for 40 digits is "0". Throws RangeError unless both integers are above zero.
 */
export function decimalRatio(numerator: bigint, denominator: bigint): string {
  if (numerator <= 0n || denominator <= 0n) {
    throw new RangeError('both parts of a price must be above zero');
  }
  const whole = numerator / denominator;
  let remainder = numerator % denominator;
  let fraction = '';
  let significant = whole === 0n ? 0 : whole.toString().length;
  const maxFraction = maxDigits - whole.toString().length;
  while (remainder > 0n && significant < significantDigits && fraction.length < maxFraction) {
    remainder *= 10n;
    const digit = remainder / denominator;
    remainder %= denominator;
    fraction += digit.toString();
    if (significant > 0 || digit > 0n) {
      significant += 1;
    }
  }
  const trimmed = fraction.replace(/0+$/, '');
  return trimmed === '' ? whole.toString() : `${whole}.${trimmed}`;
}
