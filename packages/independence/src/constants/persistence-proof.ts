/** Numbers of the proof by a disagreement that lasts longer than noise. Chosen on simulated venues (README). */
export const persistenceProofRule = {
  /** Informative observations before a pair without a trace of sharing is called independent. */
  minEvents: 75,
  /** Repeats that a copy would have shown by then. */
  minHits: 50,
  /** Judgements in a row that must find the proof: a market that changes pace can make noise look lasting for a moment. */
  judgements: 5,
  /** A disagreement that lasts so many times longer than it must counts as two of them. */
  clearTimes: 2,
  /** A correlation of the providers' own noise that may reach this, by its own uncertainty, leaves the question open. */
  maxCorrelation: 0.45,
  correlationMargin: 1.5,
  /** Slow disagreement against fast disagreement: a copy's difference is noise without memory, a venue's own basis lasts. */
  minPersistence: 2.5,
  /** Caches that live for so many rows are within that; slower ones raise it. */
  freeHeldRows: 2,
  /** Deviations of a variance's uncertainty by which the disagreement must be longer than noise. */
  marginDeviations: 2.5,
  /** The least part of the polls in which a provider stands still that is believed; below it chance decides. */
  minStillShare: 1e-5,
} as const;
