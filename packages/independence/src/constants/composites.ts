/** Constants by which the measurement recognises composites: providers that mix several upstreams. */
export const compositeRule = {
  /**
   * Forward evidence says that one provider repeats earlier values of another one, and backward evidence says the
   * opposite. If the forward evidence is at least this many times the backward evidence, the repeated provider is the
   * source. The forward evidence must also exceed `leadNats`.
   */
  leadRatio: 1.5,
  leadNats: 6,
  /**
   * Minimum correlation of two providers' own noise at which they may be copies of one upstream although they show no
   * equal values.
   */
  minCorrelation: 0.7,
  /**
   * Minimum coverage, as a part of a full copy's coverage, at which a link by coincidence joins two providers into one
   * group. A link with less coverage means that one provider mixes several upstreams. The two are then dependent but
   * stay in separate groups.
   */
  minWholeCoverage: 0.25,
  /** Two composites join one group when one of them shows at least this share of the other's values. */
  sameShare: 0.75,
  /** Two composites join one group when they have at least this share of their inputs in common. */
  minOverlap: 0.6,
  /** The minimum share of common inputs when one of the two composites shows nearly all values of the other. */
  minOverlapOfCopies: 0.5,
  /** Lower limit for the estimated share of polls without a new value. */
  minStillShare: 1e-5,
} as const;
