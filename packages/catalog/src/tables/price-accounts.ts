/**
 * The tokens whose price on Solana Pyth keeps up to date, in one account of each of its two programs. An answer about another
 * token has no account to be compared with.
 *
 * Pyth's list has 64 feeds; these are the ones among the tokens that providers here price. A public measurement of all accounts
 * on 2026-09-18 and 2026-09-22 saw them every 5 s (SOL, BTC, HYPE, USDC) or every 52 to 55 s (the others). It saw RAY and ORCA
 * every 270 s, and neither is on the list: Pyth dropped ORCA on 2026-04-30.
 * Sources, read 2026-11-27: https://docs.pyth.network/pro/sponsored-feeds,
 * https://github.com/pyth-network/pyth-crosschain/pull/3831 and the measurement in docs/use/levels.md. No one could read the chain
 * from here.
 */
export const tokensWithPriceAccount: readonly string[] = [
  'AAVE',
  'BONK',
  'BTC',
  'ETH',
  'HYPE',
  'JTO',
  'JUP',
  'PYTH',
  'SOL',
  'USDC',
  'USDT',
  'WIF',
];

/**
 * The other tokens of which Pyth publishes a price. A signed price of Pyth can anchor an answer about them, and asking for one
 * needs a key. Pyth publishes no price of any other token here, so nothing can anchor an answer about it.
 * `pythFeeds` of packages/providers has the identifiers of both lists.
 */
export const tokensWithSignedPrice: readonly string[] = [
  'ADA',
  'APT',
  'ARB',
  'ATOM',
  'AVAX',
  'BCH',
  'BNB',
  'DOGE',
  'DOT',
  'INJ',
  'LINK',
  'LTC',
  'NEAR',
  'OP',
  'ORCA',
  'RAY',
  'SEI',
  'SUI',
  'TIA',
  'TRX',
  'UNI',
  'XLM',
  'XRP',
];
