/**
 * Returns a whole number of ticks as a plain decimal. A tick is 10^-decimals, and the text has exactly `decimals`
 * decimals.
 */
export function ticksText(ticks: number, decimals: number): string {
  const digits = String(ticks).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns a decimal without zeros at its end. The decimal point goes too when no digit follows it. */
export function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Returns a decimal with zeros appended until it has at least `decimals` decimals. */
export function padded(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** Returns the number of decimals of a price that is shown with `digitsAfterFirst` digits after its first digit. */
export function decimalsFor(price: number, digitsAfterFirst: number): number {
  return Math.max(0, digitsAfterFirst - Math.floor(Math.log10(price) + 1e-9));
}

/** Returns a number as text with at most `decimals` decimals, without zeros at the end and never with an exponent. */
export function withMaxDecimals(value: number, decimals: number): string {
  return trimmed(value.toFixed(decimals));
}
