/** Constants of the evidence from outdated counts: two readers of a counter that show the same old number. */
export const staleMatchRule = {
  /**
   * A provider that still shows an outdated value is evidence only when the value has been outdated for this many
   * polls.
   */
  minStalePolls: 2.2,
  maxValueAgeMs: 3_600_000,
  maxValues: 2048,
  lagBins: 32,
  /** Share (0 to 1) of outdated values that a copy repeats, in addition to those that it shows by chance. */
  copyShare: 0.7,
  /**
   * Evidence, in nats, at which two readers of a counter are proven independent. Negative nats speak against sharing.
   */
  independentNats: -6,
  /** Number of consecutive judgements that must find the evidence before the pair is proven. */
  judgements: 5,
} as const;
