/** What a state may hold, how often it is judged, and how fast counts fade. */
export const memoryLimits = {
  /** A key holds at most this many providers. Later ones stay unknown, which never counts as independent. */
  maxProviders: 32,
  /** Memory grows by this many providers at a time. */
  capacityStep: 4,
  /** Rounds in one generation of counts. A changed upstream shows in the window of two generations. */
  generationRounds: 120,
  /** Share of the older counts that remains after each generation: a half-life of about 1,100 rounds. */
  generationKeep: 0.93,
  /** Deviations by which the window must fall short of an older link before the link ends. */
  windowDeviations: 4,
  /** The same where one end now follows another provider. */
  movedDeviations: 1.1,
  /** Rounds between two judgements. One judgement costs as much as some hundred observations. */
  judgeEveryRounds: 24,
  /** A young key is judged this often, until the second number of rounds. */
  judgeYoungEveryRounds: 12,
  youngRounds: 240,
  /** Distinct values stored per provider. They cover the longest delay at a poll of 3 s. */
  ringValues: 64,
} as const;
