import { plainDecimal } from '@assay/catalog/decimals';

/** Bid and ask of one book, as the texts of their literals. */
export type Quotes = { readonly bid: string; readonly ask: string };

/** A last trade or a middle price can lie this far outside of quotes that were read a moment later. */
const maxOutsideBps = 10n;

/**
 * Whether a price lies within bid and ask, or at most ten basis points outside of them. A price outside of the current
 * quotes is an old one. False when a text is no number above zero, or when the quotes are crossed.
 */
export function isWithinQuotes(price: string, { bid, ask }: Quotes): boolean {
  const plain = [price, bid, ask].map(plainDecimal);
  const decimals = Math.max(...plain.map((text) => text?.split('.')[1]?.length ?? 0));
  const [at = 0n, low = 0n, high = 0n] = plain.map((text) => scaled(text ?? '0', decimals));
  const isValid = at > 0n && low > 0n && low <= high;
  return isValid && at * 10_000n >= low * (10_000n - maxOutsideBps) && at * 10_000n <= high * (10_000n + maxOutsideBps);
}

function scaled(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
