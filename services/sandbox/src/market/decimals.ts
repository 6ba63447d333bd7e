/** Returns a whole number of ticks, each 10^-decimals, as a plain decimal with exactly that many decimals. */
export function ticksText(ticks: number, decimals: number): string {
  const digits = String(ticks).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns a decimal without zeros at its end, and without a decimal point that no digit follows. */
export function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Returns a decimal with zeros added until it has at least this many decimals. */
export function padded(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** Returns the number of decimals of a price with this many digits after the first one. */
export function decimalsFor(price: number, digitsAfterFirst: number): number {
  return Math.max(0, digitsAfterFirst - Math.floor(Math.log10(price) + 1e-9));
}

/** Returns a number as text with at most this many decimals, without zeros at the end and never with an exponent. */
export function withMaxDecimals(value: number, decimals: number): string {
  return trimmed(value.toFixed(decimals));
}
