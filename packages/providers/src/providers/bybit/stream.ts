import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineStreams, type ProviderStream, type StreamEvent } from '../../define-stream.ts';
import { fundingTopics } from '../../funding-stream.ts';
import {
  anyField,
  malformedEvent,
  priceTopics,
  refusalEvent,
  request,
  rowEvents,
  shapedEvents,
  sizeField,
} from '../../price-stream.ts';
import { wholeNumber } from '../../readings.ts';
import { perpetualNames } from './assets.ts';

const kind = z.object({ topic: optionalField(z.string()), op: optionalField(z.string()) });
const rows = z.object({ data: z.array(z.unknown()) });
const trade = z.object({
  T: z.number().int(),
  s: z.string(),
  p: z.string(),
  v: anyField,
  i: z.string(),
  BT: z.boolean().nullish(),
});
/** One side of an order book. The best price level comes first, and the reader ignores the others. */
const side = z.array(z.unknown());
const level = z.tuple([z.string()], z.unknown());
const book = z.object({
  type: z.string(),
  /** The time of the matching engine. When Bybit sends an unchanged book again, this time stays the same. */
  cts: optionalField(z.number().int()),
  data: z.object({ s: z.string(), b: side, a: side }),
});
const ticker = z.object({
  ts: z.number().int(),
  data: z.object({
    symbol: z.string(),
    fundingRate: optionalField(z.string()),
    nextFundingTime: optionalField(z.string()),
    fundingIntervalHour: optionalField(z.string()),
  }),
});
const answer = z.object({ success: optionalField(z.boolean()), ret_msg: optionalField(z.string()) });

/**
 * Reads trades. Skips block trades, because they are negotiated outside the order book and their prices are not the
 * market's.
 */
function tradeEvents(message: unknown, name: string): readonly StreamEvent[] {
  return shapedEvents(rows, message, ({ data }) =>
    rowEvents(trade, data, ({ T: atMs, s: topic, p: price, v: size, i: id, BT: isBlock }) => {
      if (topic !== name) {
        return malformedEvent('another symbol than its topic');
      }
      return isBlock === true ? [] : [{ kind: 'trade', topic, price, ...sizeField(size), atMs, id }];
    }),
  );
}

/** Returns the quote of an order book. A delta may lack a side, so only a snapshot gives a quote. */
function bookEvents(message: unknown, name: string): readonly StreamEvent[] {
  return shapedEvents(book, message, ({ type, cts: atMs, data: { s: topic, b, a } }) => {
    const [bid, ask] = [level.safeParse(b[0]).data?.[0], level.safeParse(a[0]).data?.[0]];
    if (topic !== name) {
      return malformedEvent('another symbol than its topic');
    }
    return type !== 'snapshot' || bid === undefined || ask === undefined
      ? []
      : [{ kind: 'quote', topic, bid, ask, ...(atMs === undefined ? {} : { atMs }) }];
  });
}

/**
 * Reads the funding fields of a ticker. A snapshot contains every field; later messages contain only changed fields.
 * The unchanged fields are valid as of the message's time.
 */
function tickerEvents(message: unknown, name: string): readonly StreamEvent[] {
  return shapedEvents(ticker, message, ({ ts: atMs, data: { symbol: topic, fundingRate: rate, ...times } }) => {
    const nextFundingAtMs = wholeNumber(times.nextFundingTime ?? '');
    const intervalHours = wholeNumber(times.fundingIntervalHour ?? '');
    if (topic !== name) {
      return malformedEvent('another symbol than its topic');
    }
    return [
      {
        kind: 'funding_part',
        topic,
        atMs,
        ...(rate === undefined ? {} : { rate }),
        ...(nextFundingAtMs === undefined ? {} : { nextFundingAtMs }),
        ...(intervalHours === undefined ? {} : { intervalHours }),
      },
    ];
  });
}

function answerEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(answer, message, ({ success, ret_msg: text = '' }) => {
    if (success !== false) {
      return [{ kind: text === 'pong' ? 'heartbeat' : 'confirmed' }];
    }
    const topic = /(?:publicTrade|orderbook\.1|tickers)\.([A-Z0-9]+)/.exec(text)?.[1];
    return refusalEvent(text, topic);
  });
}

function eventsOf(message: unknown): readonly StreamEvent[] {
  return shapedEvents(kind, message, ({ topic, op }) => {
    if (topic === undefined) {
      return op === undefined ? malformedEvent('not the documented message') : answerEvents(message);
    }
    const [, channel, name = ''] = /^(publicTrade|orderbook\.1|tickers)\.(.+)$/.exec(topic) ?? [];
    switch (channel) {
      case 'publicTrade':
        return tradeEvents(message, name);
      case 'orderbook.1':
        return bookEvents(message, name);
      case 'tickers':
        return tickerEvents(message, name);
      default:
        return [];
    }
  });
}

function requests(op: string, channels: readonly string[]): ProviderStream['subscribe'] {
  return (topics, id) =>
    request({
      req_id: String(id),
      op,
      args: topics.flatMap((topic) => channels.map((channel) => `${channel}.${topic}`)),
    });
}

const common = {
  provider: 'bybit',
  documentedAt: 'https://bybit-exchange.github.io/docs/v5/ws/connect',
  // A request on the spot URL may name at most 10 channels, and each topic has two. Bybit accepts 500 connections in 5
  // minutes.
  limits: { topicsPerConnection: 100, topicsPerRequest: 5, requestsPerSecond: 5, connectEveryMs: 1_000 },
  ping: { everyMs: 20_000, message: '{"op":"ping"}' },
  silentAfterMs: 30_000,
  // Trade ids have no order, so they cannot show a missed trade.
  countsTrades: false,
  numericPrices: false,
  eventsOf,
} as const;

const spotChannels = ['publicTrade', 'orderbook.1'];

/** Bybit: spot trades with the best bid and ask, and the funding rates in the tickers of its linear perpetuals. */
export default defineStreams([
  {
    ...common,
    id: 'bybit',
    url: 'wss://stream.bybit.com/v5/public/spot',
    ...priceTopics({ quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'], nameOf: ({ base, quote }) => `${base}${quote}` }),
    subscribe: requests('subscribe', spotChannels),
    unsubscribe: requests('unsubscribe', spotChannels),
  },
  {
    ...common,
    id: 'bybit.linear',
    url: 'wss://stream.bybit.com/v5/public/linear',
    ...fundingTopics({ venue: 'bybit', nameOf: (symbol) => `${perpetualNames[symbol] ?? symbol}USDT` }),
    subscribe: requests('subscribe', ['tickers']),
    unsubscribe: requests('unsubscribe', ['tickers']),
  },
]);
