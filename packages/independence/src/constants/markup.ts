/** Numbers of the search for a constant ratio. */
export const markupRule = {
  /** New values between two searches for a constant ratio. */
  searchEveryValues: 30,
  /** After this many values a provider is searched half as often. */
  earlyValues: 240,
  /** The search uses values up to this age, since mark-ups are put on fresh values. */
  maxLagSeconds: 12,
  /** Coincidences at one ratio before it is fixed and tested on later values. */
  minHits: 3,
  windows: 5,
  /** A watched ratio without evidence is replaced after this many new values. */
  trialValues: 60,
  searchNats: Math.log(40),
} as const;
