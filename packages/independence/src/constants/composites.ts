/** Numbers by which mixtures of several upstreams are recognised. */
export const compositeRule = {
  /** The source of a copy is told from its copy by this ratio of forward to backward evidence. */
  leadRatio: 1.5,
  leadNats: 6,
  /** A coincidence link that explains less than this part of what a full copy would show is a part of a mixture: dependent, not the same. */
  minWholeCoverage: 0.3,
  /** Two composites of which one shows this part of the other's values are one. */
  sameShare: 0.75,
  /** Two composites with this much of their inputs in common are one. */
  minOverlap: 0.6,
  /** The same for two of which one shows nearly all that the other shows. */
  minOverlapOfCopies: 0.5,
} as const;
