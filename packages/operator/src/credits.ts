const creditPattern = /^(\d{1,12})(?:\.(\d{1,6}))?$/;
const decimals = 6;
/** The most that billing books at once, in micro-credits. */
const mostMicros = 1_000_000_000_000_000n;

/** What an amount of credits has to look like, for messages. */
export const creditsForm = 'a decimal without a sign, of at most 6 places and at most 1000000000, such as 2.5';

/**
 * Reads an amount of credits into micro-credits by its digits, never through a float. Undefined for anything but
 * `creditsForm`.
 */
export function parseCredits(text: string): bigint | undefined {
  const match = creditPattern.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, whole = '', fraction = ''] = match;
  const micros = BigInt(whole + fraction.padEnd(decimals, '0'));
  return micros > mostMicros ? undefined : micros;
}

/** Writes micro-credits as credits, without trailing zeros. */
export function formatCredits(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const text = `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
  return micros < 0n ? `-${text}` : text;
}

/** Micro-credits as the number that the HTTP API shows, for output alone. */
export function creditNumber(micros: bigint): number {
  return Number(formatCredits(micros));
}
