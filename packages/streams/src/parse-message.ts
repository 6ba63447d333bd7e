import { parse as parseLossless } from 'lossless-json';

/**
 * Parses a message of a stream. Returns undefined for a text that is not JSON.
 * @param numericPrices whether prices are JSON numbers. Every number then stays the text of its literal, which takes about
 * five times as long.
 */
export function parseMessage(text: string, numericPrices: boolean): unknown {
  try {
    return numericPrices
      ? parseLossless(text, undefined, { parseNumber: (literal) => literal })
      : (JSON.parse(text) as unknown);
  } catch {
    // The message is not JSON. The connection counts it as malformed.
    return undefined;
  }
}
