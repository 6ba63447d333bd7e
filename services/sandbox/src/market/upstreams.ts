/**
 * Who really gets prices from whom. The sandbox serves by this table and says it to nobody but its control page: that
 * the engine finds it out by itself is what measuring independence is about.
 */

/** A provider that shows another's price as its own. */
export type PriceCopy = {
  readonly provider: string;
  readonly upstream: string;
  /** The assets it copies; all when absent. */
  readonly assets?: readonly string[];
  /** How often it fetches, and how old what it fetches already is. */
  readonly periodMs: number;
  readonly delayMs: number;
  /** Digits it keeps; all of them when absent. */
  readonly significantDigits?: number;
  /** What it adds to the price; nothing when absent. The result keeps as many decimals as the upstream showed. */
  readonly markupBps?: number;
};

/** A provider that shows the median of what exchanges show. */
export type PriceComposite = {
  readonly provider: string;
  /** Exchanges whose last trade it takes, an odd number, each with the book that it is taken from. */
  readonly inputs: readonly { readonly venue: string; readonly quote: string }[];
  readonly periodMs: number;
};

/** The averages over exchanges. */
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

/** The re-sellers: one delayed and rounded, one delayed verbatim for some assets and marked up for the others. */
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
