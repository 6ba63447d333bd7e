/** A ticker that an asset had before, and the ticker that stands in its place. */
export type Rename = {
  readonly former: string;
  readonly present: string;
  /** The day on which the present ticker began at the source, as a date of ISO 8601. */
  readonly on: string;
  /**
   * How many of the present asset stand for one of the former. One: the same asset under another ticker. A former asset with
   * another number is never priced as the present one.
   */
  readonly presentPerFormer: string;
  /** Names in lower case that mean the former asset. Only an asset with a ratio has some; other names are with the asset. */
  readonly names?: readonly string[];
  readonly statedAt: { readonly url: string; readonly readOn: string };
};

const readOn = '2026-11-27';

/**
 * The renames of assets that callers still ask about. Binance, Bybit, OKX and Hyperliquid list the present tickers: Bybit has no
 * TONUSDT and Binance's book of it is empty (public collectors, 2026-09-27), OKX replaced TON by GRAM on 2026-06-17. A ticker
 * that now means another asset, as LUNA, has no place here.
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
