/** Numbers of the links by repetition: do nearly all new values of a provider repeat the values of another one? */
export const repetitionRule = {
  /** Runs of one value stored per provider. At 1.8 s a run they cover 288 s. */
  historyRuns: 160,
  /** Answers that follow sooner than this many milliseconds are left out, so that bursts do not shorten the history. */
  minAnswerGapMs: 1_800,
  /** Edges in seconds of the lag classes behind the leader. Each class is widened by one poll and the jitter. */
  lagEdgesSeconds: [0, 3, 8, 16, 28, 45, 70, 100, 130],
  /** A value is tested this many milliseconds later, so that every leader has been asked again. */
  waitMs: 3_000,
  /** Jitter of a copy's delay in milliseconds that is tolerated. */
  jitterMs: 1_000,
  /** A value is no news when the provider showed it in the last so many milliseconds. */
  newsMs: 20_000,
  /** A value is no news when it is among the last so many runs. A price may bounce between few values. */
  newsRuns: 4,
  /** Ticks of at least this many basis points are coarse: noise rarely moves a value by one. */
  coarseTickBp: 0.25,
  /** Change of a fine tick, in basis points, that does not start the counts again. */
  fineTickSlackBp: 2,
  /** Upper edges, in basis points, of the sizes of own distances. */
  distanceEdgesBp: Float64Array.from({ length: 29 }, (_, size) => (size === 0 ? 1e-6 : 0.01 * 2 ** ((size - 1) / 2))),
  /** Exponent of the coverage. A copy is read between two polls; the leader's own values are a whole poll apart. */
  coverageExponent: 0.6,
  maxCoverage: 0.97,
  /** Pairs whose coverage of single values is below this are not counted. */
  minValueCoverage: 0.4,
  /** Longest time between polls in milliseconds that widens the lag classes. */
  maxPollMs: 15_000,
  /** Share of a copy's values that remains after losses for other reasons than polling. */
  keptShare: 0.95,
  /** Quantile of a leader's holds that stands for the time a cache may hold its values. */
  holdQuantile: 0.1,
  minOwnDistances: 8,
  minChanges: 8,
  /** Providers that hold a value for fewer polls than this are fast. One in so many of their new values is tested. */
  fastPollsPerRun: 1.5,
  fastTestEvery: 6,
  /** A mixture repeats more than the first share, and less than the second part of a full copy's coverage. */
  minPart: 0.2,
  minWholeOfCoverage: 0.75,
  /** Counts are halved at this many events, and once in this many milliseconds. */
  maxEvents: 1_000,
  halveEveryMs: 12 * 3_600_000,

  /** Events that a link needs, and pairs of the crowd that must be known. */
  linkMinEvents: 12,
  linkMinCrowd: 12,
  /** Different values that both providers must have shown lately. A stablecoin has a handful. */
  linkMinDistinct: 9,
  /** Smallest share of repeated values of a link: absolute, of a full copy's coverage, and in the latest events. */
  linkMinShare: 0.6,
  linkMinOfCoverage: 0.85,
  linkMinRecentShare: 0.9,
  /** Longest lag in milliseconds at which the latest events alone may show a link. */
  maxRecentLagMs: 28_000,
  /**
   * Odds ratio to the crowd's upper quartile, to the middle of either provider's other pairs, and to values two ticks
   * beside a new value. A leader that shows many values shows these as often.
   */
  linkMinOdds: 6,
  /** Odds ratio to values one tick beside. Venues with close prices show these nearly as often. */
  linkMinOddsBeside: 4,
  linkMinCoverage: 0.3,
  /** The smallest usual share that is assumed. */
  minUsualShare: 0.05,
  /** Price of the search over lag classes. */
  linkSearchNats: Math.log(8),
  /** Price of scoring the latest 32 events alone. */
  linkRecentNats: 6,
  /** Counts are forgotten when the latest events fall short of an earlier link by this many nats. */
  lapseNats: 8,
} as const;
