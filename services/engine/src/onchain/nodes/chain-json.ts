import { parse } from 'lossless-json';

const wholeNumber = /^-?\d+$/;

/** Parses the JSON of a node with every integer as a bigint, so that lamports stay exact. Undefined for other text. */
export function parseChainJson(text: string): unknown {
  try {
    return parse(text, undefined, {
      parseNumber: (literal) => (wholeNumber.test(literal) ? BigInt(literal) : Number(literal)),
    });
  } catch {
    // The caller reports the HTTP status instead.
    return undefined;
  }
}
