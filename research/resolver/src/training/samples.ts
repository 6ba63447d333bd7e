import type { Features } from '@assay/resolver/embedded/feature-sums';

/** A training sample: its features and the number of its class. */
export type Sample = { readonly features: Features; readonly label: number };

/** Training samples in a few long arrays, which threads can share without copying. */
export type Samples = {
  /** Feature indexes of all samples, one sample after another. */
  readonly indexes: Int32Array;
  /** Weights of the features, in the order of `indexes`. */
  readonly weights: Float32Array;
  /** Position of each sample's first feature in `indexes`, and at the end the number of all features. */
  readonly starts: Int32Array;
  /** Class of each sample. */
  readonly labels: Int32Array;
  /** Number of the question that each sample comes from, in ascending order. */
  readonly questions: Int32Array;
};

/**
 * Packs the samples of consecutive questions into arrays.
 * @param first number of the first question.
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

/** Joins packed samples. The parts must be in the order of their questions. */
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

/** Allocates arrays that are filled with zeros, for `count` samples with `total` features together. */
export function emptySamples(count: number, total: number): Samples {
  return {
    indexes: new Int32Array(sharedBytes(total)),
    weights: new Float32Array(sharedBytes(total)),
    starts: new Int32Array(sharedBytes(count + 1)),
    labels: new Int32Array(sharedBytes(count)),
    questions: new Int32Array(sharedBytes(count)),
  };
}

/** Allocates shared memory for a number of values of 32 bits each. */
export function sharedBytes(values: number): SharedArrayBuffer {
  return new SharedArrayBuffer(4 * values);
}
