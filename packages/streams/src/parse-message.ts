import { parseExact } from '@assay/providers/fetch';

/**
 * Parses a message of a stream. Returns undefined for a text that is not JSON, and for one whose numbers are too long.
 * @param numericPrices whether prices are JSON numbers. Every number then stays the text of its literal, which takes about
 * five times as long.
 */
export function parseMessage(text: string, numericPrices: boolean): unknown {
  try {
    return numericPrices ? parseExact(text) : (JSON.parse(text) as unknown);
  } catch {
    // The message is not JSON. The connection counts it as malformed.
    return undefined;
  }
}
