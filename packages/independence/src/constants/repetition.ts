/**
 * Constants of the links by repetition. The test asks whether nearly all new values of a provider repeat the values of
 * another one.
 */
export const repetitionRule = {
  /**
   * Number of runs stored for each provider. A run is a time in which the provider shows one value. At 1.8 s a run they
   * cover 288 s.
   */
  historyRuns: 160,
  /**
   * Minimum time, in milliseconds, between two answers of a provider. The test ignores answers that follow sooner, so
   * that bursts do not shorten the history.
   */
  minAnswerGapMs: 1_800,
  /**
   * Edges, in seconds, of the lag classes: how far a follower is behind its leader. Each class is widened by one poll
   * and the jitter.
   */
  lagEdgesSeconds: [0, 3, 8, 16, 28, 45, 70, 100, 130],
  /** Time, in milliseconds, after which a new value is tested. By then every leader has been asked again. */
  waitMs: 3_000,
  /** Tolerated jitter of a copy's delay, in milliseconds. */
  jitterMs: 1_000,
  /** A value is not new if the provider already showed it within this many milliseconds. */
  newsMs: 20_000,
  /**
   * A value is not new if it appears among this many latest runs of the provider, because a price may bounce between a
   * few values.
   */
  newsRuns: 4,
  /** Minimum size, in basis points, of a coarse tick. Noise rarely moves a value by a whole coarse tick. */
  coarseTickBp: 0.25,
  /**
   * When a provider's fine tick changes by at most this many basis points, its counts continue. After a larger change
   * they start again at zero.
   */
  fineTickSlackBp: 2,
  /** Upper edges, in basis points, of the size classes for distances between a provider's own values. */
  distanceEdgesBp: Float64Array.from({ length: 29 }, (_, size) => (size === 0 ? 1e-6 : 0.01 * 2 ** ((size - 1) / 2))),
  /**
   * Exponent below 1 that raises the expected coverage of a copy. The coverage is estimated from a leader's own values
   * that are close to its value one short hold earlier or later. These values are a whole poll apart. A copy is read
   * between two polls, so its values are closer to the leader's.
   */
  coverageExponent: 0.6,
  maxCoverage: 0.97,
  /**
   * Minimum coverage (`exactCoverage`) for a pair to be counted. A leader below it shows too few of the values that a
   * copy would show.
   */
  minValueCoverage: 0.4,
  /** Longest time between two polls, in milliseconds, by which the lag classes are widened. */
  maxPollMs: 15_000,
  /**
   * Factor (0 to 1) on the expected coverage of a copy, because values are also lost for reasons other than polling.
   */
  keptShare: 0.95,
  /**
   * Quantile of the times for which a leader holds a value. The time at this quantile is how long a cache is assumed to
   * hold the leader's values.
   */
  holdQuantile: 0.1,
  minOwnDistances: 8,
  minChanges: 8,
  /**
   * A provider is fast if it holds a value for fewer polls than this on average. Only one in `fastTestEvery` of its new
   * values is tested.
   */
  fastPollsPerRun: 1.5,
  fastTestEvery: 6,
  /**
   * A provider mixes another provider's values with others if it repeats more than this share of that provider's
   * values. The share must also be below `minWholeOfCoverage` of a full copy's coverage.
   */
  minPart: 0.2,
  minWholeOfCoverage: 0.75,
  /** Counts are halved at this number of events, and also every `halveEveryMs` milliseconds. */
  maxEvents: 1_000,
  halveEveryMs: 12 * 3_600_000,

  /**
   * Minimum number of events for a link. A link also requires that the usual shares of at least `linkMinCrowd` pairs
   * are known.
   */
  linkMinEvents: 12,
  linkMinCrowd: 12,
  /**
   * Minimum number of different values that both providers must have shown lately. It excludes, for example,
   * stablecoins, which have only a few values.
   */
  linkMinDistinct: 9,
  /**
   * Minimum share of repeated values for a link. `linkMinOfCoverage` is the minimum relative to a full copy, and
   * `linkMinRecentShare` the minimum among the latest events.
   */
  linkMinShare: 0.6,
  linkMinOfCoverage: 0.85,
  linkMinRecentShare: 0.9,
  /** Longest lag, in milliseconds, at which the latest events alone may show a link. */
  maxRecentLagMs: 28_000,
  /**
   * Minimum odds ratio to three other shares: the crowd's upper quartile, the median of either provider's other pairs,
   * and the share of values two ticks away. A leader that shows many different values shows a value two ticks away as
   * often as the value itself.
   */
  linkMinOdds: 6,
  /**
   * Minimum odds ratio to the share of values one tick away. Venues with close prices show these nearly as often as the
   * value itself.
   */
  linkMinOddsBeside: 4,
  linkMinCoverage: 0.3,
  /** Lower limit for the usual share of repeated values. */
  minUsualShare: 0.05,
  /** Evidence, in nats, that is deducted for the search over lag classes. */
  linkSearchNats: Math.log(8),
  /** Evidence, in nats, that is deducted when the latest 32 events are scored alone. */
  linkRecentNats: 6,
  /**
   * When the latest events of a linked pair fall short of the link by this many nats, the pair's counts are cleared.
   */
  lapseNats: 8,
} as const;
