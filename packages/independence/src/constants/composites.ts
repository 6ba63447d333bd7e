/** Numbers by which mixtures of several upstreams are recognised. */
export const compositeRule = {
  /** Ratio of forward to backward evidence that tells a source from its copy. */
  leadRatio: 1.5,
  leadNats: 6,
  /** From this correlation of own noise on, two providers without shared values may still be copies of one upstream. */
  minCorrelation: 0.7,
  /** A link by coincidence below this part of a full copy's coverage shows a mixture: dependent, and not merged. */
  minWholeCoverage: 0.25,
  /** Two composites are one when one shows this part of the other's values. */
  sameShare: 0.75,
  /** Two composites are one when they share this part of their inputs. */
  minOverlap: 0.6,
  /** The same for two composites of which one shows nearly all values of the other. */
  minOverlapOfCopies: 0.5,
  /** The smallest share of polls without a new value that is assumed. */
  minStillShare: 1e-5,
} as const;
