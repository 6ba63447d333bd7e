import { peerFlags, type PeerFlags } from '../token-opinion.ts';
import type { QuestionParams } from '../define.ts';

/** A datum of a data type, without `asOf`. */
type Datum = Readonly<Record<string, unknown>>;

/** A recorded answer, the question that it answers, and the expected result of reading it. */
export type RecordedRow = readonly [
  provider: string,
  fixture: string,
  type: string,
  params: QuestionParams,
  /** The expected datum, with the source's time as `at`. For a reading without a datum, the kind of the reading. */
  outcome: string | Datum,
];

const btc = { symbol: 'BTC' };
const jay = { handle: 'lig.bsky.social', user_id: 'did:plc:kxt4u4riehihcpe5lfd6c5l5', metric: 'followers' };
const xDevelopers = { handle: 'xdevelopers', user_id: '2244994945', metric: 'followers' };
const gargron = { handle: 'gargron@mastodon.social', user_id: '1', metric: 'followers' };
const dwr = { handle: 'dwr.eth', user_id: '3', metric: 'followers' };

function spot(symbol: string, price: string, at?: string): Datum {
  return { symbol, price, currency: symbol.split('-')[1], at };
}

function token(symbol: string, price: string, at?: string): Datum {
  return { token: symbol, price, currency: 'USD', at };
}

function funding(venue: string, rate: string, hours: number, nextFundingAt: string, at?: string): Datum {
  return { symbol: 'BTC', venue, rate, intervalHours: hours, nextFundingAt, at };
}

/** The pretended arrival time of recorded answers that contain no time. */
export const receivedAt = '2026-05-01T10:20:30.000Z';
const nextHour = '2026-05-01T11:00:00.000Z';

const on = (venue: string): QuestionParams => ({ symbol: 'BTC', venue });

const bonk = { address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263' };
const few = { mintable: true, freezable: false, permanentDelegate: false, nonTransferable: false };

/**
 * Returns flags of GoPlus that all have one value. The fee is left out, because GoPlus does not state it for a plain
 * token.
 */
function all(stated: boolean): Partial<PeerFlags> {
  const flags = Object.keys(peerFlags({})).map((name) => [name, stated]);
  return { ...Object.fromEntries(flags), pausable: null, transferFee: stated ? true : null };
}

function opinion(provider: string, fixture: string, flags: Partial<PeerFlags>, riskScore: number | null): RecordedRow {
  const statedOpinion = { flags: peerFlags(flags), riskScore, at: undefined };
  return [provider, `${provider}-${fixture}`, 'chain.token_risk', bonk, statedOpinion];
}

/** The slot of Jupiter's oldest recorded price, and the time that a node would report for this slot. */
const knownSlot = { slot: 348_004_023, atMs: Date.parse('2026-05-01T10:20:25.000Z') };

export function slotTime(slot: number): number {
  return knownSlot.atMs + (slot - knownSlot.slot) * 400;
}

function slotTimeText(slotsLater: number): string {
  return new Date(slotTime(knownSlot.slot + slotsLater)).toISOString();
}

/** All recorded answers of all providers. */
export const recordedRows: readonly RecordedRow[] = [
  [
    'coinbase',
    'coinbase-exchange-product-ticker',
    'spot.price',
    { symbol: 'BTC-USDT' },
    spot('BTC-USDT', '73367.8', '2024-03-13T11:10:41.270Z'),
  ],
  [
    'coinbase',
    'coinbase-exchange-product-ticker',
    'token.price',
    { token: 'BTC' },
    token('BTC', '73367.8', '2024-03-13T11:10:41.270Z'),
  ],
  ['coinbase', 'coinbase-not-found', 'spot.price', btc, 'unknown_entity'],
  ['kraken', 'kraken-trades', 'token.price', { token: 'BTC' }, token('BTC', '30243.30000', '2023-07-06T18:53:22.698Z')],
  ['kraken', 'kraken-trades', 'spot.price', { symbol: 'BTC-USDT' }, 'malformed'],
  ['kraken', 'kraken-rate-limited', 'spot.price', btc, 'rate_limited'],
  ['kraken', 'kraken-unknown-pair', 'spot.price', btc, 'unknown_entity'],
  [
    'binance',
    'binance-agg-trades',
    'spot.price',
    { symbol: 'BNB-BTC' },
    spot('BNB-BTC', '0.01633102', '2017-06-30T03:35:09.153Z'),
  ],
  // The recorded settlements and the recorded rate are from different years, so the interval cannot be derived.
  ['binance', 'binance-fapi-funding-rate', 'funding.rate', on('binance'), 'malformed'],
  ['binance', 'binance-invalid-symbol', 'spot.price', btc, 'unknown_entity'],
  ['binance', 'binance-invalid-symbol', 'funding.rate', on('binance'), 'unknown_entity'],
  ['binance', 'binance-fapi-premium-index', 'funding.rate', on('binance'), 'malformed'],
  [
    'bitstamp',
    'bitstamp-ticker',
    'spot.price',
    { symbol: 'BTC-USDT' },
    spot('BTC-USDT', '73285', '2024-03-13T11:10:38.000Z'),
  ],
  ['bitstamp', 'bitstamp-ticker', 'token.price', { token: 'BTC' }, token('BTC', '73285', '2024-03-13T11:10:38.000Z')],
  ['okx', 'okx-market-trades', 'spot.price', btc, spot('BTC-USDT', '29963.2', '2022-06-02T09:20:46.974Z')],
  ['okx', 'okx-unknown-instrument', 'spot.price', btc, 'unknown_entity'],
  ['okx', 'okx-unknown-instrument', 'funding.rate', on('okx'), 'unknown_entity'],
  [
    'okx',
    'okx-funding-rate',
    'funding.rate',
    on('okx'),
    funding('okx', '0.0000182221218054', 8, '2025-04-02T16:00:00.000Z', '2025-04-02T10:11:25.100Z'),
  ],
  [
    'okx',
    'okx-funding-rate-next-period',
    'funding.rate',
    on('okx'),
    funding('okx', '0.0000792386885340', 8, '2023-12-20T16:00:00.000Z', '2023-12-20T11:11:24.000Z'),
  ],
  ['gemini', 'gemini-v1-trades', 'spot.price', btc, spot('BTC-USD', '3610.85', '2019-01-10T19:00:11.357Z')],
  ['gemini', 'gemini-v1-trades', 'token.price', { token: 'BTC' }, token('BTC', '3610.85', '2019-01-10T19:00:11.357Z')],
  ['gemini', 'gemini-invalid-symbol', 'spot.price', btc, 'unknown_entity'],
  // These recordings lack the field with the time, which the adapter now requests. So the adapter cannot judge their
  // age.
  ['coingecko', 'coingecko-simple-price', 'spot.price', btc, 'malformed'],
  ['coingecko', 'coingecko-simple-price-marketcap', 'spot.price', { symbol: 'ETH' }, 'malformed'],
  ['coingecko', 'coingecko-simple-price-marketcap', 'spot.price', btc, 'unknown_entity'],
  ['coingecko', 'coingecko-rate-limited', 'token.price', { token: 'BTC' }, 'rate_limited'],
  [
    'coinpaprika',
    'coinpaprika-ticker',
    'token.price',
    { token: 'BTC' },
    token('BTC', '85836.8634397365', '2026-10-05T09:36:15.000Z'),
  ],
  ['jupiter', 'jupiter-price-v3', 'token.price', { token: 'JUP' }, token('JUP', '0.4056018512541055', slotTimeText(3))],
  [
    'jupiter',
    'jupiter-price-v3',
    'spot.price',
    { symbol: 'SOL-USD' },
    spot('SOL-USD', '147.4789340738336', slotTimeText(0)),
  ],
  ['jupiter', 'jupiter-price-v3', 'spot.price', { symbol: 'BONK' }, 'unknown_entity'],
  [
    'pyth',
    'pyth-hermes-latest',
    'token.price',
    { token: 'BTC' },
    token('BTC', '61409.93501000', '2024-05-03T14:21:41.000Z'),
  ],
  ['pyth', 'pyth-hermes-latest', 'token.price', { token: 'SOL' }, 'malformed'],
  ['bybit', 'bybit-recent-trade-spot', 'spot.price', btc, spot('BTC-USDT', '16618.49', '2022-12-26T11:09:15.758Z')],
  ['bybit', 'bybit-not-supported-symbol', 'spot.price', btc, 'unknown_entity'],
  ['bybit', 'bybit-not-supported-symbol', 'funding.rate', on('bybit'), 'unknown_entity'],
  [
    'bybit',
    'bybit-tickers-linear',
    'funding.rate',
    on('bybit'),
    funding('bybit', '0.00001938', 8, '2025-11-04T08:00:00.000Z', '2025-11-04T01:46:31.908Z'),
  ],
  [
    'hyperliquid',
    'hyperliquid-meta-and-asset-ctxs',
    'funding.rate',
    on('hyperliquid'),
    funding('hyperliquid', '-0.0000015186', 1, nextHour, '2026-05-01T10:20:29.000Z'),
  ],
  [
    'hyperliquid',
    'hyperliquid-meta-and-asset-ctxs',
    'funding.rate',
    { symbol: 'DOGE', venue: 'hyperliquid' },
    'unknown_entity',
  ],
  [
    'dydx',
    'dydx-v4-perpetual-markets',
    'funding.rate',
    on('dydx'),
    funding('dydx', '0.00000254545454545455', 1, nextHour, '2026-05-01T10:20:28.500Z'),
  ],
  ['dydx', 'dydx-v4-perpetual-markets', 'funding.rate', { symbol: 'WIF', venue: 'dydx' }, 'unknown_entity'],
  ['bluesky', 'bluesky-get-profile', 'social.value', jay, { ...jay, value: 8, at: receivedAt }],
  ['bluesky', 'bluesky-profile-not-found', 'social.value', jay, 'unknown_entity'],
  ['x', 'x-user-lookup', 'social.value', xDevelopers, { ...xDevelopers, value: 583_423, at: receivedAt }],
  ['x', 'x-user-not-found', 'social.value', xDevelopers, 'unknown_entity'],
  ['mastodon', 'mastodon-account-lookup', 'social.value', gargron, { ...gargron, value: 318_699, at: receivedAt }],
  ['mastodon', 'mastodon-record-not-found', 'social.value', gargron, 'unknown_entity'],
  ['neynar', 'neynar-user-bulk', 'social.value', dwr, { ...dwr, value: 490_770, at: receivedAt }],
  ['neynar', 'neynar-no-user', 'social.value', dwr, 'unknown_entity'],
  [
    'roblox',
    'roblox-games',
    'game.players',
    { game: 'roblox:383310974' },
    { game: 'roblox:383310974', appId: 383_310_974, players: 61_234, at: receivedAt },
  ],
  ['roblox', 'roblox-unknown-universe', 'game.players', { game: 'roblox:383310974' }, 'unknown_entity'],
  [
    'steam',
    'steam-current-players',
    'game.players',
    { game: 'Counter-Strike 2' },
    { game: 'Counter-Strike 2', appId: 730, players: 551_673, at: receivedAt },
  ],
  ['steam', 'steam-unknown-app', 'game.players', { game: '999999999' }, 'unknown_entity'],
  opinion('rugcheck', 'report', { mintable: false, freezable: false, metadataMutable: true }, 75),
  opinion('rugcheck', 'report-mintable', { ...few, transferFee: true, metadataMutable: false }, 71),
  opinion('goplus', 'plain', all(false), null),
  opinion('goplus', 'risky', { ...all(true), metadataMutable: null }, null),
  ['rugcheck', 'rugcheck-not-indexed', 'chain.token_risk', bonk, 'unknown_entity'],
  ['goplus', 'goplus-unknown', 'chain.token_risk', bonk, 'unknown_entity'],
  ['goplus', 'goplus-limited', 'chain.token_risk', bonk, 'rate_limited'],
];
