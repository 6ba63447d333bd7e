import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineStreams, type StreamEvent } from '../../define-stream.ts';
import { fundingTopics } from '../../funding-stream.ts';
import { refusalEvent, shapedEvents } from '../../price-stream.ts';
import { perpetualNames } from './assets.ts';

const kind = z.object({ channel: z.string() });
const context = z.object({
  data: z.object({ coin: z.string(), ctx: z.object({ funding: z.string(), midPx: optionalField(z.string()) }) }),
});
/** The best price level of one side of the order book. Null when the side is empty. */
const level = z.object({ px: z.string() }).nullable();
const bbo = z.object({
  data: z.object({ coin: z.string(), time: z.number().int(), bbo: z.tuple([level, level], z.unknown()) }),
});
const failure = z.object({ data: z.string() });

const channels = ['activeAssetCtx', 'bbo'];

/**
 * Reads a contract's context, which contains the rate but no time. The rate gets the time of a quote whose bid and ask
 * enclose the context's middle price.
 */
function contextEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(context, message, ({ data: { coin: topic, ctx } }) => [
    {
      kind: 'funding_part',
      topic,
      rate: ctx.funding,
      ...(typeof ctx.midPx === 'string' ? { price: ctx.midPx } : {}),
    },
  ]);
}

function quoteEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(bbo, message, ({ data: { coin: topic, time: atMs, bbo: best } }) => {
    const [bid, ask] = best;
    return bid === null || ask === null ? [] : [{ kind: 'quote', topic, bid: bid.px, ask: ask.px, atMs }];
  });
}

/** Reads an error message, which quotes the refused request. */
function failureEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(failure, message, ({ data }) => {
    return refusalEvent(data, /"coin":\s*"([A-Za-z0-9]+)"/.exec(data)?.[1]);
  });
}

function requests(method: string, topics: readonly string[]): readonly string[] {
  return topics.flatMap((coin) => channels.map((type) => JSON.stringify({ method, subscription: { type, coin } })));
}

/**
 * Hyperliquid: the funding rate of each contract, with the time of the contract's best bid and ask. Funding is paid
 * every full hour.
 */
export default defineStreams([
  {
    provider: 'hyperliquid',
    id: 'hyperliquid',
    url: 'wss://api.hyperliquid.xyz/ws',
    documentedAt: 'https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits',
    // One IP address may have 10 connections, 1,000 subscriptions and 2,000 messages a minute.
    limits: { topicsPerConnection: 200, topicsPerRequest: 10, requestsPerSecond: 20, connectEveryMs: 2_000 },
    // The server closes a connection on which it sent nothing for a minute.
    ping: { everyMs: 20_000, message: '{"method":"ping"}' },
    silentAfterMs: 30_000,
    // Each request names one channel of one coin, so a refusal affects no other topic.
    refusesAlone: true,
    countsTrades: false,
    numericPrices: false,
    ...fundingTopics({
      venue: 'hyperliquid',
      nameOf: (symbol) => perpetualNames[symbol] ?? symbol,
      isHourly: true,
    }),
    subscribe: (topics) => requests('subscribe', topics),
    unsubscribe: (topics) => requests('unsubscribe', topics),
    eventsOf: (message) =>
      shapedEvents(kind, message, ({ channel }) => {
        switch (channel) {
          case 'activeAssetCtx':
            return contextEvents(message);
          case 'bbo':
            return quoteEvents(message);
          case 'subscriptionResponse':
            return [{ kind: 'confirmed' }];
          case 'pong':
            return [{ kind: 'heartbeat' }];
          case 'error':
            return failureEvents(message);
          default:
            return [];
        }
      }),
  },
]);
