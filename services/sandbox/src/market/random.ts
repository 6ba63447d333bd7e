/**
 * The functions of this file give random numbers without state. A seed and a position always give the same number. The
 * market at any time can therefore be computed without the market at earlier times.
 */

const high = 2 ** 32;

/** Returns the 32-bit seed of a named sequence of random numbers. */
export function streamSeed(seed: string, name: string): number {
  let state = 0x811c9dc5;
  for (const character of `${seed}/${name}`) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return mix(state);
}

function mix(value: number): number {
  let state = value | 0;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/**
 * Returns a random whole number from 0 to 2^32 - 1. It depends on the seed, on a position (`place`, any safe integer)
 * and on a variant.
 */
export function draw(seed: number, place: number, variant = 0): number {
  const low = mix(seed ^ Math.imul((place % high) | 0, 0x9e3779b1));
  return mix(low + Math.imul(Math.floor(place / high) + variant * 7_919 + 1, 0x27d4eb2f));
}

/** Returns a random number from 0 (included) to 1 (excluded). */
export function uniform(seed: number, place: number, variant = 0): number {
  return draw(seed, place, variant) / high;
}

/** Returns a number of the standard normal distribution, by the Box-Muller transform. */
export function gaussian(seed: number, place: number, variant = 0): number {
  const radius = Math.sqrt(-2 * Math.log((draw(seed, place, variant * 2) + 1) / (high + 1)));
  return radius * Math.cos(2 * Math.PI * uniform(seed, place, variant * 2 + 1));
}
