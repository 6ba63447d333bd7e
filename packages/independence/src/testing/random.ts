/** A repeatable source of random numbers: the same seed gives the same numbers on every machine. */
export type SeededRandom = {
  /** A number in [0, 1). */
  readonly next: () => number;
  /** A number in [low, high). */
  readonly between: (low: number, high: number) => number;
  /** A number from the normal distribution with mean 0 and standard deviation 1. */
  readonly normal: () => number;
  /** An exponentially distributed waiting time with the given mean. */
  readonly waiting: (mean: number) => number;
  /** One of the choices, each with the same probability. Throws on an empty list. */
  readonly pick: <T>(choices: readonly T[]) => T;
};

/**
 * Returns a generator that starts from a 32-bit seed (mulberry32). It is good enough for simulations and not for
 * secrets.
 */
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
