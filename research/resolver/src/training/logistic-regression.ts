import { softmaxInto } from '@assay/resolver/embedded/class-weights';
import type { Features } from '@assay/resolver/embedded/feature-sums';
import { sharedBytes, type Samples } from './samples.ts';

/**
 * Weights of a multinomial logistic regression. Each known feature has a row with one weight for each class. The last
 * row contains the biases.
 */
export type Weights = { readonly classes: number; readonly values: Float32Array };

const { sqrt } = Math;
/**
 * Number of passes over the samples. With six or more passes, the model overfits to the training authors, and the rates
 * on held-out authors fall.
 */
const epochs = 3;
/** Share of a sample's features that each step drops at random. So no class depends on a few words of one author. */
const leftOutShare = 0.3;
const learningRate = 0.3;
const shrinkage = 2e-6;
/**
 * Minimum error at which the training learns from a sample. A sample with a smaller error teaches almost nothing, and
 * skipping such samples halves the training time.
 */
const learnedEnough = 0.02;
/**
 * Minimum gradient at which a step updates a class. For most samples, only two or three classes have a larger gradient.
 */
const nothingToLearn = 0.01;

/**
 * The input of one training run: the samples, the selection of samples to use, the number of classes, and the seed of
 * the shuffles.
 */
export type LearningTask = {
  /** The samples. Their feature indexes are row numbers of the weights. */
  readonly samples: Samples;
  /** Number of rows of features. */
  readonly rows: number;
  /** The numbers of the samples to use. */
  readonly chosen: Int32Array;
  readonly classes: number;
  readonly seed: number;
};

/**
 * Trains weights by AdaGrad over seeded shuffles. It sums in a fixed order, so the same task gives the same bytes. It
 * is our own code, because npm libraries expect dense features or all samples as matrices in memory. The features here
 * are sparse and hashed.
 */
export function learn({ samples, rows, chosen, classes, seed }: LearningTask): Weights {
  const weights = { classes, values: new Float32Array(sharedBytes((rows + 1) * classes)) };
  const squares = new Float32Array(weights.values.length);
  const order = Int32Array.from(chosen);
  const random = seededRandom(seed);
  const scratch: Scratch = { probabilities: new Float64Array(classes), learning: new Int32Array(classes) };
  const thin = thinnerOf(samples, random);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const at of order) {
      step(weights, squares, thin(at), samples.labels[at] ?? 0, scratch);
    }
  }
  return weights;
}

/** Returns the mean of several runs' weights. The mean generalises better than any single run. */
export function meanOf(runs: readonly Weights[]): Weights {
  const [first] = runs;
  if (first === undefined) {
    throw new Error('there are no weights to take the mean of');
  }
  const values = new Float32Array(first.values.length);
  for (const run of runs) {
    run.values.forEach((value, at) => {
      values[at] = (values[at] ?? 0) + value / runs.length;
    });
  }
  return { classes: first.classes, values };
}

/**
 * Returns a function that drops some of a sample's features and scales up the weights of the others to compensate. The
 * returned features are valid only until the next call, which reuses their memory.
 */
function thinnerOf({ starts, ...all }: Samples, random: () => number): (sample: number) => Features {
  let longest = 0;
  for (let at = 1; at < starts.length; at += 1) {
    longest = Math.max(longest, (starts[at] ?? 0) - (starts[at - 1] ?? 0));
  }
  const indexes = new Int32Array(longest);
  const weights = new Float32Array(longest);
  return (sample) => {
    const end = starts[sample + 1] ?? 0;
    let count = 0;
    for (let at = starts[sample] ?? 0; at < end; at += 1) {
      if (random() >= leftOutShare) {
        indexes[count] = all.indexes[at] ?? 0;
        weights[count] = (all.weights[at] ?? 0) / (1 - leftOutShare);
        count += 1;
      }
    }
    return { indexes: indexes.subarray(0, count), weights: weights.subarray(0, count) };
  };
}

/** Buffers that every step reuses: the probabilities of the classes, and the classes to update. */
type Scratch = { readonly probabilities: Float64Array; readonly learning: Int32Array };

function step(
  weights: Weights,
  squares: Float32Array,
  features: Features,
  right: number,
  { probabilities, learning }: Scratch,
): void {
  const { classes, values } = weights;
  const { indexes, weights: inputs } = features;
  const biases = values.length - classes;
  addScores(weights, features, probabilities);
  softmaxInto(probabilities, probabilities);
  if (1 - (probabilities[right] ?? 0) < learnedEnough) {
    return;
  }
  let count = 0;
  for (let label = 0; label < classes; label += 1) {
    const gradient = (probabilities[label] ?? 0) - (label === right ? 1 : 0);
    probabilities[label] = gradient;
    if (Math.abs(gradient) > nothingToLearn) {
      learning[count] = label;
      count += 1;
    }
  }
  for (let at = 0; at <= indexes.length; at += 1) {
    const row = at === indexes.length ? biases : (indexes[at] ?? 0) * classes;
    const input = at === indexes.length ? 1 : (inputs[at] ?? 0);
    for (let place = 0; place < count; place += 1) {
      const label = learning[place] ?? 0;
      const index = row + label;
      const weight = values[index] ?? 0;
      const slope = (probabilities[label] ?? 0) * input + shrinkage * weight;
      const square = (squares[index] ?? 0) + slope * slope;
      squares[index] = square;
      values[index] = weight - (learningRate * slope) / (sqrt(square) + 1e-6);
    }
  }
}

function addScores({ classes, values }: Weights, { indexes, weights }: Features, sums: Float64Array): void {
  for (let label = 0; label < classes; label += 1) {
    sums[label] = values[values.length - classes + label] ?? 0;
  }
  for (let at = 0; at < indexes.length; at += 1) {
    const row = (indexes[at] ?? 0) * classes;
    const input = weights[at] ?? 0;
    for (let label = 0; label < classes; label += 1) {
      sums[label] = (sums[label] ?? 0) + input * (values[row + label] ?? 0);
    }
  }
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const held = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = held;
  }
}

/** Creates a generator of numbers from 0 to below 1 (mulberry32). A seed gives the same numbers on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
