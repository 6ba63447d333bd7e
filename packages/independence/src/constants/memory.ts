/** Limits of a state's memory, intervals between judgements, and how fast counts fade. */
export const memoryLimits = {
  /**
   * Maximum number of providers of a key. The pairs of further providers stay unknown, and an unknown pair never counts
   * as independent.
   */
  maxProviders: 32,
  /** Number of providers by which the memory grows each time. */
  capacityStep: 4,
  /**
   * Number of rounds in one generation of counts. The last two generations form the window, in which a change of
   * upstream shows.
   */
  generationRounds: 120,
  /** Share of the older counts that remains after each generation. It gives them a half-life of about 1,100 rounds. */
  generationKeep: 0.93,
  /** Number of standard deviations by which the window must fall short of an older link before the link ends. */
  windowDeviations: 4,
  /** Like `windowDeviations`, but for a pair of which one provider now follows a third provider. */
  movedDeviations: 1.1,
  /** Number of rounds between two judgements. One judgement costs as much as some hundred observations. */
  judgeEveryRounds: 24,
  /** A new key is judged at this interval, in rounds, until it has seen `youngRounds` rounds. */
  judgeYoungEveryRounds: 12,
  youngRounds: 240,
  /** Number of distinct values stored for each provider. At one poll every 3 s they cover the longest delay. */
  ringValues: 64,
} as const;
