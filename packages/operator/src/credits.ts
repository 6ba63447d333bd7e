const creditPattern = /^(\d{1,12})(?:\.(\d{1,6}))?$/;
const decimals = 6;
/** Maximum amount of one credit or debit in billing, in micro-credits. */
const maxMicros = 1_000_000_000_000_000n;

/** Describes a valid amount of credits, for error messages. */
export const creditsForm = 'a decimal without a sign, of at most 6 places and at most 1000000000, such as 2.5';

/**
 * Parses an amount of credits into micro-credits, without a float. Returns undefined for any text that `creditsForm`
 * does not describe.
 */
export function parseCredits(text: string): bigint | undefined {
  const match = creditPattern.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, whole = '', fraction = ''] = match;
  const micros = BigInt(whole + fraction.padEnd(decimals, '0'));
  return micros > maxMicros ? undefined : micros;
}

/** Formats micro-credits as credits, without trailing zeros. */
export function formatCredits(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const text = `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
  return micros < 0n ? `-${text}` : text;
}

/**
 * Returns micro-credits as the number of credits that the HTTP API shows. Use it for output only, because a float can lose
 * digits.
 */
export function creditNumber(micros: bigint): number {
  return Number(formatCredits(micros));
}
