import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineStreams, type StreamEvent } from '../../define-stream.ts';
import { fundingTopics } from '../../funding-stream.ts';
import {
  anyField,
  malformedEvent,
  priceTopics,
  refusalEvent,
  request,
  shapedEvents,
  sizeField,
} from '../../price-stream.ts';
import { perpetualNames } from './assets.ts';

const wrapped = z.object({ stream: z.string(), data: z.unknown() });
const trade = z.object({ s: z.string(), a: z.number().int().min(0), p: z.string(), q: anyField, T: z.number().int() });
const bookTicker = z.object({ s: z.string(), b: z.string(), a: z.string() });
const kindField = z.object({ e: optionalField(z.string()) });
/**
 * The mark price message. `r` is the rate that Binance predicts for the settlement at time `T`. The message does not
 * contain the interval.
 */
const markPrice = z.object({ E: z.number().int(), s: z.string(), r: z.string(), T: z.number().int() });
const answer = z.object({ id: z.union([z.number(), z.null()]), result: z.null() });
const failure = z.object({ error: z.object({ code: z.number(), msg: z.string() }) });
const shutdown = z.object({ e: z.literal('serverShutdown') });

function dataEvents(stream: string, data: unknown): readonly StreamEvent[] {
  if (stream.endsWith('@aggTrade')) {
    return shapedEvents(trade, data, ({ s: topic, a: sequence, p: price, q: size, T: atMs }) => [
      { kind: 'trade', topic, price, ...sizeField(size), atMs, id: String(sequence), sequence },
    ]);
  }
  // The spot book ticker has no time, so its quote cannot prove that a price is current.
  return stream.endsWith('@bookTicker')
    ? shapedEvents(bookTicker, data, ({ s: topic, b: bid, a: ask }) => [{ kind: 'quote', topic, bid, ask }])
    : [];
}

function otherEvents(message: unknown): readonly StreamEvent[] {
  if (answer.safeParse(message).success) {
    return [{ kind: 'confirmed' }];
  }
  if (shutdown.safeParse(message).success) {
    return [{ kind: 'reconnect', detail: 'the server is about to shut down' }];
  }
  const failed = failure.safeParse(message).data?.error;
  return failed === undefined
    ? malformedEvent('not the documented message')
    : refusalEvent(failed.msg, undefined, `${failed.code} ${failed.msg}`);
}

/** Reads a message of the futures stream. Such a message has no wrapper, and states its own kind. */
function futuresEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(kindField, message, ({ e: event }) => {
    if (event === undefined || event === 'serverShutdown') {
      return otherEvents(message);
    }
    return event === 'markPriceUpdate'
      ? shapedEvents(markPrice, message, ({ E: atMs, s: topic, r: rate, T: nextFundingAtMs }) => [
          { kind: 'funding', topic, rate, atMs, nextFundingAtMs },
        ])
      : [];
  });
}

function markPricesOf(topics: readonly string[]): readonly string[] {
  return topics.map((topic) => `${topic.toLowerCase()}@markPrice@1s`);
}

function channelsOf(topics: readonly string[]): readonly string[] {
  return topics.map((topic) => topic.toLowerCase()).flatMap((name) => [`${name}@aggTrade`, `${name}@bookTicker`]);
}

/**
 * Binance: aggregated trades with sequence number and time, and the best bid and ask. The futures stream sends the
 * funding rate with the mark price once per second.
 */
export default defineStreams([
  {
    provider: 'binance',
    id: 'binance',
    url: 'wss://stream.binance.com:9443/stream',
    documentedAt: 'https://developers.binance.com/docs/binance-spot-api-docs/web-socket-streams',
    limits: { topicsPerConnection: 200, topicsPerRequest: 50, requestsPerSecond: 4, connectEveryMs: 2_000 },
    // The server sends a ping every 20 seconds. A pair without trades or quotes sends nothing else.
    silentAfterMs: 45_000,
    maxConnectionMs: 23 * 3_600_000,
    countsTrades: true,
    numericPrices: false,
    ...priceTopics({
      quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'],
      nameOf: ({ base, quote }) => `${base}${quote}`,
    }),
    subscribe: (topics, id) => request({ method: 'SUBSCRIBE', params: channelsOf(topics), id }),
    unsubscribe: (topics, id) => request({ method: 'UNSUBSCRIBE', params: channelsOf(topics), id }),
    eventsOf: (message) => {
      const opened = wrapped.safeParse(message);
      return opened.success ? dataEvents(opened.data.stream, opened.data.data) : otherEvents(message);
    },
  },
  {
    provider: 'binance',
    id: 'binance.futures',
    url: 'wss://fstream.binance.com/market/ws',
    documentedAt: 'https://developers.binance.com/docs/derivatives/usds-margined-futures/websocket-market-streams',
    limits: { topicsPerConnection: 200, topicsPerRequest: 50, requestsPerSecond: 4, connectEveryMs: 2_000 },
    // Each contract sends a message every second.
    silentAfterMs: 10_000,
    maxConnectionMs: 23 * 3_600_000,
    countsTrades: false,
    numericPrices: false,
    ...fundingTopics({ venue: 'binance', nameOf: (symbol) => `${perpetualNames[symbol] ?? symbol}USDT` }),
    subscribe: (topics, id) => request({ method: 'SUBSCRIBE', params: markPricesOf(topics), id }),
    unsubscribe: (topics, id) => request({ method: 'UNSUBSCRIBE', params: markPricesOf(topics), id }),
    eventsOf: futuresEvents,
  },
]);
