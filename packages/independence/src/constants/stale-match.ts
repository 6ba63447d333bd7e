/** Numbers of the evidence from outdated counts. */
export const staleMatchRule = {
  /** Polls for which a value must be out of date before showing it is evidence. */
  minStalePolls: 2.2,
  maxValueAgeMs: 3_600_000,
  maxValues: 2048,
  lagBins: 32,
  /** Share of outdated values that a copy repeats beyond chance. */
  copyShare: 0.7,
  /** Nats against sharing at which two readers of a counter are proven independent. */
  independentNats: -6,
  /** Judgements in a row that must find it. */
  judgements: 5,
} as const;
