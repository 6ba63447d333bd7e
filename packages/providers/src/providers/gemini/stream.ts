import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineStreams, type StreamEvent } from '../../define-stream.ts';
import { anyField, isRepeatedRequest, priceTopics, request, shapedEvents, sizeField } from '../../price-stream.ts';

const kind = z.object({
  id: optionalField(z.union([z.string(), z.number()])),
  e: optionalField(z.string()),
  t: optionalField(z.unknown()),
});
/**
 * A time in nanoseconds, such as the field `E`. A float represents it to within a microsecond, which suffices because
 * the reader uses milliseconds.
 */
const nanoseconds = z.number().min(0).max(1e20);
const trade = z.object({
  E: nanoseconds,
  s: z.string(),
  t: z.union([z.number(), z.string()]),
  p: z.string(),
  q: anyField,
});
const bookTicker = z.object({ E: nanoseconds, s: z.string(), b: z.string(), a: z.string() });
const answer = z.object({
  status: z.number(),
  error: optionalField(z.object({ code: optionalField(z.number()), msg: optionalField(z.string()) })),
});

const channels = ['trade', 'bookTicker'];
/** Gemini's error code for an unknown stream name. */
const invalidParameters = -1013;

function toMs(atNs: number): number {
  return Math.floor(atNs / 1e6);
}

function tradeEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(trade, message, ({ E: atNs, s, t: id, p: price, q: size }) => [
    { kind: 'trade', topic: s.toLowerCase(), price, ...sizeField(size), atMs: toMs(atNs), id: String(id) },
  ]);
}

function tickerEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(bookTicker, message, ({ E: atNs, s, b: bid, a: ask }) => [
    { kind: 'quote', topic: s.toLowerCase(), bid, ask, atMs: toMs(atNs) },
  ]);
}

/**
 * Reads the answer to a request. When one name is unknown, Gemini refuses the whole request. After any other error the
 * connection is useless.
 */
function answerEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(answer, message, ({ status, error }) => {
    const { code, msg = '' } = error ?? {};
    if (status === 200 || isRepeatedRequest(msg)) {
      return [{ kind: 'confirmed' }];
    }
    const detail = cleanText(`${code ?? status} ${msg}`.trim(), 80);
    const topic = /Invalid stream name: ([a-z0-9]+)@/i.exec(msg)?.[1];
    if (code !== invalidParameters) {
      return [{ kind: 'reconnect', detail }];
    }
    return [{ kind: 'rejected', ...(topic === undefined ? {} : { topic: topic.toLowerCase() }), detail }];
  });
}

function params(topics: readonly string[]): readonly string[] {
  return topics.flatMap((topic) => channels.map((channel) => `${topic}@${channel}`));
}

/** Gemini: each trade, and the best bid and ask at each change, with times in nanoseconds. */
export default defineStreams([
  {
    provider: 'gemini',
    id: 'gemini',
    url: 'wss://ws.gemini.com/',
    documentedAt: 'https://developer.gemini.com/websocket/introduction',
    limits: { topicsPerConnection: 50, topicsPerRequest: 25, requestsPerSecond: 5, connectEveryMs: 2_000 },
    // The server sends a ping every 20 seconds.
    ping: { everyMs: 20_000, message: '{"id":"ping","method":"ping"}' },
    silentAfterMs: 45_000,
    // Trade ids count the trades of the whole exchange, so a pair's ids have gaps.
    countsTrades: false,
    numericPrices: false,
    ...priceTopics({
      quotes: ['USD', 'USDT', 'EUR', 'GBP', 'BTC', 'ETH'],
      nameOf: ({ base, quote }) => `${base}${quote}`.toLowerCase(),
    }),
    subscribe: (topics, id) => request({ id: String(id), method: 'subscribe', params: params(topics) }),
    unsubscribe: (topics, id) => request({ id: String(id), method: 'unsubscribe', params: params(topics) }),
    eventsOf: (message) =>
      shapedEvents(kind, message, ({ id, e: event, t: tradeId }) => {
        if (id !== undefined && id !== null) {
          return answerEvents(message);
        }
        // A message without a kind is a trade or a book ticker.
        if (event !== undefined && event !== 'trade' && event !== 'bookTicker') {
          return [];
        }
        return tradeId === undefined ? tickerEvents(message) : tradeEvents(message);
      }),
  },
]);
