/** A former ticker of an asset, and the ticker that replaced it. */
export type Rename = {
  readonly former: string;
  readonly present: string;
  /** The date (ISO 8601) from which the present ticker is used, according to the page in `statedAt`. */
  readonly on: string;
  /**
   * Number of units of the present asset that replaced one unit of the former asset. "1" means that only the ticker
   * changed. With any other ratio, the service never gives the former asset the price of the present one.
   */
  readonly presentPerFormer: string;
  /**
   * Names of the former asset, in lower case. Present only for an asset that was exchanged at a ratio other than one;
   * the table of assets has all other names.
   */
  readonly names?: readonly string[];
  readonly statedAt: { readonly url: string; readonly readOn: string };
};

const readOn = '2026-11-27';

/**
 * The renames of assets that callers still ask about. Binance, Bybit, OKX and Hyperliquid list only the present
 * tickers. According to public collectors of market data on 2026-09-27, Bybit no longer lists TONUSDT, and its order
 * book at Binance is empty. OKX replaced TON by GRAM on 2026-06-17. The table omits a ticker that now means another
 * asset, such as LUNA.
 */
export const renames: readonly Rename[] = [
  {
    former: 'TON',
    present: 'GRAM',
    on: '2026-06-15',
    presentPerFormer: '1',
    statedAt: { url: 'https://github.com/vultisig/vultisig-windows/issues/4129', readOn },
  },
  {
    former: 'MATIC',
    present: 'POL',
    on: '2024-09-06',
    presentPerFormer: '1',
    statedAt: {
      url: 'https://github.com/CoinSpace/CoinSpace/pull/66',
      readOn,
    },
  },
  {
    former: 'RNDR',
    present: 'RENDER',
    on: '2023-11-07',
    presentPerFormer: '1',
    statedAt: { url: 'https://github.com/hubbleprotocol/hubble-common/pull/416', readOn },
  },
  {
    former: 'FTM',
    present: 'S',
    on: '2024-12-18',
    presentPerFormer: '1',
    statedAt: { url: 'https://docs.fantom.foundation/sonic-migration/app-token-migration', readOn },
  },
  {
    former: 'EOS',
    present: 'A',
    on: '2025-05-29',
    presentPerFormer: '1',
    statedAt: { url: 'https://www.coinjar.com/uk/learn/eos-to-vaulta', readOn },
  },
  {
    former: 'KLAY',
    present: 'KAIA',
    on: '2024-09-26',
    presentPerFormer: '1',
    statedAt: { url: 'https://github.com/trustwallet/go-primitives/pull/176', readOn },
  },
  {
    former: 'MKR',
    present: 'SKY',
    on: '2025-09-18',
    presentPerFormer: '24000',
    names: ['makerdao', 'maker token'],
    statedAt: { url: 'https://www.newton.co/blog/blog-maker-to-sky-mkr-migration', readOn },
  },
  {
    former: 'AGIX',
    present: 'FET',
    on: '2024-07-01',
    presentPerFormer: '0.43335',
    names: ['singularitynet'],
    statedAt: {
      url: 'https://fetch.ai/blog/fet-token-supply-increased-to-support-forthcoming-asi-token-merge',
      readOn,
    },
  },
  {
    former: 'GAL',
    present: 'G',
    on: '2024-07-01',
    presentPerFormer: '60',
    statedAt: { url: 'https://help.galxe.com/en/articles/9576881-how-to-migrate-gal-to-g-step-by-step', readOn },
  },
];
