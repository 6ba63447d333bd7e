/** Constants of the search for a constant ratio (mark-up) between the values of two providers. */
export const markupRule = {
  /** Number of new values of a provider between two searches for a constant ratio. */
  searchEveryValues: 30,
  /** Number of new values of a provider after which its pairs are searched half as often. */
  earlyValues: 240,
  /**
   * Maximum age, in seconds, of the values in the search. Older values are left out, because a provider adds its
   * mark-up to fresh values.
   */
  maxLagSeconds: 12,
  /** Number of coincidences at one ratio before the ratio is fixed and tested on later values. */
  minHits: 3,
  windows: 5,
  /** Number of new values after which a watched ratio without evidence is replaced. */
  trialValues: 60,
  searchNats: Math.log(40),
} as const;
