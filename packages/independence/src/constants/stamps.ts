/** Numbers of the evidence from millisecond stamps. */
export const stampRule = {
  /** Chance that two independent providers stamp the same millisecond. */
  chance: 0.01,
  maxCoarseShare: 0.5,
} as const;
