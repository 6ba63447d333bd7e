/**
 * Constants of the common grid and of the N-cornered hat, which estimates each provider's own noise from differences.
 */
export const corneredHatRule = {
  /**
   * Number of rows of the common grid. The widest filter needs 40 rows on each side of its centre, and the lag needs 9
   * more.
   */
  gridRows: 128,
  /**
   * Minimum time, in milliseconds, between two rows. Faster polls are joined into one row, so that bursts do not change
   * the filters.
   */
  minRowMs: 900,
  maxLagRows: 8,
  /** Number of rounds in which the common pace of a chain is learned before its rows are stored. */
  paceRounds: 30,
  /** Minimum number of unrelated groups before the variances of the N-cornered hat can be trusted. */
  minGroups: 5,
  /**
   * Share (0 to 1) of a correlation's theoretical information that is credited. Rows that follow one another are not
   * independent.
   */
  credit: 0.4,
  creditHeight: 0.5,
  /** Maximum amount by which the correlation may be lower in one half of the data than in the whole. */
  halfSlack: 0.15,
  minSamples: 20,
  /** Minimum number of rows in each half before a correlation is evidence. With fewer rows chance alone reaches it. */
  minHalfSamples: 60,
  /**
   * A pair takes part if it has at least this share of the rows of the pair with the most rows. The variances of a pair
   * with fewer rows would describe another period.
   */
  minSamplesShare: 0.7,
  /** Correlation from which the variances of both providers are measured again, each without the other provider. */
  suspicion: 0.2,
  /** A new lag must reduce the variance to less than this share of its present value. */
  lagVarianceShare: 0.75,
  /** Lags change in steps of this part of a row. */
  lagStepRows: 0.25,
  /** Minimum change of a lag, in rows. Smaller changes are ignored. */
  minLagChangeRows: 0.25,
  /**
   * Minimum variance, in quantisation steps, that is evidence. Below it providers look alike only because their ticks
   * are coarse.
   */
  minQuantisations: 12,
  /** The same minimum for heights. Heights are whole numbers, so they hide how far two steady backends are apart. */
  minQuantisationsHeight: 3,
  /** Differences are clipped at this many mean deviations, so that a single jump cannot dominate the variance. */
  maxDeviations: 5,
  /** A provider jumps when it moves by this many of its usual steps within one row. */
  jumpSteps: 20,
  /** Weight (0 to 1) of the newest row in the running mean deviation. */
  deviationMemory: 0.1,
  /**
   * Maximum persistence of a pair's difference for a link by the hat. Two different venues that share a quote currency
   * are correlated too, but their difference lasts longer.
   */
  maxPersistence: 1.8,
  /** Quantile over the differences of all pairs. The pair at this quantile represents a usual pair. */
  crowdQuantile: 0.3,
  /**
   * Minimum deviation of a usual pair's difference, as a part of the usual step. Below it the difference shows how fast
   * providers react, and not their own noise.
   */
  minOwnOfStep: 0.35,
} as const;

/**
 * A band-pass filter of the N-cornered hat. It works on the rows of the common grid, which has one row for each round
 * with the values of all providers.
 */
export type CorneredHatBand = {
  /** Half the width, in rows, of the mean that the filter subtracts. */
  readonly trend: number;
  /** Half the width, in rows, of the mean that the filter preserves; 0 preserves the single row. */
  readonly smooth: number;
  /** Minimum correlation that is evidence; null for a band that is not used for links. */
  readonly correlation: number | null;
  /** Number of rows that carry as much information as one independent sample. */
  readonly rowsPerSample: number;
};

/**
 * Filters for prices. The first one measures quick noise, the second one the slow wandering of a venue's distance from
 * the market. Only the second is evidence of links, because two equally late providers share quick noise.
 */
export const priceBands: readonly CorneredHatBand[] = [
  { trend: 8, smooth: 0, correlation: null, rowsPerSample: 4 },
  { trend: 40, smooth: 3, correlation: 0.57, rowsPerSample: 15 },
];

/** The filter for chain heights. It measures the lag of a backend relative to the rows around it. */
export const heightBands: readonly CorneredHatBand[] = [{ trend: 10, smooth: 0, correlation: 0.5, rowsPerSample: 8 }];
