import { featureSpace, type Features } from './features.ts';

/** A training sample: features and the number of their class. */
export type Sample = { readonly features: Features; readonly label: number };

/**
 * Weights of a multinomial logistic regression: `featureSpace` rows of one weight per class, then one row of biases.
 */
export type Weights = { readonly classes: number; readonly values: Float32Array };

const { exp, sqrt } = Math;
/** More epochs learn the authors and not the questions: held-out authors fared worse from six on. */
const epochs = 3;
/**
 * Share of a sample's features that a step leaves out, each time others. So no class rests on a few words of an author.
 */
const leftOutShare = 0.3;
/** The mean of two runs in another order is nearer to what the questions have in common. */
const seeds = [20_251_107, 20_261_123];
const learningRate = 0.3;
const shrinkage = 2e-6;
/** A sample with a smaller error than this teaches next to nothing. Skipping it halves the training time. */
const learnedEnough = 0.02;
/** A class with a smaller gradient than this is skipped. Most samples are near two or three classes only. */
const nothingToLearn = 0.01;

/**
 * Trains weights by AdaGrad over seeded shuffles, and returns the mean of the runs. It adds in a fixed order, so the same
 * samples give the same bytes. The regressions on npm that run on Node 20 are dense or need all samples in memory as matrices.
 * These features are sparse and hashed.
 */
export function learn(samples: readonly Sample[], classes: number): Weights {
  const mean = new Float32Array((featureSpace + 1) * classes);
  for (const seed of seeds) {
    learnOnce(samples, classes, seed).forEach((value, at) => {
      mean[at] = (mean[at] ?? 0) + value / seeds.length;
    });
  }
  return { classes, values: mean };
}

function learnOnce(samples: readonly Sample[], classes: number, seed: number): Float32Array {
  const values = new Float32Array((featureSpace + 1) * classes);
  const squares = new Float32Array(values.length);
  const order = samples.map((_, at) => at);
  const random = seededRandom(seed);
  const scratch: Scratch = { probabilities: new Float64Array(classes), learning: new Int32Array(classes) };
  const thin = thinnerOf(samples, random);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const at of order) {
      const sample = samples[at];
      if (sample !== undefined) {
        step({ classes, values }, squares, { ...sample, features: thin(sample.features) }, scratch);
      }
    }
  }
  return values;
}

/**
 * Returns a function that leaves out some of a sample's features and raises the weights of the others by as much. Its
 * result is valid until its next call.
 */
function thinnerOf(samples: readonly Sample[], random: () => number): (features: Features) => Features {
  const longest = samples.reduce((most, { features }) => Math.max(most, features.indexes.length), 0);
  const indexes = new Int32Array(longest);
  const weights = new Float32Array(longest);
  return (features) => {
    let count = 0;
    for (let at = 0; at < features.indexes.length; at += 1) {
      if (random() >= leftOutShare) {
        indexes[count] = features.indexes[at] ?? 0;
        weights[count] = (features.weights[at] ?? 0) / (1 - leftOutShare);
        count += 1;
      }
    }
    return { indexes: indexes.subarray(0, count), weights: weights.subarray(0, count) };
  };
}

/** Arrays that every step uses again: the probabilities of the classes, and the classes that learn. */
type Scratch = { readonly probabilities: Float64Array; readonly learning: Int32Array };

function step(weights: Weights, squares: Float32Array, sample: Sample, { probabilities, learning }: Scratch): void {
  const { classes, values } = weights;
  const { indexes, weights: inputs } = sample.features;
  addScores(weights, sample.features, probabilities);
  softmaxInto(probabilities, 1, probabilities);
  if (1 - (probabilities[sample.label] ?? 0) < learnedEnough) {
    return;
  }
  let count = 0;
  for (let label = 0; label < classes; label += 1) {
    const gradient = (probabilities[label] ?? 0) - (label === sample.label ? 1 : 0);
    probabilities[label] = gradient;
    if (Math.abs(gradient) > nothingToLearn) {
      learning[count] = label;
      count += 1;
    }
  }
  for (let at = 0; at <= indexes.length; at += 1) {
    const row = (at === indexes.length ? featureSpace : (indexes[at] ?? 0)) * classes;
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

/** Returns one score per class. A higher score means a likelier class. */
export function scores(weights: Weights, features: Features): Float64Array {
  const sums = new Float64Array(weights.classes);
  addScores(weights, features, sums);
  return sums;
}

/** Returns the share of features, from 0 to 1, that occurred in training. A low share means: nothing alike was seen. */
export function familiarity({ classes, values }: Weights, { indexes }: Features): number {
  let known = 0;
  for (const index of indexes) {
    const row = index * classes;
    let label = 0;
    while (label < classes && values[row + label] === 0) {
      label += 1;
    }
    known += label < classes ? 1 : 0;
  }
  return indexes.length === 0 ? 0 : known / indexes.length;
}

function addScores({ classes, values }: Weights, { indexes, weights }: Features, sums: Float64Array): void {
  for (let label = 0; label < classes; label += 1) {
    sums[label] = values[featureSpace * classes + label] ?? 0;
  }
  for (let at = 0; at < indexes.length; at += 1) {
    const row = (indexes[at] ?? 0) * classes;
    const input = weights[at] ?? 0;
    for (let label = 0; label < classes; label += 1) {
      sums[label] = (sums[label] ?? 0) + input * (values[row + label] ?? 0);
    }
  }
}

/**
 * Returns the probabilities of the classes from their scores. A temperature above 1 softens them, one below 1 sharpens
 * them.
 */
export function softmax(sums: Float64Array, temperature: number): Float64Array {
  const powers = new Float64Array(sums.length);
  softmaxInto(sums, temperature, powers);
  return powers;
}

function softmaxInto(sums: Float64Array, temperature: number, powers: Float64Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const sum of sums) {
    highest = sum > highest ? sum : highest;
  }
  let total = 0;
  for (let at = 0; at < powers.length; at += 1) {
    const power = exp(((sums[at] ?? 0) - highest) / temperature);
    powers[at] = power;
    total += power;
  }
  for (let at = 0; at < powers.length; at += 1) {
    powers[at] = (powers[at] ?? 0) / total;
  }
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const held = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = held;
  }
}

/**
 * Returns a generator of numbers from 0 up to 1 (mulberry32). The same seed gives the same numbers on every machine.
 */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
