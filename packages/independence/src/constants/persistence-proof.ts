/**
 * Numbers of the proof by a disagreement that lasts longer than noise. They were chosen on simulated venues (README).
 */
export const persistenceProofRule = {
  /** Informative observations that a proof needs. */
  minEvents: 75,
  /** Repeats that a copy would have shown by then. */
  minHits: 50,
  /**
   * Judgements in a row that must find the proof. A market that changes pace can make noise look lasting for a moment.
   */
  judgements: 5,
  /** A disagreement that lasts this many times longer than necessary counts as two judgements. */
  clearTimes: 2,
  /** A correlation of own noise that may reach this value, by its uncertainty, prevents a proof. */
  maxCorrelation: 0.45,
  priceCorrelationMargin: 0.75,
  /**
   * Ratio of slow to fast disagreement. The difference of a copy is noise without memory; a venue's own basis lasts.
   */
  minPersistence: 2.5,
  /** Rows that a cache may hold a value without raising the ratio. */
  freeHeldRows: 2,
  /** Deviations of the variance's uncertainty by which the ratio must be exceeded. */
  marginDeviations: 2.5,
  /** The smallest share of polls without a new value that is assumed. */
  minStillShare: 1e-5,
} as const;
