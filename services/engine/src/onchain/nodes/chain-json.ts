import { parse } from 'lossless-json';

const wholeNumber = /^-?\d+$/;

/**
 * Maximum length of a number's text. Every number of the chain has at most 20 digits, and the time to parse a number
 * grows with the square of its length.
 */
const maxLiteralLength = 64;

/**
 * Parses the JSON of a node with every integer as a bigint, so that amounts of lamports stay exact. Returns undefined
 * for text that is not JSON, and for text with a number that is longer than any node returns.
 */
export function parseChainJson(text: string): unknown {
  try {
    return parse(text, undefined, {
      parseNumber: (literal) => {
        if (literal.length > maxLiteralLength) {
          throw new RangeError('a number of a node has too many digits');
        }
        return wholeNumber.test(literal) ? BigInt(literal) : Number(literal);
      },
    });
  } catch {
    // The caller reports the HTTP status, or that the response is malformed.
    return undefined;
  }
}
