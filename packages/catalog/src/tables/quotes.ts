/** Currencies and coins that pairs are quoted in, the longest first so that a joined pair is cut at the right place. */
export const quoteSymbols = ['USDT', 'USDC', 'USD', 'EUR', 'GBP', 'BTC', 'ETH'] as const;
