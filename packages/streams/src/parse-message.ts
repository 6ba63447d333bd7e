import { parseExact } from '@assay/providers/fetch';

/**
 * Parses a message of a stream. Returns undefined for a text that is not JSON, and for a text that contains a number of
 * too many characters.
 * @param numericPrices whether the venue writes prices as JSON numbers. If so, the parser keeps every number as the
 * text of its literal. This makes parsing about five times slower.
 */
export function parseMessage(text: string, numericPrices: boolean): unknown {
  try {
    return numericPrices ? parseExact(text) : (JSON.parse(text) as unknown);
  } catch {
    // The message is not JSON. The caller counts it as malformed.
    return undefined;
  }
}
