/** Derivatives venues with the other names people use for them, in lower case. */
export const fundingVenues = [
  { id: 'binance', aliases: ['binance futures', 'bnb', 'fapi'] },
  { id: 'bybit', aliases: ['by bit'] },
  { id: 'dydx', aliases: ['dydx v4', 'dy/dx'] },
  { id: 'hyperliquid', aliases: ['hl', 'hyper liquid', 'hyperliquid perps'] },
  { id: 'okx', aliases: ['okex'] },
] as const;
