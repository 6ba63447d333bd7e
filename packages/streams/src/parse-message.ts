import { parseExact } from '@assay/providers/fetch';

/**
 * Parses a message of a stream. Returns undefined for a text that is not JSON, and for a text with an overlong number.
 * @param numericPrices whether prices are JSON numbers. If so, every number is kept as the text of its literal, which makes
 * parsing about five times slower.
 */
export function parseMessage(text: string, numericPrices: boolean): unknown {
  try {
    return numericPrices ? parseExact(text) : (JSON.parse(text) as unknown);
  } catch {
    // The message is not JSON. The caller counts it as malformed.
    return undefined;
  }
}
