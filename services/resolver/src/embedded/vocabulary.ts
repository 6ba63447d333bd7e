import { featureSpace } from './feature-hash.ts';
import { newFeatures, type Features } from './feature-sums.ts';

/** The features that a model knows. Each has a row of weights. */
export type Vocabulary = {
  /** Row of each feature, or `unknownRow`. The array has one element for each of the `featureSpace` features. */
  readonly rows: Int32Array;
  /** Number of known features. */
  readonly size: number;
};

/** The row of a feature that a model does not know. */
export const unknownRow = -1;

/**
 * Returns the vocabulary of these features. A feature's row is its position in the array. The vocabulary is in shared
 * memory, because the threads of a training share it.
 */
export function vocabularyOf(features: Int32Array): Vocabulary {
  const rows = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * featureSpace)).fill(unknownRow);
  features.forEach((feature, row) => {
    rows[feature] = row;
  });
  return { rows, size: features.length };
}

/** Returns those features that the vocabulary knows, with their rows as indexes. */
export function knownAmong({ rows }: Vocabulary, { indexes, weights }: Features): Features {
  const known = newFeatures(indexes.length);
  let count = 0;
  for (let at = 0; at < indexes.length; at += 1) {
    const row = rows[indexes[at] ?? 0] ?? unknownRow;
    if (row !== unknownRow) {
      known.indexes[count] = row;
      known.weights[count] = weights[at] ?? 0;
      count += 1;
    }
  }
  return { indexes: known.indexes.subarray(0, count), weights: known.weights.subarray(0, count) };
}
