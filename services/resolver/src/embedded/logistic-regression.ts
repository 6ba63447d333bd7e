import { featureSpace, type Features } from './features.ts';

/** Something to learn from: features and the number of the class they belong to. */
export type Sample = { readonly features: Features; readonly label: number };

/** Weights of a multinomial logistic regression: `featureSpace` rows of one weight per class, then one row of biases. */
export type Weights = { readonly classes: number; readonly values: Float32Array };

const { exp, sqrt } = Math;
const epochs = 11;
const learningRate = 0.3;
const shrinkage = 2e-6;
/** A sample that is known this well teaches next to nothing, and passing over it halves the time of training. */
const learnedEnough = 0.02;
/** Nor does a class that a sample is this far from; most samples are near two or three classes only. */
const nothingToLearn = 0.01;

/**
 * Learns by AdaGrad over seeded shuffles, in one thread and in a fixed order of additions: the same samples give the
 * same bytes. Written here because the regressions on the registry that run on Node 20 are dense or need all samples
 * in memory as matrices, while these features are sparse and hashed.
 */
export function learn(samples: readonly Sample[], classes: number): Weights {
  const values = new Float32Array((featureSpace + 1) * classes);
  const squares = new Float32Array(values.length);
  const order = samples.map((_, at) => at);
  const random = seededRandom(20_251_107);
  const gradient = new Float64Array(classes);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const at of order) {
      const sample = samples[at];
      if (sample !== undefined) {
        step(values, squares, sample, classes, gradient);
      }
    }
  }
  return { classes, values };
}

function step(
  values: Float32Array,
  squares: Float32Array,
  sample: Sample,
  classes: number,
  gradient: Float64Array,
): void {
  const probabilities = softmax(scores({ classes, values }, sample.features), 1);
  for (let label = 0; label < classes; label += 1) {
    gradient[label] = (probabilities[label] ?? 0) - (label === sample.label ? 1 : 0);
  }
  if (1 - (probabilities[sample.label] ?? 0) < learnedEnough) {
    return;
  }
  const { places, weights } = sample.features;
  const learning = [...gradient.keys()].filter((label) => Math.abs(gradient[label] ?? 0) > nothingToLearn);
  for (let at = 0; at <= places.length; at += 1) {
    const row = (at === places.length ? featureSpace : (places[at] ?? 0)) * classes;
    const input = at === places.length ? 1 : (weights[at] ?? 0);
    for (const label of learning) {
      const place = row + label;
      const weight = values[place] ?? 0;
      const slope = (gradient[label] ?? 0) * input + shrinkage * weight;
      const square = (squares[place] ?? 0) + slope * slope;
      squares[place] = square;
      values[place] = weight - (learningRate * slope) / (sqrt(square) + 1e-6);
    }
  }
}

/** One score per class; the higher, the likelier. */
export function scores({ classes, values }: Weights, { places, weights }: Features): Float64Array {
  const sums = new Float64Array(classes);
  for (let label = 0; label < classes; label += 1) {
    sums[label] = values[featureSpace * classes + label] ?? 0;
  }
  for (let at = 0; at < places.length; at += 1) {
    const row = (places[at] ?? 0) * classes;
    const input = weights[at] ?? 0;
    for (let label = 0; label < classes; label += 1) {
      sums[label] = (sums[label] ?? 0) + input * (values[row + label] ?? 0);
    }
  }
  return sums;
}

/** Probabilities of the classes from their scores, softened by a temperature above 1 and sharpened by one below. */
export function softmax(sums: Float64Array, temperature: number): Float64Array {
  let highest = Number.NEGATIVE_INFINITY;
  for (const sum of sums) {
    highest = sum > highest ? sum : highest;
  }
  const powers = new Float64Array(sums.length);
  let total = 0;
  for (let at = 0; at < powers.length; at += 1) {
    const power = exp(((sums[at] ?? 0) - highest) / temperature);
    powers[at] = power;
    total += power;
  }
  for (let at = 0; at < powers.length; at += 1) {
    powers[at] = (powers[at] ?? 0) / total;
  }
  return powers;
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const held = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = held;
  }
}

/** Numbers from 0 up to 1 by the mulberry32 generator, the same for the same seed on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
