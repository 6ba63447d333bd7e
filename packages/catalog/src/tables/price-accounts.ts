/**
 * The tokens whose prices Pyth writes to accounts on Solana. Each token has one account in each of Pyth's two programs.
 * An answer about any other token cannot be compared with a price account. Pyth sponsors 64 feeds; this list has the
 * feeds of tokens that this project's providers price. In a public measurement of all accounts on 2026-09-18 and
 * 2026-09-22, SOL, BTC, HYPE and USDC were updated every 5 s and the others every 52 to 55 s. RAY and ORCA were updated
 * every 270 s and are not sponsored: Pyth dropped ORCA on 2026-04-30. Sources, read 2026-11-27:
 * https://docs.pyth.network/pro/sponsored-feeds, https://github.com/pyth-network/pyth-crosschain/pull/3831 and the
 * measurement in docs/use/levels.md. The authors of this table had no access to the chain themselves.
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
 * Further tokens for which Pyth publishes a price. They have no price account, but a signed Pyth price can anchor
 * answers about them. Requesting it needs a Pyth key. Nothing can anchor an answer about a token outside both lists.
 * `pythFeeds` in packages/providers has the Pyth identifiers of both lists.
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
