import type { Features } from './feature-sums.ts';

/**
 * Weights of a multinomial logistic regression, one byte each. Rounding the weights to 255 values changed 4 of 8,266
 * held-out decisions and takes a quarter of the memory.
 */
export type ClassWeights = {
  /** Number of classes. */
  readonly classes: number;
  /** Codes from -127 to 127: for each known feature in the order of the vocabulary, one per class. */
  readonly codes: Int8Array;
  /** The weight of the code 127. */
  readonly maxWeight: number;
  /** The score of each class for a text without any known feature. */
  readonly biases: readonly number[];
};

const { exp } = Math;
const maxCode = 127;

/** Returns the code, from -127 to 127, whose weight is nearest to `weight`. Codes are closer together near 0. */
export function codeOf(weight: number, maxWeight: number): number {
  return Math.sign(weight) * Math.round(Math.sqrt(Math.abs(weight) / maxWeight) * maxCode);
}

/**
 * Writes the probability of each class into an array with one element per class. The indexes of the features are rows
 * of the vocabulary.
 */
export type ClassProbabilities = (features: Features, into: Float64Array) => void;

/** Returns the function that computes the probabilities of classes by these weights. */
export function classProbabilities({ classes, codes, maxWeight, biases }: ClassWeights): ClassProbabilities {
  const weightOfCode = Float64Array.from({ length: 2 * maxCode + 1 }, (_, at) => {
    const code = at - maxCode;
    return Math.sign(code) * (code / maxCode) ** 2 * maxWeight;
  });
  return ({ indexes, weights }, into) => {
    for (let label = 0; label < classes; label += 1) {
      into[label] = biases[label] ?? 0;
    }
    for (let at = 0; at < indexes.length; at += 1) {
      const row = (indexes[at] ?? 0) * classes;
      const input = weights[at] ?? 0;
      for (let label = 0; label < classes; label += 1) {
        into[label] = (into[label] ?? 0) + input * (weightOfCode[(codes[row + label] ?? 0) + maxCode] ?? 0);
      }
    }
    softmaxInto(into, into);
  };
}

/** Writes the probabilities that follow from scores into an array, which may be the array of scores. */
export function softmaxInto(scores: Float64Array, into: Float64Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    highest = score > highest ? score : highest;
  }
  let total = 0;
  for (let at = 0; at < into.length; at += 1) {
    const power = exp((scores[at] ?? 0) - highest);
    into[at] = power;
    total += power;
  }
  for (let at = 0; at < into.length; at += 1) {
    into[at] = (into[at] ?? 0) / total;
  }
}
