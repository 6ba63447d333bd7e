const microsPerCredit = 1_000_000n;
const wholeMarkupBasisPoints = 10_000n;
const markupPattern = /^(\d{1,6})(?:\.(\d{1,4}))?$/;

/**
 * An amount of credits as a plain decimal of at most 6 places, without trailing zeros. It is valid JSON number text,
 * so that an amount is written into a body without passing through a float.
 * @param micros micro-credits; negative amounts are written with a minus.
 */
export function creditsText(micros: bigint): string {
  const sign = micros < 0n ? '-' : '';
  const size = micros < 0n ? -micros : micros;
  const fraction = (size % microsPerCredit).toString().padStart(6, '0').replace(/0+$/, '');
  const whole = (size / microsPerCredit).toString();
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** A markup such as "1.25" in exact basis points (12500n); undefined for what is no decimal of at most 4 places. */
export function parseMarkup(text: string): bigint | undefined {
  const match = markupPattern.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * wholeMarkupBasisPoints + BigInt(fraction.padEnd(4, '0'));
}

/**
 * What a caller is charged for a cost: cost times markup, rounded up to a micro-credit.
 * @param costMicros micro-credits; throws a RangeError when negative, since nobody is ever paid for asking.
 */
export function debitMicros(costMicros: bigint, markupBasisPoints: bigint): bigint {
  if (costMicros < 0n) {
    throw new RangeError('a cost cannot be negative');
  }
  return (costMicros * markupBasisPoints + wholeMarkupBasisPoints - 1n) / wholeMarkupBasisPoints;
}
