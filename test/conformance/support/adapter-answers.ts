import type { QuestionParams, ProviderResponse } from '@assay/providers/define';
import { parseExact } from '@assay/providers/testing/recorded-answer';

/** The facts of an answer that the freshness test varies. */
export type AnswerScene = {
  /** The asset, contract, account, game or token that the answer is about. */
  readonly entity: string;
  /** Time of the last trade, publication or count, in milliseconds since the Unix epoch. */
  readonly measuredAtMs: number;
  /** Time at which the provider made the answer, in milliseconds since the Unix epoch. */
  readonly answeredAtMs: number;
};

/** The answer of a provider to one question, in the provider's own format. */
export type SceneAnswer = {
  readonly body: unknown;
  readonly second?: unknown;
  /** The time that the response's headers state, `Date` minus `Age`. Absent when it is equal to `answeredAtMs`. */
  readonly servedAtMs?: number;
  readonly slotTime?: (slot: number) => number;
};

/** The answers of one adapter: a function that generates the answer in any scene. */
export type AdapterAnswers = {
  readonly params: QuestionParams;
  /**
   * The entity that `params` asks for, in the provider's own names. `otherEntity` is another entity of the same
   * provider.
   */
  readonly entity: string;
  readonly otherEntity: string;
  readonly answer: (scene: AnswerScene) => SceneAnswer;
};

const iso = (atMs: number): string => new Date(atMs).toISOString();
const seconds = (atMs: number): number => Math.floor(atMs / 1_000);
const nextHourMs = (atMs: number): number => (Math.floor(atMs / 3_600_000) + 1) * 3_600_000;

const spot = { params: { symbol: 'BTC' } };
const kraken = { ...spot, entity: 'XXBTZUSD', otherEntity: 'XETHZUSD' };
const bybitRow = (list: object[], time: number): object => ({ retCode: 0, retMsg: 'OK', result: { list }, time });
const okxRow = (row: object): object => ({ code: '0', msg: '', data: [row] });
/** Returns the price of the last trade. When that trade is old, its price lies outside the current bid and ask. */
const lastPrice = ({ measuredAtMs, answeredAtMs }: AnswerScene): string =>
  answeredAtMs - measuredAtMs > 3_600_000 ? '63000' : '64000';

/** The answers of price sources, by adapter. */
export const priceAnswers: Readonly<Record<string, AdapterAnswers>> = {
  binance: {
    ...spot,
    // Aggregated trades do not name their pair, so the adapter cannot detect an answer about another pair. Binance
    // answers an unknown pair with an error, which the test uses instead.
    entity: 'BTCUSDT',
    otherEntity: '',
    answer: ({ entity, measuredAtMs }) => ({
      body: entity === '' ? { code: -1121, msg: 'Invalid symbol.' } : [{ p: '64000', T: measuredAtMs }],
    }),
  },
  bitstamp: {
    ...spot,
    entity: 'BTC/USD',
    otherEntity: 'ETH/USD',
    answer: ({ entity, measuredAtMs, answeredAtMs }) => ({
      body: { last: '64000', timestamp: String(seconds(answeredAtMs)), pair: entity },
      second: [{ date: String(seconds(measuredAtMs)), price: '64000', tid: '1', type: '0' }],
    }),
  },
  bybit: {
    ...spot,
    entity: 'BTCUSDT',
    otherEntity: 'BTCUSDC',
    answer: ({ entity, measuredAtMs, answeredAtMs }) => ({
      body: bybitRow([{ symbol: entity, price: '64000', time: String(measuredAtMs) }], answeredAtMs),
    }),
  },
  coinbase: {
    ...spot,
    // A ticker does not name its product, so the adapter cannot detect an answer about another product. Coinbase
    // answers an unknown product with an error, which the test uses instead.
    entity: 'BTC-USD',
    otherEntity: '',
    answer: ({ entity, measuredAtMs }) => ({
      body: entity === '' ? { message: 'NotFound' } : { price: '64000', time: iso(measuredAtMs) },
    }),
  },
  coingecko: {
    ...spot,
    entity: 'bitcoin',
    otherEntity: 'ethereum',
    answer: ({ entity, measuredAtMs }) => ({
      body: { [entity]: { usd: 64_000, last_updated_at: seconds(measuredAtMs) } },
    }),
  },
  coinpaprika: {
    ...spot,
    entity: 'btc-bitcoin',
    otherEntity: 'eth-ethereum',
    answer: ({ entity, measuredAtMs }) => ({
      body: { id: entity, last_updated: iso(measuredAtMs), quotes: { USD: { price: 64_000 } } },
    }),
  },
  gemini: {
    ...spot,
    // Trades do not name their pair, so the adapter cannot detect an answer about another pair. Gemini answers an
    // unknown pair with an error, which the test uses instead.
    entity: 'btcusd',
    otherEntity: '',
    answer: ({ entity, measuredAtMs }) => ({
      body:
        entity === ''
          ? { result: 'error', reason: 'InvalidSymbol', message: 'x' }
          : [{ price: '64000', timestampms: measuredAtMs }],
    }),
  },
  jupiter: {
    params: { symbol: 'SOL' },
    entity: 'So11111111111111111111111111111111111111112',
    otherEntity: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
    answer: ({ entity, measuredAtMs }) => ({
      body: { [entity]: { usdPrice: 147.5, blockId: 7 } },
      slotTime: () => measuredAtMs,
    }),
  },
  kraken: {
    ...kraken,
    answer: ({ entity, measuredAtMs }) => ({
      body: { error: [], result: { [entity]: [['64000', '1', measuredAtMs / 1_000, 'b', 'm', '', 1]], last: '1' } },
    }),
  },
  okx: {
    ...spot,
    entity: 'BTC-USDT',
    otherEntity: 'BTC-USDC',
    answer: ({ entity, measuredAtMs }) => ({
      body: okxRow({ instId: entity, px: '64000', ts: String(measuredAtMs) }),
    }),
  },
  pyth: {
    ...spot,
    entity: 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43',
    otherEntity: 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
    answer: ({ entity, measuredAtMs }) => ({
      body: {
        parsed: [
          { id: entity, price: { price: '6400000', conf: '10', expo: -2, publish_time: seconds(measuredAtMs) } },
        ],
      },
    }),
  },
};

const fundingOn = (venue: string): { params: QuestionParams } => ({ params: { symbol: 'BTC', venue } });

/** The answers of venues about funding. In the scene of a thin market, the last trade is old. */
export const fundingAnswers: Readonly<Record<string, AdapterAnswers>> = {
  binance: {
    ...fundingOn('binance'),
    entity: 'BTCUSDT',
    otherEntity: 'ETHUSDT',
    answer: ({ entity, measuredAtMs }) => {
      const next = nextHourMs(measuredAtMs);
      return {
        body: { symbol: entity, lastFundingRate: '0.0001', nextFundingTime: next, time: measuredAtMs },
        second: [1, 2].map((hours) => ({ symbol: entity, fundingTime: next - hours * 3_600_000 })),
      };
    },
  },
  bybit: {
    ...fundingOn('bybit'),
    entity: 'BTCUSDT',
    otherEntity: 'ETHUSDT',
    answer: (scene) => ({
      body: bybitRow(
        [
          {
            symbol: scene.entity,
            fundingRate: '0.0001',
            fundingIntervalHour: '8',
            nextFundingTime: String(nextHourMs(scene.answeredAtMs)),
            lastPrice: lastPrice(scene),
            bid1Price: '63999.9',
            ask1Price: '64000.1',
          },
        ],
        scene.answeredAtMs,
      ),
    }),
  },
  dydx: {
    ...fundingOn('dydx'),
    entity: 'BTC-USD',
    otherEntity: 'ETH-USD',
    answer: ({ entity, measuredAtMs }) => ({
      body: { markets: { [entity]: { status: 'ACTIVE', nextFundingRate: '0.0000125' } } },
      second: { height: '7', time: iso(measuredAtMs) },
    }),
  },
  hyperliquid: {
    ...fundingOn('hyperliquid'),
    entity: 'BTC',
    otherEntity: 'ETH',
    answer: (scene) => ({
      body: [{ universe: [{ name: scene.entity }] }, [{ funding: '0.0000125', midPx: lastPrice(scene) }]],
      second: { coin: 'BTC', time: scene.answeredAtMs, levels: [[{ px: '63999' }], [{ px: '64001' }]] },
    }),
  },
  okx: {
    ...fundingOn('okx'),
    entity: 'BTC-USDT-SWAP',
    otherEntity: 'ETH-USDT-SWAP',
    answer: ({ entity, measuredAtMs, answeredAtMs }) => {
      const next = nextHourMs(answeredAtMs);
      const times = { fundingTime: String(next), nextFundingTime: String(next + 28_800_000), ts: String(answeredAtMs) };
      return {
        body: okxRow({ instId: entity, fundingRate: '0.0001', ...times }),
        second: okxRow({ instId: entity, last: '64000', ts: String(measuredAtMs) }),
      };
    },
  },
};

const did = 'did:plc:oky5czdrnfjpqslsw2a5iclo';
const bonk = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';

/** The answers of platforms about their own counters. In the scene of a thin market, the count comes from a cache. */
export const counterAnswers: Readonly<Record<string, AdapterAnswers>> = {
  bluesky: {
    params: { handle: 'jay.bsky.team', user_id: did, metric: 'followers' },
    entity: did,
    otherEntity: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa',
    answer: ({ entity, measuredAtMs }) => ({
      body: { did: entity, handle: 'jay.bsky.team', followersCount: 7, followsCount: 5, postsCount: 3 },
      servedAtMs: measuredAtMs,
    }),
  },
  mastodon: {
    params: { handle: 'gargron@mastodon.social', user_id: '1', metric: 'followers' },
    entity: '1',
    otherEntity: '2',
    answer: ({ entity, measuredAtMs }) => ({
      body: { id: entity, username: 'Gargron', acct: 'Gargron', followers_count: 7 },
      servedAtMs: measuredAtMs,
    }),
  },
  neynar: {
    params: { handle: 'dwr.eth', user_id: '3', metric: 'followers' },
    entity: 'dwr.eth',
    otherEntity: 'else.eth',
    answer: ({ entity, measuredAtMs }) => ({
      body: { users: [{ fid: 3, username: entity, follower_count: 7, following_count: 5 }] },
      servedAtMs: measuredAtMs,
    }),
  },
  x: {
    params: { handle: 'xdevelopers', user_id: '2244994945', metric: 'followers' },
    entity: '2244994945',
    otherEntity: '12',
    answer: ({ entity, measuredAtMs }) => ({
      body: { data: { id: entity, username: 'XDevelopers', public_metrics: { followers_count: 7 } } },
      servedAtMs: measuredAtMs,
    }),
  },
  roblox: {
    params: { game: 'roblox:383310974' },
    entity: '383310974',
    otherEntity: '994732206',
    answer: ({ entity, measuredAtMs }) => ({
      body: { data: [{ id: entity, playing: 5 }] },
      servedAtMs: measuredAtMs,
    }),
  },
  steam: {
    params: { game: '730' },
    entity: '730',
    // A count does not name its game, so the adapter cannot detect an answer about another game. Steam answers an
    // unknown game with a result code, which the test uses instead.
    otherEntity: '',
    answer: ({ entity, measuredAtMs }) => ({
      body: { response: entity === '' ? { result: 42 } : { player_count: 5, result: 1 } },
      servedAtMs: measuredAtMs,
    }),
  },
};

/** The answers of providers with opinions on tokens. In the scene of a thin market, the report comes from a cache. */
export const opinionAnswers: Readonly<Record<string, AdapterAnswers>> = {
  goplus: {
    params: { address: bonk },
    entity: bonk,
    otherEntity: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
    answer: ({ entity, measuredAtMs }) => ({
      body: { code: 1, message: 'OK', result: { [entity]: { mintable: { status: '0' } } } },
      servedAtMs: measuredAtMs,
    }),
  },
  rugcheck: {
    params: { address: bonk },
    entity: bonk,
    otherEntity: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
    answer: ({ entity, measuredAtMs }) => ({
      body: { mint: entity, token: { mintAuthority: null }, score_normalised: 7 },
      servedAtMs: measuredAtMs,
    }),
  },
};

/** Returns the answer of a scene in the form that an adapter reads. Each number is the text of its literal. */
export function responseOf(
  { body, second, servedAtMs, slotTime }: SceneAnswer,
  { answeredAtMs }: AnswerScene,
  receivedAtMs: number,
): Pick<ProviderResponse, 'body' | 'second' | 'slotTime'> & { readonly servedAtMs: number } {
  const exact = (value: unknown): unknown => parseExact(JSON.stringify(value));
  return {
    body: exact(body),
    servedAtMs: servedAtMs ?? answeredAtMs,
    ...(second === undefined ? {} : { second: { status: 200, body: exact(second), receivedAtMs } }),
    ...(slotTime === undefined ? {} : { slotTime }),
  };
}
