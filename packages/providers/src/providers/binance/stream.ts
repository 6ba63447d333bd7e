import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { defineStreams, type StreamEvent } from '../../define-stream.ts';
import { malformedEvent, priceTopics, request, shapedEvents } from '../../price-stream.ts';

const wrapped = z.object({ stream: z.string(), data: z.unknown() });
const trade = z.object({ s: z.string(), a: z.number().int().min(0), p: z.string(), T: z.number().int() });
const bookTicker = z.object({ s: z.string(), b: z.string(), a: z.string() });
const answer = z.object({ id: z.union([z.number(), z.null()]), result: z.null() });
const failure = z.object({ error: z.object({ code: z.number(), msg: z.string() }) });
const shutdown = z.object({ e: z.literal('serverShutdown') });

function dataEvents(stream: string, data: unknown): readonly StreamEvent[] {
  if (stream.endsWith('@aggTrade')) {
    return shapedEvents(trade, data, ({ s: topic, a: sequence, p: price, T: atMs }) => [
      { kind: 'trade', topic, price, atMs, id: String(sequence), sequence },
    ]);
  }
  // The spot book ticker carries no time, so its quote proves no freshness.
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
  const failed = failure.safeParse(message);
  return failed.success
    ? [{ kind: 'rejected', detail: cleanText(`${failed.data.error.code} ${failed.data.error.msg}`, 80) }]
    : malformedEvent('not the documented message');
}

function channelsOf(topics: readonly string[]): readonly string[] {
  return topics.map((topic) => topic.toLowerCase()).flatMap((name) => [`${name}@aggTrade`, `${name}@bookTicker`]);
}

/** Binance spot: trades joined by order and price, each with its number and time, and the best bid and ask. */
export default defineStreams([
  {
    provider: 'binance',
    id: 'binance',
    url: 'wss://stream.binance.com:9443/stream',
    documentedAt: 'https://developers.binance.com/docs/binance-spot-api-docs/web-socket-streams',
    limits: { topicsPerConnection: 200, topicsPerRequest: 50, requestsPerSecond: 4, connectEveryMs: 2_000 },
    // The server sends a ping every 20 seconds, and nothing else for a pair without trades or quotes.
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
]);
