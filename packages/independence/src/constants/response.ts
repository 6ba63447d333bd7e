/** Numbers of the proof by response: does one provider move when the other does? */
export const responseRule = {
  /** A pair is proven when both are refuted to share this part of the moves of the quieter one. */
  bound: 0.3,
  /** Smaller bounds, tried in this order for a proven pair. The last refuted one is reported. */
  tighterBounds: [0.25, 0.2, 0.15],
  /** The response over the wider window may be larger by this, since chance spreads there too. */
  wideExtra: 0.2,
  /** The bound at lags beyond `nearMs`, where only a copy is excluded. */
  farBound: 0.5,
  /** Bound of the share of moves in either direction. A copy with noise moves in random directions at the same moments. */
  timingBound: 0.65,
  /** Lags up to which a part is excluded, and up to which a copy is. */
  nearMs: 66_000,
  reachMs: 310_000,
  /** Lags up to this are common. They need `proofNats`, less a penalty for repeated looks. Later ones need `lateNats`. */
  soonMs: 20_000,
  proofNats: 3,
  lateNats: 0.5,
  /** Nats below which a proof ends. */
  keepNats: 1.5,
  /** Factor of the logarithm of the counts: the price of looking often. */
  lookPenalty: 0.3,
  /** Widths of the windows of lags, in cells. The narrow one allows for one poll of jitter either way. */
  narrowCells: 3,
  wideCells: 7,
  /** A cell of lags is one poll wide, and at least this many milliseconds. */
  minCellMs: 2_900,
  /** Gaps between answers from which the poll is learned. */
  paceGaps: 60,
  /** Change of the poll, as a factor, after which all counts start again. */
  paceChange: 1.5,
  /** Answers that follow sooner than this part of a cell are left out, so that bursts do not shorten the memory. */
  minGapCells: 0.8,
  /** A provider that has not answered for this many cells is silent. Moves of others do not count for its pairs then. */
  silentCells: 4,
  /** Moves of the quieter one that a test needs, and that a relation needs. */
  minMoves: 12,
  minRelationMoves: 20,
  /** A provider that moves at more of its polls than this cannot be resolved. */
  maxMoveShare: 0.5,
  /** A provider on a clock: this share of its holds is within so many polls of the middle one. */
  clockShare: 0.6,
  clockPolls: 1.5,
  minClockPolls: 4,
  minHolds: 10,
  /** Holds from which the period of a cache is learned, and its quantile. */
  minPeriodHolds: 20,
  periodQuantile: 0.05,
  /** A provider whose moves are the market's to a larger part than this could be the mean of the market. */
  maxMarketLoading: Math.SQRT1_2,
  /** Quantile of a provider's partners that stands for the market alone. */
  marketQuantile: 0.25,
  minMarketPartners: 4,
  /** Partners with a smaller loading say nothing about the market. */
  minLoading: 0.02,
  /** Lags, in cells, over which the market's common moves are spread. */
  profileCells: 24,
  /** A relation: the response exceeds the market by this share after so many deviations, at soon and at late lags. */
  relation: 0.2,
  relationDeviations: 2,
  lateRelationDeviations: 4,
  /** Lags beyond this show what coincides by chance. */
  flankMs: 75_000,
  /** A copy inherits the verdicts of its group after this long in it. */
  inheritMs: 45 * 60_000,
  /** Time between two judgements: at least the first, at most the second, and else a fortieth of the time so far. */
  judgeEveryMs: 60_000,
  maxJudgeEveryMs: 300_000,
  judgeEveryShare: 1 / 40,
  halveEveryMs: 12 * 3_600_000,
  /** Moves stored per provider. A lock needs those of a busy leader for as long as a slow follower's values. */
  storedMoves: 288,
  storedHolds: 64,
} as const;

/** Numbers of the links by values that stay at one ratio. */
export const lockRule = {
  /** The latest new values of a follower that are compared with what a leader showed. */
  values: 48,
  minValues: 12,
  /** Cells from which on a follower is late. Its values are then also compared at its lag. */
  minLagCells: 3,
  /** Share of the values at one ratio that shows a link, and the share that does if most moves also fall together. */
  share: 0.7,
  halfShare: 0.4,
  minTogether: 0.62,
  /** Nats of a link; the table of evidence asks for twice as many, so it stores them doubled. */
  nats: 6,
  halfPriceNats: 2,
  /** Smallest share by chance that is assumed, for each of the two kinds. */
  minChance: 0.4,
  minChanceHalf: 0.15,
  maxChance: 0.95,
  /** A leader is also compared this much later, where equal ratios mean nothing. */
  idleLagMs: 90_000,
  /** Half width of a ratio, in usual steps and in ticks; the second tick is for a follower of coarser ticks. */
  ofStep: 0.1,
  ofTick: 0.1,
  ofCoarseTick: 0.6,
  coarser: 1.5,
  maxOfStep: 0.4,
  /** Quantile of all pairs, and of a follower's pairs, that stands for chance. */
  pairQuantile: 0.75,
  followerQuantile: 0.25,
  minPairs: 12,
  minFollowerPairs: 4,
  /** A lag is followed when this share of the quieter one's moves falls together there. */
  minLagShare: 0.15,
  /** A new lag must show so many times more moves together than the followed one. */
  lagChange: 1.25,
  deviations: 2.5,
  minMoves: 40,
} as const;
