const significantDigits = 18;

/**
 * Returns the quotient of two positive integers as a plain decimal string, truncated to 18 significant digits. Digits
 * before the point are never truncated, and trailing zeros after the point are left out. Throws RangeError when one of
 * the two is not above zero.
 */
export function decimalRatio(numerator: bigint, denominator: bigint): string {
  if (numerator <= 0n || denominator <= 0n) {
    throw new RangeError('both parts of a price must be above zero');
  }
  const whole = numerator / denominator;
  let remainder = numerator % denominator;
  let fraction = '';
  let significant = whole === 0n ? 0 : whole.toString().length;
  while (remainder > 0n && significant < significantDigits) {
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
