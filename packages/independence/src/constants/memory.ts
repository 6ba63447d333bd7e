/** Limits of a state's memory, intervals between judgements, and how fast counts fade. */
export const memoryLimits = {
  /**
   * Maximum number of providers of a key. The pairs of further providers stay unknown, and an unknown pair never counts
   * as independent.
   */
  maxProviders: 32,
  /** The capacity of a state grows by this number of providers at a time. */
  capacityStep: 4,
  /**
   * Number of rounds in one generation of counts. The last two generations together are called the window. A change of
   * upstream shows first in the window's counts.
   */
  generationRounds: 120,
  /** Share of the older counts that remains after each generation. It gives them a half-life of about 1,100 rounds. */
  generationKeep: 0.93,
  /**
   * A link from older counts ends when the window falls short of what the link predicts by this many standard
   * deviations.
   */
  windowDeviations: 4,
  /** Like `windowDeviations`, but for a pair in which one provider has begun to follow a third provider. */
  movedDeviations: 1.1,
  /**
   * Number of rounds between two judgements. It is not smaller, because one judgement costs as much as some hundred
   * observations.
   */
  judgeEveryRounds: 24,
  /** A new key is judged at this interval, in rounds, until it has seen `youngRounds` rounds. */
  judgeYoungEveryRounds: 12,
  youngRounds: 240,
  /**
   * Number of distinct values stored for each provider. With one poll every 3 s they cover the longest delay that is
   * searched.
   */
  ringValues: 64,
} as const;
