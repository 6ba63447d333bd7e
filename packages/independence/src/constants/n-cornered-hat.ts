/**
 * Constants of the common grid and of the N-cornered hat. Each row of the grid contains one round's values of all
 * providers. The N-cornered hat estimates each provider's own noise from the differences between providers.
 */
export const corneredHatRule = {
  /**
   * Number of rows of the common grid. The widest filter needs 40 rows on each side of its centre, and the lag needs 9
   * more.
   */
  gridRows: 128,
  /**
   * Minimum time, in milliseconds, between two rows. Rounds that follow sooner are joined into one row, so that bursts
   * of polls do not shorten the time that the filters cover.
   */
  minRowMs: 900,
  maxLagRows: 8,
  /** Number of rounds in which the common pace of a chain is learned before its rows are stored. */
  paceRounds: 30,
  /** Minimum number of unrelated groups before the variances of the N-cornered hat can be trusted. */
  minGroups: 5,
  /**
   * Share (0 to 1) of a correlation's theoretical information that is credited, because consecutive rows are not
   * independent.
   */
  credit: 0.4,
  creditHeight: 0.5,
  /** Maximum amount by which the correlation may be lower in one half of the data than in the whole. */
  halfSlack: 0.15,
  minSamples: 20,
  /**
   * Minimum number of rows in each half of the data before a correlation is evidence. With fewer rows, chance alone
   * causes correlations of this size.
   */
  minHalfSamples: 60,
  /**
   * A pair takes part if it has at least this share of the rows of the pair with the most rows. With fewer rows its
   * variance would describe another period than the variances of the other pairs.
   */
  minSamplesShare: 0.7,
  /** If two providers correlate at least this much, the variance of each one is measured again without the other. */
  suspicion: 0.2,
  /**
   * A provider gets a new lag only if the lag reduces the variance of its distance from the median to less than this
   * share.
   */
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
  /**
   * The same minimum for heights. Heights are whole numbers, so they hide small differences between two steady
   * backends.
   */
  minQuantisationsHeight: 3,
  /** Differences are clipped at this many mean deviations, so that a single jump cannot dominate the variance. */
  maxDeviations: 5,
  /** A provider jumps when it moves by this many of its usual steps within one row. */
  jumpSteps: 20,
  /** Weight (0 to 1) of the newest row in the running mean deviation. */
  deviationMemory: 0.1,
  /**
   * A link by the N-cornered hat requires that the pair's difference has at most this persistence (see `persistence`).
   * Two venues that only share a quote currency correlate too, but their difference persists longer.
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

/**
 * The filter for chain heights. It compares the lag of a backend in one row with its mean lag in the rows around it.
 */
export const heightBands: readonly CorneredHatBand[] = [{ trend: 10, smooth: 0, correlation: 0.5, rowsPerSample: 8 }];
