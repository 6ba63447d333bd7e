import { plainDecimal } from '@assay/catalog/decimals';

/** Bid and ask of one order book, as the texts of their literals. */
export type Quotes = { readonly bid: string; readonly ask: string };

/** Maximum distance of a current price from bid and ask that were read a moment later, in basis points. */
const maxOutsideBps = 10n;

/**
 * Returns whether a price lies between bid and ask, or at most ten basis points outside of them. A price further
 * outside is out of date. False when a text is not a number above zero, or when bid is above ask.
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
