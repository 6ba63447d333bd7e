/** Numbers of the common grid and of the N-cornered hat. */
export const hatRule = {
  /** Rows of the common grid that are remembered; the widest filter needs 40 on each side, and 9 of lag. */
  gridRows: 128,
  /** Faster polls are thinned to one row per this many milliseconds, so that bursts do not change the filters. */
  minRowMs: 900,
  maxLagRows: 8,
  /** Rounds in which the common pace of a chain is learned before its rows are worth keeping. */
  paceRounds: 30,
  /** Groups that share nothing which the N-cornered hat needs before its variances can be trusted. */
  minGroups: 5,
  /** Of the theoretical information of a correlation, what is credited: neighbours in time are not independent. */
  credit: 0.4,
  creditHeight: 0.5,
  /** How much lower the correlation may be in either half of the data. */
  halfSlack: 0.15,
  minSamples: 20,
  /** Rows in each half before a correlation is evidence: with fewer, chance alone reaches it. */
  minHalfSamples: 60,
  /** A pair whose rows were begun anew would be compared with variances of other times: it waits until it has this part of the most. */
  minSamplesShare: 0.7,
  /** A correlation from which a pair is measured again without each other. */
  suspicion: 0.2,
  /** Another lag must leave less than this part of the variance before a provider is followed there. */
  lagVarianceShare: 0.75,
  /** Lags are followed in steps of this part of a row. */
  lagStepRows: 0.25,
  /** A lag that changes by less is not followed. */
  minLagChangeRows: 0.25,
  /** A provider that stands still on a coarse tick looks alike: variances below this many quantisation steps are no evidence. */
  minQuantisations: 12,
  /** The same for heights, whose whole numbers hide how far behind two steady backends are. */
  minQuantisationsHeight: 3,
  /** Differences beyond this many mean deviations are cut off: one jump must not decide. */
  maxDeviations: 5,
  /** How fast the mean deviation follows a market that changes pace. */
  deviationMemory: 0.1,
  /** The hat links only pairs whose difference lasts less than this: a shared quote currency correlates venues that differ all the same. */
  maxPersistence: 1.8,
} as const;

/** A filter of the N-cornered hat on the common grid. */
export type HatBand = {
  /** Half width in rows of the mean that is taken away. */
  readonly trend: number;
  /** Half width in rows of the mean that is kept; 0 keeps the single row. */
  readonly smooth: number;
  /** The least correlation that is evidence; null where the band only tells how quick noise is. */
  readonly correlation: number | null;
  /** Rows per independent sample. */
  readonly rowsPerSample: number;
};

/**
 * Filters for prices: quick noise, and the slow wandering of a venue's own basis. Only the second is evidence: quick noise is
 * shared by any two providers that are late by the same time. The third sees wandering that is over sooner, and needs less
 * than half as many rows to begin with: it proves independence early where venues go their own ways quickly.
 */
export const priceBands: readonly HatBand[] = [
  { trend: 8, smooth: 0, correlation: null, rowsPerSample: 4 },
  { trend: 40, smooth: 3, correlation: 0.57, rowsPerSample: 15 },
  { trend: 16, smooth: 3, correlation: null, rowsPerSample: 8 },
];

/** The filter for chain heights: how far a backend is behind, against its own surroundings. */
export const heightBands: readonly HatBand[] = [{ trend: 10, smooth: 0, correlation: 0.5, rowsPerSample: 8 }];
