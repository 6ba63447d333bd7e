/**
 * This file lists the providers that get their prices from other providers. Only the control page shows these lists,
 * because the engine must find the relations by measuring.
 */

/** A provider that shows another provider's price as its own. */
export type PriceCopy = {
  readonly provider: string;
  readonly upstream: string;
  /** Symbols of the assets that the provider copies. When absent, it copies all assets. */
  readonly assets?: readonly string[];
  /** Milliseconds between two fetches of prices, and the age in milliseconds of a price when it is fetched. */
  readonly periodMs: number;
  readonly delayMs: number;
  /** Number of significant digits of the provider's prices. When absent, the prices have all digits. */
  readonly significantDigits?: number;
  /**
   * Markup on the price, in basis points. When absent, there is none. The result has as many decimals as the upstream's
   * price.
   */
  readonly markupBps?: number;
};

/** A provider that shows the median of several exchanges. */
export type PriceComposite = {
  readonly provider: string;
  /**
   * The exchanges whose median price the provider shows, and the quote currency of the book at each exchange. The
   * number of exchanges is odd.
   */
  readonly inputs: readonly { readonly venue: string; readonly quote: string }[];
  readonly periodMs: number;
};

/** The providers of the sandbox that show a median of exchanges. */
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
 * The resellers of the sandbox. CoinPaprika delays and rounds all prices. Jupiter delays all prices, and adds a markup
 * to some.
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
