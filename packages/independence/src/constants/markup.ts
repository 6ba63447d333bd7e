/** Numbers of the search for a constant ratio. */
export const markupRule = {
  /** New values of a pair between two searches for a constant ratio. */
  searchEveryValues: 30,
  /** Until a provider showed this many values it is searched as often as that, later half as often. */
  earlyValues: 240,
  /** Only values at most this old are searched for a ratio: mark-ups are put on fresh values. */
  maxLagSeconds: 12,
  /** Coincidences at one ratio before it is locked and counted on what comes after. */
  minHits: 3,
  windows: 5,
  /** New values after which a watched ratio without a spike gives its place to the next. */
  trialValues: 60,
  searchNats: Math.log(40),
} as const;
