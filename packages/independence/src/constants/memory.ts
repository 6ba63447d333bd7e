/** What a state may hold, how often it is judged, and how fast counts fade. */
export const memoryLimits = {
  /** A key holds at most this many providers; later ones stay unknown, which never counts as independent. */
  maxProviders: 32,
  /** Room is made for this many providers at a time, so that memory follows the number of providers. */
  capacityStep: 4,
  /** Rounds in one generation of counts. Two generations are the window in which a changed upstream shows. */
  generationRounds: 120,
  /** What remains of older counts at the end of each generation: a half-life of about 1,100 rounds. */
  generationKeep: 0.93,
  /** By how many deviations the window must fall short of what it should have shown before its silence ends a link. */
  windowDeviations: 4,
  /** The same where one end follows another provider now. */
  movedDeviations: 1.1,
  /** Rounds between two judgements of all pairs; judging costs as much as some hundred observations. */
  judgeEveryRounds: 24,
  /** While a key is young it is judged this often, until the second number of rounds. */
  judgeYoungEveryRounds: 12,
  youngRounds: 240,
  /** Distinct values remembered per provider, enough for the longest delay looked for at a 3 s poll. */
  ringValues: 64,
} as const;
