import { cleanText } from '@assay/faults/clean-text';
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
  shapedEvents,
  sizeField,
} from '../../price-stream.ts';
import { wholeNumber } from '../../readings.ts';
import { okxIntervalHours } from './funding-interval.ts';

const kind = z.object({ event: optionalField(z.string()) });
const push = z.object({ arg: z.object({ channel: z.string(), instId: z.string() }), data: z.array(z.unknown()) });
const trade = z.object({ instId: z.string(), tradeId: z.string(), px: z.string(), sz: anyField, ts: z.string() });
const level = z.tuple([z.string()], z.unknown());
/** One side of an order book. The best price level comes first, and the reader ignores the others. */
const side = z.array(z.unknown());
const book = z.object({ bids: side, asks: side, ts: z.string() });
const fundingRate = z.object({
  instId: z.string(),
  fundingRate: z.string(),
  prevFundingTime: optionalField(z.string()),
  fundingTime: z.string(),
  nextFundingTime: optionalField(z.string()),
  ts: z.string(),
});
const failure = z.object({
  code: optionalField(z.string()),
  msg: optionalField(z.string()),
  arg: optionalField(z.object({ instId: z.string() })),
});

const priceChannels = ['trades', 'bbo-tbt'];

function tradeEvents(row: unknown, topic: string): readonly StreamEvent[] {
  return shapedEvents(trade, row, ({ instId, tradeId: id, px: price, sz: size, ts }) => {
    const atMs = wholeNumber(ts);
    if (instId !== topic) {
      return malformedEvent('another instrument than its channel');
    }
    return atMs === undefined
      ? malformedEvent('no valid time')
      : [{ kind: 'trade', topic, price, ...sizeField(size), atMs, id }];
  });
}

/** Returns the quote of an order book. A book with an empty side has no best bid and ask, so it gives no event. */
function bookEvents(row: unknown, topic: string): readonly StreamEvent[] {
  return shapedEvents(book, row, ({ bids, asks, ts }) => {
    const atMs = wholeNumber(ts);
    const [bid, ask] = [level.safeParse(bids[0]).data?.[0], level.safeParse(asks[0]).data?.[0]];
    if (atMs === undefined) {
      return malformedEvent('no valid time');
    }
    return bid === undefined || ask === undefined ? [] : [{ kind: 'quote', topic, bid, ask, atMs }];
  });
}

/**
 * Reads a funding rate. The rate applies to the period that ends at `fundingTime`. If the message has no interval, the
 * interval of the last REST answer applies.
 */
function fundingEvents(row: unknown, topic: string): readonly StreamEvent[] {
  return shapedEvents(fundingRate, row, ({ instId, fundingRate: rate, ts, ...times }) => {
    const [atMs, nextFundingAtMs] = [ts, times.fundingTime].map(wholeNumber);
    const intervalHours = okxIntervalHours(times);
    if (instId !== topic) {
      return malformedEvent('another instrument than its channel');
    }
    return atMs === undefined || nextFundingAtMs === undefined
      ? malformedEvent('no valid time')
      : [
          {
            kind: 'funding',
            topic,
            rate,
            atMs,
            nextFundingAtMs,
            ...(intervalHours === undefined ? {} : { intervalHours }),
          },
        ];
  });
}

const readers: Readonly<Record<string, (row: unknown, topic: string) => readonly StreamEvent[]>> = {
  trades: tradeEvents,
  'bbo-tbt': bookEvents,
  'funding-rate': fundingEvents,
};

function controlEvents(event: string, message: unknown): readonly StreamEvent[] {
  return shapedEvents(failure, message, ({ code = '', msg = '', arg }) => {
    const detail = cleanText(`${code} ${msg}`.trim(), 80);
    switch (event) {
      case 'subscribe':
      case 'unsubscribe':
        return [{ kind: 'confirmed' }];
      case 'error': {
        const topic = /instId:([A-Z0-9-]+)/.exec(msg)?.[1];
        return refusalEvent(msg, topic, detail);
      }
      case 'channel-conn-count-error':
        return [
          { kind: 'rejected', ...(arg === undefined ? {} : { topic: arg.instId }), detail: 'too many connections' },
        ];
      case 'notice':
        return [{ kind: 'reconnect', detail }];
      default:
        // Some messages contain no prices, for example the number of connections on a channel.
        return [];
    }
  });
}

function eventsOf(message: unknown): readonly StreamEvent[] {
  return shapedEvents(kind, message, ({ event }) =>
    event === undefined
      ? shapedEvents(push, message, ({ arg: { channel, instId }, data }) =>
          data.flatMap((row) => (Object.hasOwn(readers, channel) ? (readers[channel]?.(row, instId) ?? []) : [])),
        )
      : controlEvents(event, message),
  );
}

function requests(op: string, channels: readonly string[]): ProviderStream['subscribe'] {
  return (topics, id) =>
    request({
      id: String(id),
      op,
      args: topics.flatMap((instId) => channels.map((channel) => ({ channel, instId }))),
    });
}

const common = {
  provider: 'okx',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  documentedAt: 'https://www.okx.com/docs-v5/en/#overview-websocket-connect',
  // OKX accepts 480 requests an hour, of at most 64 KiB each.
  limits: { topicsPerConnection: 100, topicsPerRequest: 50, requestsPerSecond: 1, connectEveryMs: 1_000 },
  // The server closes a connection after 30 seconds without data or a ping.
  ping: { everyMs: 20_000, message: 'ping', answer: 'pong' },
  silentAfterMs: 30_000,
  // OKX refuses only the one instrument that an error names, and serves the other channels of the request.
  refusesAlone: true,
  // OKX joins trades of one order at one price into one message, so the ids are not consecutive.
  countsTrades: false,
  numericPrices: false,
  eventsOf,
} as const;

/** OKX: spot trades, the best bid and ask at each change, and the funding rates of swaps margined in USDT. */
export default defineStreams([
  {
    ...common,
    id: 'okx',
    ...priceTopics({ quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'], nameOf: ({ base, quote }) => `${base}-${quote}` }),
    subscribe: requests('subscribe', priceChannels),
    unsubscribe: requests('unsubscribe', priceChannels),
  },
  {
    ...common,
    id: 'okx.swap',
    // OKX publishes a rate every 30 to 90 seconds.
    freshForMs: 100_000,
    ...fundingTopics({ venue: 'okx', nameOf: (symbol) => `${symbol}-USDT-SWAP` }),
    subscribe: requests('subscribe', ['funding-rate']),
    unsubscribe: requests('unsubscribe', ['funding-rate']),
  },
]);
