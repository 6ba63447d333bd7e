/**
 * Number of hashed features. It is a power of two, because a bit mask reduces a hash to an index. It is several times the
 * number of different features in the training, so that few of them share an index.
 */
export const featureSpace = 1 << 22;

/** The initial state of FNV-1a over UTF-16 units. One letter fed first separates the kinds of features. */
export const hashSeed = 0x811c9dc5;
const { imul } = Math;
const space = 0x20;

/** Returns the hash of two words in this order. */
export function hashOfPair(seed: number, first: string, second: string): number {
  return feedText(feed(feedText(seed, first), space), second);
}

/** Returns the hash of three words in this order. */
export function hashOfTriple(seed: number, first: string, second: string, third: string): number {
  return hashOfPair(feed(feedText(seed, first), space), second, third);
}

/** Returns a hash that has taken in one more UTF-16 unit. */
export function feed(value: number, unit: number): number {
  return imul(value ^ unit, 0x01000193);
}

/** Returns a hash that has taken in a text. */
export function feedText(value: number, text: string): number {
  let fed = value;
  for (let at = 0; at < text.length; at += 1) {
    fed = feed(fed, text.charCodeAt(at));
  }
  return fed;
}

/** Returns the feature index of a hash. It mixes the hash first, so that the index depends on all bits. */
export function featureIndex(value: number): number {
  return (imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 8) & (featureSpace - 1);
}
