/** Numbers of the evidence from millisecond stamps. */
export const stampRule = {
  /** Share of equal stamps that two reactions to the same events may reach: 0.36 was measured on stock exchanges. */
  chance: 0.4,
  /** Share of equal stamps that is evidence, and stamps that must have been compared. */
  minShare: 0.9,
  minTried: 20,
  maxCoarseShare: 0.5,
} as const;
