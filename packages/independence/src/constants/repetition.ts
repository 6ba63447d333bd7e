/** Numbers of the repetition test: do new values of a provider repeat the values of another one? */
export const repetitionRule = {
  /** Runs of one value stored per provider. At 1.8 s a run they cover 288 s, the longest lag on both sides. */
  historyRuns: 160,
  /** Answers that follow sooner than this many milliseconds are left out, so that bursts do not shorten the history. */
  minAnswerGapMs: 1_800,
  /** Edges in seconds of the lag classes behind the leader. Each class is widened by one poll and the jitter. */
  lagEdgesSeconds: [0, 3, 8, 16, 28, 45, 70, 100, 130],
  /**
   * Edges in seconds of the classes ahead. Of two copies of an unseen upstream, the one with fewer values may be ahead.
   */
  leadEdgesSeconds: [3, 8, 16, 28, 45, 70, 100, 130],
  /** Jitter of a copy's delay in milliseconds that is tolerated. */
  jitterMs: 1_000,
  /** A value is no news when the provider showed it in the last so many milliseconds. */
  newsMs: 20_000,
  /** A value is no news when it is among the last so many runs. A price may bounce between few values. */
  newsRuns: 4,
  /** Cells of the ring of constant ratios. Far and near ratios share cells, which errs towards a copy. */
  ringCells: 64,
  /** Ticks of at least this many basis points are coarse: noise rarely moves a value by one. */
  coarseTickBp: 0.25,
  /** Share of a coarse copy's values that noise does not move. */
  unmovedShare: 0.85,
  /** Standard deviation in basis points of the noise that a copy may add. */
  noiseBp: 0.4,
  /** Half width in basis points, beyond half a tick, of the window for copies with noise. */
  noisyWindowBp: 1,
  /** Exponent of the coverage. A copy is read between two polls; the leader's own values are a whole poll apart. */
  coverageExponent: 0.6,
  maxCoverage: 0.97,
  /** Half the distance, in answers, between the answers of the thinned views. A copy is read half-way between. */
  thinnedSteps: [1, 2],
  /** Answers that the thinned views need. */
  thinnedAnswers: 8,
  /**
   * The smallest part of the misses of every second answer that is assumed for every answer. A cache of nearly two polls
   * misses as much.
   */
  minMissTrend: 2 / 3,
  /** A provider whose middle hold is no longer than this may be a cache of a faster upstream. Its sparse view decides. */
  cachePolls: 2,
  /** Share of a move's information that counts, since two moves in a row share a value. */
  moveCredit: 0.65,
  /** Pairs whose coverage of single values is below this are not counted. */
  minValueCoverage: 0.4,
  /** Longest time between polls in milliseconds that widens the lag classes. */
  maxPollMs: 15_000,
  /** Share of a copy's values that remains after losses for other reasons than polling. */
  keptShare: 0.95,
  /** Below this coverage the absence of the leader's values means nothing. */
  minCoverage: 0.15,
  /** Quantile of a leader's holds that stands for the time a cache may hold its values. */
  holdQuantile: 0.1,
  minOwnDistances: 8,
  minChanges: 8,
  /** Providers that hold a value for fewer polls than this are fast. One in so many of their new values is tested. */
  fastPollsPerRun: 1.5,
  fastTestEvery: 6,
  /** Events in every lag class before a pair is tested. */
  minEvents: 5,
  /** Nats that prove independence: against the likeliest full copy, and against a partial copy. */
  proofNats: 7,
  partProofNats: 3,
  /** A proof that is this many times stronger holds although both providers resemble a third one. */
  clearTimes: 3,
  /** Delays beyond 16 s, leads, and noise on coarse ticks are rare. This many nats are credited against each of them. */
  rareNats: 2,
  /** The same against two at once. */
  maxRareNats: 3,
  commonLagSeconds: 16,
  /** The smallest share of values that a partial copy shows: on fine ticks, and on coarse ticks. */
  partShare: 1 / 3,
  partShareCoarse: 0.5,
  /** Nats of a link at which no proof begins, and at which a proof ends. */
  doubtNats: 4,
  doubtEndsNats: 6,
  /** A proof ends when the latest events repeat more than all before by this many nats. */
  surgeNats: 10,
  /** Part of a full copy's coverage that the latest events must show for that. */
  surgeOfCoverage: 0.9,
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
  /** Price of the search over lag classes, and over lag classes and ratios. */
  linkSearchNats: Math.log(8),
  linkRatioSearchNats: Math.log(8 * 64),
  /** Price of scoring the latest 32 events alone. */
  linkRecentNats: 6,
  /** Counts are forgotten when the latest events fall short of an earlier link by this many nats. */
  lapseNats: 8,
} as const;
