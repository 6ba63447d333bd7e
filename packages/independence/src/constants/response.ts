/**
 * Constants of the proof by response. The test asks whether one provider's price moves when the other provider's price
 * does.
 */
export const responseRule = {
  /**
   * A share (0 to 1) of the quieter provider's moves. A pair is proven independent when the test excludes that the
   * other provider makes at least this share of the same moves.
   */
  bound: 0.3,
  /**
   * Smaller bounds, tried in this order for a proven pair. The evidence reports the last bound that the test refutes.
   */
  tighterBounds: [0.25, 0.2, 0.15],
  /** Amount that is added to the bound in windows wider than `narrowCells`, because chance varies more there. */
  wideExtra: 0.2,
  /** The bound at lags beyond `nearMs`. At these lags the test excludes only whole copies. */
  farBound: 0.5,
  /**
   * Bound on the share of moves that coincide in time, in the same or in opposite directions. A noisy copy moves in
   * random directions at the same moments as its source.
   */
  timingBound: 0.65,
  /** Longest lag at which the test excludes a shared part. From there up to `reachMs` it excludes only a copy. */
  nearMs: 66_000,
  reachMs: 310_000,
  /**
   * Copies that are late by at most this many milliseconds are common. To exclude one, the evidence must reach
   * `proofNats` after a deduction for repeated tests. For longer lags it must reach `lateNats`.
   */
  soonMs: 20_000,
  proofNats: 3,
  lateNats: 0.5,
  /** Evidence, in nats, below which an existing proof ends. */
  keepNats: 1.5,
  /**
   * The test is repeated as counts grow, and each repetition adds a chance of error. So this factor times the logarithm
   * of the counts is deducted from the evidence.
   */
  lookPenalty: 0.3,
  /**
   * Widths of the windows of lags, in cells. A cell is one poll wide, or `minCellMs` if polls are faster. The narrow
   * window allows for one poll of jitter in either direction.
   */
  narrowCells: 3,
  wideCells: 7,
  /** Minimum width, in milliseconds, of a cell of lags. Otherwise a cell is one poll wide. */
  minCellMs: 2_900,
  /** Number of gaps between answers from which the interval between two polls is learned. */
  paceGaps: 60,
  /** Factor by which the interval between polls must change before all counts start again. */
  paceChange: 1.5,
  /**
   * Minimum gap between two answers, in cells. The test ignores answers that follow sooner, so that bursts do not
   * shorten the memory.
   */
  minGapCells: 0.8,
  /**
   * Number of cells without an answer after which a provider is silent. While it is silent, moves of other providers do
   * not count in its pairs.
   */
  silentCells: 4,
  /**
   * Minimum number of moves of the quieter provider for a test. To find two providers related, `minRelationMoves` are
   * needed.
   */
  minMoves: 12,
  minRelationMoves: 20,
  /**
   * Maximum share of a provider's polls at which its value moves. Moves at more polls cannot be assigned to one lag, so
   * nothing is proven about the provider.
   */
  maxMoveShare: 0.5,
  /**
   * A provider changes on a clock when more than this share of its holds lies within `clockPolls` polls of the median
   * hold. A hold is the time for which it shows one value.
   */
  clockShare: 0.6,
  clockPolls: 1.5,
  minClockPolls: 4,
  minHolds: 10,
  /** Minimum number of holds before the period of a cache is known. The period is the `periodQuantile` of the holds. */
  minPeriodHolds: 20,
  periodQuantile: 0.05,
  /**
   * Maximum part (0 to 1) of a provider's moves that it has in common with the market. A provider with more could be an
   * average of the market, so nothing is proven about it.
   */
  maxMarketLoading: Math.SQRT1_2,
  /** The response that a provider's partner at this quantile shows is assumed to come from the market alone. */
  marketQuantile: 0.25,
  minMarketPartners: 4,
  /**
   * Minimum part (0 to 1) of its moves that a partner must have in common with the market. A smaller part says nothing
   * about the market.
   */
  minLoading: 0.02,
  /** Length, in cells, of the market's profile, which says how its common moves are distributed over lags. */
  profileCells: 24,
  /**
   * Two providers are related when their response exceeds the response that the market explains by this share. The
   * response is first lowered by `relationDeviations` deviations, and at late lags by `lateRelationDeviations`.
   */
  relation: 0.2,
  relationDeviations: 2,
  lateRelationDeviations: 4,
  /** Lag, in milliseconds, beyond which moves coincide only by chance. */
  flankMs: 75_000,
  /** Time, in milliseconds, after which a copy inherits the verdicts of the group that it joined. */
  inheritMs: 45 * 60_000,
  /**
   * Minimum time between two judgements, in milliseconds. The time is `judgeEveryShare` of the state's age, but at
   * least this and at most `maxJudgeEveryMs`.
   */
  judgeEveryMs: 60_000,
  maxJudgeEveryMs: 300_000,
  judgeEveryShare: 1 / 40,
  halveEveryMs: 12 * 3_600_000,
  /**
   * Number of moves stored for each provider. A lock compares the values of a slow follower with the moves of a busy
   * leader over the same period, so many moves are needed.
   */
  storedMoves: 288,
  storedHolds: 64,
} as const;

/** Constants of the lock: a link between providers whose values stay at one constant ratio. */
export const lockRule = {
  /** Number of the follower's latest new values that are compared with the leader's values. */
  values: 48,
  minValues: 12,
  /**
   * A follower that lags by at least this many cells is late. Its values are then compared with the leader's at this
   * lag too.
   */
  minLagCells: 3,
  /**
   * Minimum share of the follower's values that must have one ratio to the leader's values for a link. `halfShare` is
   * enough if a share of `minTogether` of all moves also coincides.
   */
  share: 0.7,
  halfShare: 0.4,
  minTogether: 0.62,
  /**
   * Evidence of a link, in nats. Other kinds of evidence need twice as many for a link, so the lock stores its nats
   * doubled.
   */
  nats: 6,
  halfPriceNats: 2,
  /**
   * The share of equal ratios by chance is at least this in the test for a link by `share`. For a link by `halfShare`
   * it is at least `minChanceHalf`.
   */
  minChance: 0.4,
  minChanceHalf: 0.15,
  maxChance: 0.95,
  /**
   * Additional lag, in milliseconds, at which the values are compared once more. At this lag equal ratios arise only by
   * chance, so their share shows what chance explains.
   */
  idleLagMs: 90_000,
  /**
   * Half the width of one ratio: the sum of `ofStep` usual steps and `ofTick` ticks. A follower whose tick is coarser
   * than the leader's has `ofCoarseTick` ticks instead.
   */
  ofStep: 0.1,
  ofTick: 0.1,
  ofCoarseTick: 0.6,
  coarser: 1.5,
  maxOfStep: 0.4,
  /**
   * The share of equal ratios that chance explains is this quantile of the shares of all pairs. `followerQuantile` is
   * the quantile over the pairs of one follower.
   */
  pairQuantile: 0.75,
  followerQuantile: 0.25,
  minPairs: 12,
  minFollowerPairs: 4,
  /** Values are compared at a lag when this share of the quieter provider's moves coincides there. */
  minLagShare: 0.15,
  /** A new lag replaces the present one when this many times more moves coincide there. */
  lagChange: 1.25,
  deviations: 2.5,
  minMoves: 40,
} as const;
