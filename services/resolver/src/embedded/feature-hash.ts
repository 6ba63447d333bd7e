/**
 * Number of hashed features. It is a power of two, so that a bit mask reduces a hash to an index. It is several times
 * the number of different features in the training set, so that few features share an index.
 */
export const featureSpace = 1 << 22;

/**
 * The initial state of the hash FNV-1a over UTF-16 units. Each kind of features first hashes a letter of its own, so
 * that features of two kinds get different hashes.
 */
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

/** Returns the hash `value` extended by one UTF-16 unit. */
export function feed(value: number, unit: number): number {
  return imul(value ^ unit, 0x01000193);
}

/** Returns the hash `value` extended by a text. */
export function feedText(value: number, text: string): number {
  let fed = value;
  for (let at = 0; at < text.length; at += 1) {
    fed = feed(fed, text.charCodeAt(at));
  }
  return fed;
}

/** Returns the feature index of a hash. Mixes the bits of the hash first, so that the index depends on all of them. */
export function featureIndex(value: number): number {
  return (imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 8) & (featureSpace - 1);
}
