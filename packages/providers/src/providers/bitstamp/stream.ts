import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineStreams, type StreamEvent } from '../../define-stream.ts';
import { anyField, malformedEvent, priceTopics, refusalEvent, shapedEvents, sizeField } from '../../price-stream.ts';
import { wholeNumber } from '../../readings.ts';

const kind = z.object({ event: z.string(), channel: optionalField(z.string()) });
const trade = z.object({
  data: z.object({ id: z.number().int(), price_str: z.string(), amount_str: anyField, microtimestamp: z.string() }),
});
const level = z.tuple([z.string()], z.unknown());
/** An order book. On each side the best price level comes first, and the reader ignores the others. */
const book = z.object({
  data: z.object({ bids: z.array(z.unknown()), asks: z.array(z.unknown()), microtimestamp: z.string() }),
});
const failure = z.object({ data: z.object({ code: optionalField(z.number()), message: z.string() }) });

const channels = ['live_trades', 'order_book'];

/** Converts microseconds to milliseconds. Returns undefined for a text that is not a whole number. */
function microsMs(text: string): number | undefined {
  const micros = wholeNumber(text);
  return micros === undefined ? undefined : Math.floor(micros / 1_000);
}

function tradeEvents(message: unknown, topic: string): readonly StreamEvent[] {
  return shapedEvents(trade, message, ({ data: { id, price_str: price, amount_str: size, microtimestamp } }) => {
    const atMs = microsMs(microtimestamp);
    return atMs === undefined
      ? malformedEvent('no valid time')
      : [{ kind: 'trade', topic, price, ...sizeField(size), atMs, id: String(id) }];
  });
}

/** Returns a quote from an order book. A book with an empty side has no best bid and ask, so it gives no event. */
function bookEvents(message: unknown, topic: string): readonly StreamEvent[] {
  return shapedEvents(book, message, ({ data: { bids, asks, microtimestamp } }) => {
    const atMs = microsMs(microtimestamp);
    if (bids.length === 0 || asks.length === 0) {
      return [];
    }
    const [bid, ask] = [level.safeParse(bids[0]).data?.[0], level.safeParse(asks[0]).data?.[0]];
    return atMs === undefined || bid === undefined || ask === undefined
      ? malformedEvent('no valid time, bid or ask')
      : [{ kind: 'quote', topic, bid, ask, atMs }];
  });
}

function topicOfChannel(channel: string): string | undefined {
  return /^(?:live_trades|order_book)_([a-z0-9]+)$/.exec(channel)?.[1];
}

function failureEvents(message: unknown, channel: string): readonly StreamEvent[] {
  return shapedEvents(failure, message, ({ data: { code, message: text } }) => {
    return refusalEvent(text, topicOfChannel(channel), `${code ?? ''} ${text}`.trim());
  });
}

function requests(event: string, topics: readonly string[]): readonly string[] {
  return topics.flatMap((topic) =>
    channels.map((channel) => JSON.stringify({ event, data: { channel: `${channel}_${topic}` } })),
  );
}

/**
 * Bitstamp: each trade with its time in microseconds, and the best bid and ask from the order book that follows each
 * change.
 */
export default defineStreams([
  {
    provider: 'bitstamp',
    id: 'bitstamp',
    url: 'wss://ws.bitstamp.net/',
    documentedAt: 'https://www.bitstamp.net/websocket/v2/',
    // A connection accepts 1,024 channels. A request names one channel and has at most 512 bytes.
    limits: { topicsPerConnection: 100, topicsPerRequest: 10, requestsPerSecond: 20, connectEveryMs: 2_000 },
    ping: { everyMs: 15_000, message: '{"event":"bts:heartbeat"}' },
    silentAfterMs: 40_000,
    // Each request names one channel of one pair, so a refusal affects no other topic.
    refusesAlone: true,
    // Trade ids count the trades of the whole exchange, so a pair's ids have gaps.
    countsTrades: false,
    numericPrices: false,
    ...priceTopics({
      quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
      nameOf: ({ base, quote }) => `${base}${quote}`.toLowerCase(),
    }),
    subscribe: (topics) => requests('bts:subscribe', topics),
    unsubscribe: (topics) => requests('bts:unsubscribe', topics),
    eventsOf: (message) =>
      shapedEvents(kind, message, ({ event, channel = '' }) => {
        const topic = topicOfChannel(channel);
        switch (event) {
          case 'trade':
            return topic === undefined ? malformedEvent('no valid channel') : tradeEvents(message, topic);
          case 'data':
            return topic === undefined ? [] : bookEvents(message, topic);
          case 'bts:subscription_succeeded':
          case 'bts:unsubscription_succeeded':
            return [{ kind: 'confirmed' }];
          case 'bts:heartbeat':
            return [{ kind: 'heartbeat' }];
          case 'bts:request_reconnect':
            return [{ kind: 'reconnect', detail: 'the server is about to restart' }];
          case 'bts:error':
            return failureEvents(message, channel);
          default:
            return [];
        }
      }),
  },
]);
