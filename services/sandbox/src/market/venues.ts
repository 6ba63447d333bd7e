/** How one exchange differs from the others. Spreads and noise are shares of the price. */
export type VenueTraits = {
  readonly id: string;
  /** The currencies that it has books in. */
  readonly quotes: readonly string[];
  /** Assets that it does not list. */
  readonly unlisted: readonly string[];
  /** Digits after the first that its prices keep: 6 gives cents on a price of tens of thousands. */
  readonly digitsAfterFirst: number;
  readonly halfSpread: number;
  /** Standard deviation of one trade around the middle of the book. */
  readonly tradeNoise: number;
  /** Its own lasting distance from the others, and how long that lasts. */
  readonly basisSpread: number;
  readonly basisReturnSeconds: number;
  /** How long it takes to follow the others. */
  readonly reactionMs: number;
  /** About how far apart trades are; one slot of this length in five has none. */
  readonly tradeSlotMs: number;
};

const bp = 1e-4;

/**
 * The exchanges of the sandbox. All are independent of one another; only the USDT books share the dollar coin. They trade
 * more often than most real ones, and each wanders more quickly and further by itself: that is what independence is proven
 * by, and nobody should have to wait for it as long as on real markets.
 */
export const venueTraits: readonly VenueTraits[] = [
  {
    id: 'coinbase',
    quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
    unlisted: ['BNB', 'TRX', 'TON', 'RAY', 'ORCA', 'USDC'],
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
    unlisted: ['TRX', 'TON', 'HYPE', 'JTO', 'RAY', 'ORCA', 'TIA'],
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
    unlisted: ['BNB', 'TRX', 'TON', 'HYPE', 'ADA', 'TIA', 'ICP', 'HBAR', 'ORCA', 'RAY'],
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
