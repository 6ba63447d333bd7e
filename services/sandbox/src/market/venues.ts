/** The properties of an exchange. Spreads and noise are stated as shares of the price. */
export type VenueTraits = {
  readonly id: string;
  /** The quote currencies of the exchange's books. */
  readonly quotes: readonly string[];
  /** Symbols of assets that the exchange does not list. */
  readonly unlisted: readonly string[];
  /** Number of digits that a price has after its first digit. With 6, a price of tens of thousands has two decimals. */
  readonly digitsAfterFirst: number;
  readonly halfSpread: number;
  /** Standard deviation of the price of a trade around the middle of the book, as a share of the price. */
  readonly tradeNoise: number;
  /**
   * The venue's price differs from the true price by a distance that changes slowly. Its standard deviation, and the
   * seconds after which it no longer depends on an earlier distance.
   */
  readonly basisSpread: number;
  readonly basisReturnSeconds: number;
  /** Delay in milliseconds with which the venue's price follows the true price. */
  readonly reactionMs: number;
  /** Approximate milliseconds between two trades. One interval in five has no trade. */
  readonly tradeSlotMs: number;
};

/** Assets that trade rarely. For each, the factor by which the interval between its trades is longer than usual. */
export const thinAssets: Readonly<Record<string, number>> = { ETC: 40 };

const bp = 1e-4;

/**
 * The exchanges of the sandbox. Their prices are independent of each other, except that all books in USDT share the
 * deviation of USDT from one dollar. The exchanges trade more often and deviate faster than most real exchanges, so
 * that a test can measure their independence quickly.
 */
export const venueTraits: readonly VenueTraits[] = [
  {
    id: 'coinbase',
    quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
    unlisted: ['BNB', 'TRX', 'GRAM', 'RAY', 'ORCA', 'USDC'],
    digitsAfterFirst: 6,
    halfSpread: 0.15 * bp,
    tradeNoise: 0.5 * bp,
    basisSpread: 2.5 * bp,
    basisReturnSeconds: 5,
    reactionMs: 60,
    tradeSlotMs: 150,
  },
  {
    id: 'kraken',
    quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
    unlisted: ['HYPE'],
    digitsAfterFirst: 5,
    halfSpread: 0.3 * bp,
    tradeNoise: 0.7 * bp,
    basisSpread: 3.5 * bp,
    basisReturnSeconds: 6.5,
    reactionMs: 140,
    tradeSlotMs: 180,
  },
  {
    id: 'binance',
    quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'],
    unlisted: ['HYPE'],
    digitsAfterFirst: 6,
    halfSpread: 0.1 * bp,
    tradeNoise: 0.4 * bp,
    basisSpread: 2 * bp,
    basisReturnSeconds: 4,
    reactionMs: 20,
    tradeSlotMs: 130,
  },
  {
    id: 'bitstamp',
    quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
    unlisted: ['TRX', 'GRAM', 'HYPE', 'JTO', 'RAY', 'ORCA', 'TIA'],
    digitsAfterFirst: 5,
    halfSpread: 0.6 * bp,
    tradeNoise: 1 * bp,
    basisSpread: 5.25 * bp,
    basisReturnSeconds: 8,
    reactionMs: 260,
    tradeSlotMs: 200,
  },
  {
    id: 'okx',
    quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'],
    unlisted: [],
    digitsAfterFirst: 5,
    halfSpread: 0.15 * bp,
    tradeNoise: 0.5 * bp,
    basisSpread: 2.5 * bp,
    basisReturnSeconds: 4.5,
    reactionMs: 50,
    tradeSlotMs: 160,
  },
  {
    id: 'gemini',
    quotes: ['USD', 'USDT', 'EUR', 'GBP', 'BTC', 'ETH'],
    unlisted: ['BNB', 'TRX', 'GRAM', 'HYPE', 'ADA', 'TIA', 'ICP', 'HBAR', 'ORCA', 'RAY'],
    digitsAfterFirst: 6,
    halfSpread: 0.8 * bp,
    tradeNoise: 1.2 * bp,
    basisSpread: 6 * bp,
    basisReturnSeconds: 7,
    reactionMs: 320,
    tradeSlotMs: 190,
  },
  {
    id: 'bybit',
    quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'],
    unlisted: [],
    digitsAfterFirst: 6,
    halfSpread: 0.2 * bp,
    tradeNoise: 0.6 * bp,
    basisSpread: 3 * bp,
    basisReturnSeconds: 4.2,
    reactionMs: 80,
    tradeSlotMs: 170,
  },
];
