/** Numbers of the evidence from outdated counts. */
export const staleMatchRule = {
  /** A value must be out of date by this many polls before showing it says anything. */
  minStalePolls: 2.2,
  maxValueAgeMs: 3_600_000,
  maxValues: 2048,
  lagBins: 32,
  /** How often a copy shows what its upstream shows, beyond chance. */
  copyShare: 0.7,
  /** Evidence against sharing at which a counter's pair is proven independent. */
  independentNats: -6,
} as const;
