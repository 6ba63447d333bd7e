/** One answer, or one failure, of one provider. It is the only input of the measurement of values. */
export type ProviderObservation = {
  /** When the answer arrived, in milliseconds since the Unix epoch. */
  readonly t: number;
  readonly provider: string;
  /** The question, such as `price:BTC-USD`. Each key is measured separately. */
  readonly key: string;
  /** The value as decimal text, null when the provider failed. */
  readonly value: string | null;
  /** The provider's own time of its measurement, in milliseconds since the Unix epoch; null when it states none. */
  readonly asOf: number | null;
  readonly latencyMs: number;
  readonly ok: boolean;
  readonly error?: string | undefined;
};

/** How the values of a key behave. It decides which kinds of evidence are collected. */
export type ValueFamily = 'price' | 'counter' | 'height';

const familyByPrefix: readonly (readonly [prefix: RegExp, family: ValueFamily])[] = [
  [/^chain[.:]/u, 'height'],
  [/^(?:social|game|count|stream)[.:]/u, 'counter'],
];

/** Returns the family of a key by its first word: height, counter, or price for all others. */
export function familyOfKey(key: string): ValueFamily {
  return familyByPrefix.find(([prefix]) => prefix.test(key))?.[1] ?? 'price';
}

const decimalPattern = /^-?\d{1,40}(?:\.\d{1,40})?$/u;

/**
 * Returns the canonical text of a decimal number: no trailing zeros after the point, no leading zeros, no negative
 * zero. Returns null for text that is no plain decimal number, or has over 40 digits before or after the point.
 */
export function canonicalDecimal(text: string): string | null {
  if (!decimalPattern.test(text)) {
    return null;
  }
  let canonical = text.includes('.') ? text.replace(/\.?0+$/u, '') : text;
  if (/^-?0\d/u.test(canonical)) {
    canonical = canonical.replace(/^(-?)0+(?=\d)/u, '$1');
  }
  return canonical === '-0' ? '0' : canonical;
}

/** Returns the power of ten of the last digit that is not zero in a canonical decimal: -2 for 1.05, 3 for 5000. */
export function lastDigitExponent(canonical: string): number {
  const point = canonical.indexOf('.');
  if (point >= 0) {
    return point + 1 - canonical.length;
  }
  let exponent = 0;
  while (exponent < canonical.length - 1 && canonical[canonical.length - 1 - exponent] === '0') {
    exponent++;
  }
  return exponent;
}
