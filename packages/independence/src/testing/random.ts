/** A source of repeatable randomness: the same seed gives the same numbers on every machine. */
export type SeededRandom = {
  /** A number in [0, 1). */
  readonly next: () => number;
  /** A number in [low, high). */
  readonly between: (low: number, high: number) => number;
  /** A draw from the normal distribution of mean 0 and deviation 1. */
  readonly normal: () => number;
  /** A waiting time whose mean is given, exponentially distributed. */
  readonly waiting: (mean: number) => number;
  /** One of the choices, all equally likely. Throws on an empty list. */
  readonly pick: <T>(choices: readonly T[]) => T;
};

/** Returns a generator from a 32-bit seed (mulberry32). It is good enough for simulations and not for secrets. */
export function randomFrom(seed: number): SeededRandom {
  let word = (seed * 2654435761) >>> 0;
  let spare: number | undefined;
  const next = (): number => {
    word = (word + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(word ^ (word >>> 15), word | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const normal = (): number => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - next()));
    const angle = 2 * Math.PI * next();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  const pick = <T>(choices: readonly T[]): T => {
    const chosen = choices[Math.floor(next() * choices.length)];
    if (chosen === undefined) {
      throw new Error('pick: there must be at least one choice');
    }
    return chosen;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    normal,
    waiting: (mean) => -mean * Math.log(1 - next()),
    pick,
  };
}
