import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineStreams, type StreamEvent } from '../../define-stream.ts';
import { malformedEvent, priceTopics, rowEvents, shapedEvents } from '../../price-stream.ts';
import { pythFeeds, widestConfidenceBps } from './assets.ts';

const update = z.object({ parsed: z.array(z.unknown()).nullish() });
const feedUpdate = z.object({
  id: z.string(),
  price: z.object({
    price: z.string().regex(/^-?\d{1,30}$/),
    conf: z.string().regex(/^\d{1,30}$/),
    expo: z.number().int().min(-30).max(30),
    publish_time: z.number().int().min(0).max(8_640_000_000_000),
  }),
  metadata: optionalField(z.object({ slot: optionalField(z.number().int()) })),
});

function eventsOf(message: unknown): readonly StreamEvent[] {
  return shapedEvents(update, message, ({ parsed }) =>
    rowEvents(
      feedUpdate,
      parsed ?? [],
      ({ id: topic, price: { price, conf, expo, publish_time: seconds }, metadata }) => {
        if (BigInt(conf) * 10_000n > BigInt(price) * widestConfidenceBps) {
          return malformedEvent('confidence interval too wide');
        }
        const slot = metadata?.slot;
        return [
          {
            kind: 'trade' as const,
            topic,
            price: `${price}e${expo}`,
            atMs: seconds * 1_000,
            id: String(slot ?? seconds),
            ...(slot === undefined ? {} : { sequence: slot }),
          },
        ];
      },
    ),
  );
}

const parameters = (topics: readonly string[]): string => topics.map((id) => `ids%5B%5D=${id}`).join('&');

const prices = priceTopics({ quotes: ['USD'], nameOf: ({ base }) => pythFeeds[base] ?? '' });

/**
 * Pyth's Hermes sends the aggregate prices of each slot as server-sent events. The reader treats each price as a trade,
 * with a time in whole seconds.
 */
export default defineStreams([
  {
    provider: 'pyth',
    id: 'pyth',
    // The stream has the same host and the same key as REST: see provider.ts.
    url: 'https://pyth.dourolabs.app/hermes/v2/updates/price/stream?parsed=true&encoding=base64&ignore_invalid_price_ids=true',
    documentedAt: 'https://docs.pyth.network/price-feeds/core/rate-limits',
    // Each change of the topics is a new HTTP request. Pyth accepts 30 HTTP requests in 10 seconds, including REST
    // requests.
    limits: { topicsPerConnection: 50, topicsPerRequest: 50, requestsPerSecond: 1, connectEveryMs: 5_000 },
    // The server sends a comment every 15 seconds to keep a quiet stream open.
    silentAfterMs: 20_000,
    maxConnectionMs: 23 * 3_600_000,
    // Times are in whole seconds, so they can be up to a second too early.
    freshForMs: 3_000,
    // A feed does not have a price in every slot, so a gap between slots does not mean that a price was missed.
    countsTrades: false,
    numericPrices: false,
    ...prices,
    topicOf: (type, params) => {
      const feed = prices.topicOf(type, params);
      return feed === '' ? undefined : feed;
    },
    subscribe: (topics) => [`add ${parameters(topics)}`],
    unsubscribe: (topics) => [`remove ${parameters(topics)}`],
    eventsOf,
  },
]);
