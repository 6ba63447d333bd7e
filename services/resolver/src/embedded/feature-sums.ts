import { featureIndex } from './feature-hash.ts';

/** A sparse feature vector: indexes below `featureSpace` in the order of the text, and the weight of each. */
export type Features = { readonly indexes: Int32Array; readonly weights: Float32Array };

/**
 * Returns a feature vector with `length` zeros, in one block of memory. Two blocks would cost more, because garbage
 * collection handles every block separately, which makes up half of its pauses.
 */
export function newFeatures(length: number): Features {
  const memory = new ArrayBuffer(8 * length);
  return { indexes: new Int32Array(memory, 0, length), weights: new Float32Array(memory, 4 * length, length) };
}

const { log1p, sqrt } = Math;
/** A power of two, at least twice the number of features that the longest question has. */
const slotCount = 1 << 15;
const maxFeatures = slotCount / 2;

// These arrays are scratch memory for one part of a question at a time. They are small enough to stay in the CPU cache.
/**
 * A hash table with open addressing. Each slot holds the position of a feature in the lists below, plus 1. 0 marks a
 * free slot.
 */
const places = new Uint16Array(slotCount);
const slots = new Int32Array(maxFeatures);
const indexes = new Int32Array(maxFeatures);
const sums = new Float32Array(maxFeatures);
const logarithms = new Float64Array(maxFeatures);
let count = 0;

/**
 * Adds a weight to the sum of a hashed feature. If the scratch memory is full, features that are not in it yet are
 * ignored.
 */
export function add(hash: number, weight: number): void {
  const index = featureIndex(hash);
  let slot = index & (slotCount - 1);
  let place = places[slot] ?? 0;
  while (place !== 0 && indexes[place - 1] !== index) {
    slot = (slot + 1) & (slotCount - 1);
    place = places[slot] ?? 0;
  }
  if (place !== 0) {
    sums[place - 1] = (sums[place - 1] ?? 0) + weight;
  } else if (count < maxFeatures) {
    indexes[count] = index;
    sums[count] = weight;
    slots[count] = slot;
    count += 1;
    places[slot] = count;
  }
}

/** Returns the number of different features added since the last `takeFeatures`. */
export function addedCount(): number {
  return count;
}

/**
 * Returns the added features and clears the scratch memory. Each weight is the logarithm of a sum, so that repeated
 * words do not dominate. The vector is scaled to the Euclidean length `length`.
 */
export function takeFeatures(length: number): Features {
  let squares = 0;
  for (let at = 0; at < count; at += 1) {
    const weight = log1p(sums[at] ?? 0);
    logarithms[at] = weight;
    squares += weight * weight;
    places[slots[at] ?? 0] = 0;
  }
  const factor = length / sqrt(squares);
  const taken = newFeatures(count);
  taken.indexes.set(indexes.subarray(0, count));
  for (let at = 0; at < count; at += 1) {
    taken.weights[at] = factor * (logarithms[at] ?? 0);
  }
  count = 0;
  return taken;
}
