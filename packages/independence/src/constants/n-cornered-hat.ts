/** Numbers of the common grid and of the N-cornered hat. */
export const corneredHatRule = {
  /** Rows of the common grid. The widest filter needs 40 on each side, and the lag 9 more. */
  gridRows: 128,
  /** Faster polls are thinned to one row per this many milliseconds, so that bursts do not change the filters. */
  minRowMs: 900,
  maxLagRows: 8,
  /** Rounds in which the common pace of a chain is learned before its rows are stored. */
  paceRounds: 30,
  /** Unrelated groups that the N-cornered hat needs before its variances can be trusted. */
  minGroups: 5,
  /** Of the theoretical information of a correlation, what is credited: neighbours in time are not independent. */
  credit: 0.4,
  creditHeight: 0.5,
  /** How much lower the correlation may be in either half of the data. */
  halfSlack: 0.15,
  minSamples: 20,
  /** Rows in each half before a correlation is evidence. With fewer, chance alone reaches it. */
  minHalfSamples: 60,
  /**
   * A pair takes part when it has this share of the longest pair's rows. Its variances would otherwise belong to other
   * times.
   */
  minSamplesShare: 0.7,
  /** From this correlation on both variances are measured again without the other provider. */
  suspicion: 0.2,
  /** A new lag must leave less than this share of the variance. */
  lagVarianceShare: 0.75,
  /** Lags change in steps of this part of a row. */
  lagStepRows: 0.25,
  /** Smaller changes of a lag are ignored. */
  minLagChangeRows: 0.25,
  /** Variances below this many quantisation steps are no evidence, since providers on a coarse tick look alike. */
  minQuantisations: 12,
  /** The same for heights. Whole numbers hide how far behind two steady backends are. */
  minQuantisationsHeight: 3,
  /** Differences are cut at this many mean deviations, so that one jump does not decide. */
  maxDeviations: 5,
  /** A provider jumps when it moves by this many of its usual steps within a row. */
  jumpSteps: 20,
  /** Weight of the newest row in the mean deviation. */
  deviationMemory: 0.1,
  /**
   * The hat links pairs whose difference lasts less than this. A shared quote currency also correlates venues that
   * differ.
   */
  maxPersistence: 1.8,
  /** Quantile of all pairs' differences that stands for a usual pair. */
  crowdQuantile: 0.3,
  /** Deviation of a usual pair's difference, as part of the usual step, below which reaction times decide. */
  minOwnOfStep: 0.35,
} as const;

/** A filter of the N-cornered hat on the common grid. */
export type CorneredHatBand = {
  /** Half width in rows of the mean that is subtracted. */
  readonly trend: number;
  /** Half width in rows of the mean that remains; 0 is the single row. */
  readonly smooth: number;
  /** The smallest correlation that is evidence; null where the band is not used for links. */
  readonly correlation: number | null;
  /** Rows per independent sample. */
  readonly rowsPerSample: number;
};

/**
 * Filters for prices: quick noise, and slow wandering of a venue's basis. The second is evidence of links. Quick noise is
 * not, since two equally late providers share it.
 */
export const priceBands: readonly CorneredHatBand[] = [
  { trend: 8, smooth: 0, correlation: null, rowsPerSample: 4 },
  { trend: 40, smooth: 3, correlation: 0.57, rowsPerSample: 15 },
];

/** The filter for chain heights: the lag of a backend relative to the rows around it. */
export const heightBands: readonly CorneredHatBand[] = [{ trend: 10, smooth: 0, correlation: 0.5, rowsPerSample: 8 }];
