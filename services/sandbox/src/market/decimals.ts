/** Writes a whole number of ticks of 10^-decimals as a plain decimal, with exactly that many decimals. */
export function ticksText(ticks: number, decimals: number): string {
  const digits = String(ticks).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Drops the zeros at the end of the decimals, and the point when nothing is left behind it. */
export function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Adds zeros until a decimal has at least so many decimals. */
export function padded(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** How many decimals a price of about this size has when it is kept to so many digits after the first. */
export function decimalsFor(price: number, digitsAfterFirst: number): number {
  return Math.max(0, digitsAfterFirst - Math.floor(Math.log10(price) + 1e-9));
}

/** Returns a number as text with at most this many decimals, without zeros at the end and never with an exponent. */
export function withMaxDecimals(value: number, decimals: number): string {
  return trimmed(value.toFixed(decimals));
}
