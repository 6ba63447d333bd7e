/** How trades are compared. Times are in milliseconds, shares lie between 0 and 1, evidence is in nats. */
export const printRule = {
  /** Two sources count as independent when each shares less than this with the other. */
  bound: 0.15,
  /**
   * Trades of one size are tested apart at the same price, which a faithful relay shows, and at other prices, which one with
   * a mark-up shows: each must refute the bound. Exchanges of one stock trade equal sizes at once, and the price halves what
   * that adds up to. Both kinds together must refute this share.
   */
  totalBound: 0.3,
  /** Shares are bounded at every delay of one source behind the other up to this, in both directions. */
  maxDelayMs: 66_000,
  /** Delays are counted in cells of this width. */
  cellMs: 1_000,
  /** Cells of one window of delays. A relay's delay varies within a window. Long delays vary more than short ones. */
  shortWindowCells: 4,
  longWindowCells: 8,
  /** Windows that end beyond this are long. */
  shortDelayMs: 10_000,
  /**
   * Evidence that a window of delays needs before it counts as refuted: the first entry whose delay covers the window.
   * The first one is an error of 1 in 1,000. Longer relays are rarer, so they need less.
   */
  neededNats: [
    { delayMs: 4_000, nats: Math.log(1_000) },
    { delayMs: 10_000, nats: 3.5 },
    { delayMs: 66_000, nats: 3.5 },
  ],
  /**
   * Streams relay within seconds. While a record of streams is younger than this, longer delays need no evidence of their
   * own, and bar a proof only where equal sizes show.
   */
  youngRecordMs: 150_000,
  /** A proof ends when a window falls short of the evidence that it needed by this much, in nats. */
  keepNats: 3,
  /** Evidence of a link at which nothing is proven. */
  doubtNats: 2,
  /** Time between two judgements of a pair, and of one whose verdict stands while no equal sizes come. */
  judgeEveryMs: 1_000,
  judgeSettledEveryMs: 10_000,
  /** Venues trade in bursts that begin together, so a window counts as holding at least so many trades. */
  minTradesInWindow: 4,
  /** Share of equal sizes at once that unrelated venues show, such as trades of one arbitrageur on both. */
  coincidence: 0.012,
  /** Shares below this never make a link, since arbitrage makes as many. */
  linkFloor: 0.05,
  minLinkShare: 0.08,
  /** Two trades at one price whose sizes differ by at most this share may be one trade whose size a relay altered. */
  similarSizes: 0.03,
  /** Entries of one price that are searched for a similar size. A market at one price for long shows nothing. */
  maxSamePrice: 128,
  /** The share of similar trades at one delay, beyond what other delays show, that bars a proof; and that makes a link. */
  similarDoubtShare: 0.35,
  similarLinkShare: 0.6,
  similarLinkEvents: 30,
  /** Evidence at which a share counts as a link, after the penalty for the number of windows. */
  linkNats: 9,
  linkPenaltyNats: 5,
  /** Counts halve when an event weight of this many is reached: in the long memory, and in the recent one. */
  memoryEvents: [800, 60],
  /** Trades of one provider that follow within this time may be parts of one trade. */
  burstMs: 1_200,
  maxBurstTrades: 8,
  /** Trades and sums that are stored per provider. */
  ringEntries: 2_048,
  maxProviders: 32,
  /** Time after which a thinning that is no longer needed ends. */
  thinnedForMs: 600_000,
  /** Time in which sizes are counted to know how usual they are. Two such times are kept. */
  sizePeriodMs: 300_000,
  sketchCells: 4_096,
  /** Weight, in trades, of the guess of a size that was not seen. */
  priorTrades: 30,
  /** Smallest chance of a size with one significant digit. */
  roundSizeChances: [0.04],
  /** Decay time of a provider's rate of trades. */
  rateMs: 120_000,
  /**
   * A source whose trades never come in one second, while trades at its pace would have done so this many times, may add up
   * the trades of others. Nothing of it is proven.
   */
  expectedSameSecond: 7,
  maxSameSecondShare: 0.1,
  /** The share that sums of trades must refute. A relay that sums or splits does so with all of its trades. */
  sumBound: 0.4,
  /** Shares by sums below this never make a link. */
  sumFloor: 0.15,
  minSumShare: 0.3,
} as const;

/** Number of cells of delays of an ordered pair. */
export const delayCells = (2 * printRule.maxDelayMs) / printRule.cellMs;

/** Delays, in milliseconds, for which the number of comparable events is counted separately. */
export const delaySteps = [1_000, 2_000, 4_000, 6_000, 8_000, 10_000, 20_000, 40_000, 66_000] as const;
