/**
 * Constants of the comparison of trades. Times are in milliseconds, shares are from 0 to 1, and evidence is in nats.
 */
export const printRule = {
  /** Two sources are independent when each of them shows less than this share (0 to 1) of the other source's trades. */
  bound: 0.15,
  /**
   * The larger share that all matches of equal sizes together must refute. Matches at the same price (a faithful relay)
   * and at other prices (a relay with a mark-up) are each tested against `bound`. Exchanges of one stock often trade
   * equal sizes at the same time by coincidence. The split by price halves these matches, but together they may exceed
   * `bound`.
   */
  totalBound: 0.3,
  /**
   * Longest delay that the test examines. Either source may be behind the other. The test bounds the shares at every
   * delay up to this one.
   */
  maxDelayMs: 66_000,
  /** Width of one cell of delays: `cellMs` up to `shortDelayMs`, and `lateCellMs` beyond. */
  shortDelayMs: 10_000,
  cellMs: 1_000,
  lateCellMs: 2_000,
  /**
   * Width of a window of delays: `shortWindowMs` up to `shortDelayMs`, and `longWindowMs` beyond. A relay's delay
   * varies within a window, and long delays vary more than short ones. Neighbouring windows begin one cell apart, so a
   * delay may vary by 3 s at short delays and by 6 s beyond.
   */
  shortWindowMs: 4_000,
  longWindowMs: 8_000,
  /**
   * Evidence that a proof needs in a window of delays. Of these entries, the first whose delay covers the whole window
   * applies. The first entry allows an error of 1 in 1,000. Relays with longer delays are rarer, so they need less
   * evidence.
   */
  neededNats: [
    { delayMs: 4_000, nats: Math.log(1_000) },
    { delayMs: 10_000, nats: 3.5 },
    { delayMs: 66_000, nats: 3.5 },
  ],
  /**
   * The sandbox's sources relay within `shortDelayMs`. While the record of such a source is shorter than this, a proof
   * needs no evidence of its own for delays beyond `shortDelayMs`. Equal sizes at such delays still prevent a proof. No
   * other source has this exception: a relay that is 30 s late is invisible in a record of 20 s.
   */
  youngRecordMs: 150_000,
  /** A proof ends when the evidence in a window is less than the needed evidence by more than this. */
  keepNats: 3,
  /** A pair with at least this evidence of a link cannot be proven independent. */
  doubtNats: 2,
  /**
   * Time between two judgements of a pair. It is `judgeSettledEveryMs` for a pair that has a verdict and no new match
   * of equal sizes.
   */
  judgeEveryMs: 1_000,
  judgeSettledEveryMs: 10_000,
  /**
   * Lower limit for the number of trades assumed in a window, from which the chance of a match follows. Venues trade in
   * bursts that begin together, so the mean rate alone would be too low.
   */
  minTradesInWindow: 4,
  /**
   * Share of equal sizes that unrelated venues show at the same time, for example because one arbitrageur trades on
   * both.
   */
  coincidence: 0.012,
  /** The proof expects at least this chance of an equal size in a window. */
  proofCoincidence: 0.02,
  /**
   * Factors on the estimated chance of a size in a window. The proof averages over them, because the estimate is an
   * upper one: it counts at least `minTradesInWindow` trades, and equal sizes at any price.
   */
  proofChances: [0.25, 1],
  /** Up to this share, equal sizes are no evidence of a link, because arbitrage alone causes as many. */
  linkFloor: 0.05,
  minLinkShare: 0.08,
  /**
   * Maximum relative difference between the sizes of two trades at one price for the trades to count as similar. One of
   * them may then be a relay's copy of the other with an altered size.
   */
  similarSizes: 0.03,
  /**
   * Maximum number of entries at one price that are searched for a similar size. A market with more entries at one
   * price stays at that price, so similar sizes in it are no evidence.
   */
  maxSamePrice: 128,
  /**
   * Share of similar trades at one delay, in excess of the mean over all delays, that prevents a proof of independence.
   * At `similarLinkShare` the pair is linked.
   */
  similarDoubtShare: 0.35,
  similarLinkShare: 0.6,
  similarLinkEvents: 30,
  /**
   * Evidence at which a pair is linked. The evidence is first reduced by `linkPenaltyNats`, because the test searches
   * many windows.
   */
  linkNats: 9,
  linkPenaltyNats: 5,
  /** Weighted number of events at which counts are halved: in the long memory, and in the recent one. */
  memoryEvents: [800, 60],
  /** Trades of one provider within this time may be parts of one larger trade. Their sums are therefore stored too. */
  burstMs: 1_200,
  maxBurstTrades: 8,
  /** Number of trades and sums stored for each provider. */
  ringEntries: 2_048,
  maxProviders: 32,
  /** Time after which the state stores more sizes again, if the rings have room for them. */
  thinnedForMs: 600_000,
  /**
   * Length of the periods in which sizes are counted to know how usual they are. The present and the previous period
   * are stored.
   */
  sizePeriodMs: 300_000,
  sketchCells: 4_096,
  /** Weight, in trades, of the guess for a size that was not seen yet. */
  priorTrades: 30,
  /** Minimum chance of a size with one significant digit. */
  roundSizeChances: [0.04],
  /**
   * First estimate of the chance of a size with one digit, before any trade is seen. It has the weight of
   * `firstChanceTrades` trades. Each further digit divides it by `firstChancePerDigit`. At a cold start nothing else
   * shows that a market often trades 0.25.
   */
  firstChance: 0.04,
  firstChancePerDigit: 4,
  firstChanceTrades: 3,
  /** Decay time of a provider's rate of trades. */
  rateMs: 120_000,
  /** Length and number of the periods for which a provider's rate of trades is stored. They cover the longest delay. */
  paceMs: 500,
  pacePeriods: 256,
  /**
   * Sources that add up the trades of others never show two trades in one second. The test for this begins when chance
   * predicts this many trades in the same second as the trade before. If the provider then has less than
   * `maxSameSecondShare` of them, nothing is proven about it.
   */
  expectedSameSecond: 7,
  maxSameSecondShare: 0.1,
  /**
   * Largest `sumBits`: how many more zero bits the hash of a sum needs than that of a trade. A proof needs about three
   * times as many trades as sums.
   */
  maxSumBits: 2,
  /**
   * The share that the test of sums must refute. It may be larger than `bound`, because a relay that adds or splits
   * trades does so with all of them.
   */
  sumBound: 0.4,
  /** Share up to which matching sums are no evidence of a link. */
  sumFloor: 0.15,
  minSumShare: 0.3,
} as const;

/**
 * Delays in milliseconds, each with its own counters of comparable events. An event of one provider is comparable at a
 * delay if the other provider's record covers that much time after the event, or before it.
 */
export const delaySteps = [1_000, 2_000, 4_000, 6_000, 8_000, 10_000, 20_000, 40_000, 66_000] as const;
