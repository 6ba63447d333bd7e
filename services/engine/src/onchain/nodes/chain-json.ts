import { parse } from 'lossless-json';

const wholeNumber = /^-?\d+$/;

/**
 * Maximum number of characters of a number. Longer ones are refused, because the time to parse a number grows with the
 * square of its length. Numbers of the chain have at most 20 digits.
 */
const maxLiteralLength = 64;

/**
 * Parses a node's JSON with every integer as a bigint, so that amounts of lamports stay exact. Returns undefined for
 * text that is not JSON, and for text with a number longer than `maxLiteralLength`.
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
    // The caller reports either the HTTP status or a malformed response, so no error is needed here.
    return undefined;
  }
}
