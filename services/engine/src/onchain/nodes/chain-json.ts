import { parse } from 'lossless-json';

const wholeNumber = /^-?\d+$/;

/** JSON of a node with every whole number as a bigint, so that no lamport passes through a float; undefined for what is not JSON. */
export function parseChainJson(text: string): unknown {
  try {
    return parse(text, undefined, {
      parseNumber: (literal) => (wholeNumber.test(literal) ? BigInt(literal) : Number(literal)),
    });
  } catch {
    // Whatever stands there instead of JSON is the node's affair; the reading of it is told by the status.
    return undefined;
  }
}
