import type { Features } from '@assay/resolver/embedded/feature-sums';

/** A training sample: features and the number of their class. */
export type Sample = { readonly features: Features; readonly label: number };

/** Training samples in a few long arrays. Threads share them without a copy. */
export type Samples = {
  /** Indexes of the features of all samples, one sample after the other. */
  readonly indexes: Int32Array;
  /** Weights of the features at the same places. */
  readonly weights: Float32Array;
  /** The place of each sample's first feature, then the number of all features. */
  readonly starts: Int32Array;
  /** Class of each sample. */
  readonly labels: Int32Array;
  /** Number of the question that each sample is from, in ascending order. */
  readonly questions: Int32Array;
};

/**
 * Packs the samples of questions that follow each other.
 * @param first number of the first of these questions.
 */
export function packSamples(byQuestion: readonly (readonly Sample[])[], first: number): Samples {
  const all = byQuestion.flat();
  const total = all.reduce((sum, { features }) => sum + features.indexes.length, 0);
  const packed = emptySamples(all.length, total);
  let place = 0;
  all.forEach(({ features, label }, at) => {
    packed.indexes.set(features.indexes, place);
    packed.weights.set(features.weights, place);
    packed.labels[at] = label;
    place += features.indexes.length;
    packed.starts[at + 1] = place;
  });
  packed.questions.set(byQuestion.flatMap((samples, at) => samples.map(() => first + at)));
  return packed;
}

/** Joins samples of questions in the order of the questions. */
export function joinSamples(parts: readonly Samples[]): Samples {
  const count = parts.reduce((sum, { labels }) => sum + labels.length, 0);
  const total = parts.reduce((sum, { indexes }) => sum + indexes.length, 0);
  const joined = emptySamples(count, total);
  let at = 0;
  let place = 0;
  for (const { indexes, weights, starts, labels, questions } of parts) {
    joined.indexes.set(indexes, place);
    joined.weights.set(weights, place);
    joined.labels.set(labels, at);
    joined.questions.set(questions, at);
    for (let own = 1; own < starts.length; own += 1) {
      joined.starts[at + own] = place + (starts[own] ?? 0);
    }
    at += labels.length;
    place += indexes.length;
  }
  return joined;
}

/** Returns memory for a number of samples and for all of their features, filled with zeros. */
export function emptySamples(count: number, total: number): Samples {
  return {
    indexes: new Int32Array(sharedBytes(total)),
    weights: new Float32Array(sharedBytes(total)),
    starts: new Int32Array(sharedBytes(count + 1)),
    labels: new Int32Array(sharedBytes(count)),
    questions: new Int32Array(sharedBytes(count)),
  };
}

/** Returns memory for a number of 32-bit values that threads can share. */
export function sharedBytes(values: number): SharedArrayBuffer {
  return new SharedArrayBuffer(4 * values);
}
