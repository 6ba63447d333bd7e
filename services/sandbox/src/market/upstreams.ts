/**
 * The providers that get their prices from other providers. Only the control page shows this table, because the engine
 * must find these relations by measuring.
 */

/** A provider that shows another provider's price as its own. */
export type PriceCopy = {
  readonly provider: string;
  readonly upstream: string;
  /** Symbols of the assets that the provider copies. All assets when absent. */
  readonly assets?: readonly string[];
  /** Interval between two fetches, and the age of a price when it is fetched. */
  readonly periodMs: number;
  readonly delayMs: number;
  /** Number of significant digits of the provider's prices. All digits when absent. */
  readonly significantDigits?: number;
  /** Markup on the price, none when absent. The result has as many decimals as the upstream's price. */
  readonly markupBps?: number;
};

/** A provider that shows the median of several exchanges. */
export type PriceComposite = {
  readonly provider: string;
  /**
   * The exchanges whose median the provider shows, and the quote of each exchange's book. The number of exchanges is
   * odd.
   */
  readonly inputs: readonly { readonly venue: string; readonly quote: string }[];
  readonly periodMs: number;
};

/** The composites of the sandbox. */
export const composites: readonly PriceComposite[] = [
  {
    provider: 'coingecko',
    inputs: [
      { venue: 'coinbase', quote: 'USD' },
      { venue: 'kraken', quote: 'USD' },
      { venue: 'bitstamp', quote: 'USD' },
      { venue: 'gemini', quote: 'USD' },
      { venue: 'binance', quote: 'USDT' },
    ],
    periodMs: 2_000,
  },
];

/**
 * The resellers of the sandbox. One of them delays and rounds prices. The other delays some assets and marks up others.
 */
export const copies: readonly PriceCopy[] = [
  { provider: 'coinpaprika', upstream: 'coingecko', periodMs: 2_500, delayMs: 3_000, significantDigits: 7 },
  { provider: 'jupiter', upstream: 'pyth', assets: ['SOL', 'USDC', 'USDT'], periodMs: 1_500, delayMs: 2_000 },
  {
    provider: 'jupiter',
    upstream: 'pyth',
    assets: ['BONK', 'JTO', 'JUP', 'ORCA', 'PYTH', 'RAY', 'WIF'],
    periodMs: 1_500,
    delayMs: 1_000,
    markupBps: 8,
  },
];
