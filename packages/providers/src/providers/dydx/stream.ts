import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineStreams, type StreamEvent } from '../../define-stream.ts';
import { fundingTopics } from '../../funding-stream.ts';
import { isRepeatedRequest, malformedEvent, shapedEvents } from '../../price-stream.ts';
import { instantMs } from '../../readings.ts';

const kind = z.object({ type: z.string(), channel: optionalField(z.string()) });
const market = z.object({ nextFundingRate: optionalField(z.string()), status: optionalField(z.string()) });
const markets = z.object({
  contents: z.object({
    /** All markets. The server sends them once, after the subscription. */
    markets: optionalField(z.record(z.string(), z.unknown())),
    /** The changed fields of some markets. The server sends them after the first message. */
    trading: optionalField(z.record(z.string(), z.unknown())),
  }),
});
const block = z.object({ contents: z.object({ time: z.string() }) });
const failure = z.object({ message: z.string() });

/**
 * A duration in milliseconds. A block's time applies to the rates only if the markets channel sent something at most
 * this long before the block. The channel sends oracle prices with every block.
 */
const feedWithinMs = 10_000;

/**
 * Reads the rates, which have no time of their own. They show the state as of the indexer's newest block, so all of
 * them get its time. Each message also shows that the channel of the rates is alive.
 */
function marketEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(markets, message, ({ contents }) => [
    { kind: 'funding_part' },
    ...Object.entries({ ...contents.markets, ...contents.trading }).flatMap(([topic, each]) =>
      shapedEvents(market, each, ({ nextFundingRate: rate, status }) => {
        if (status !== undefined && status !== 'ACTIVE') {
          return [{ kind: 'rejected', topic, detail: cleanText(`the market is ${status}`, 80) }];
        }
        return rate === undefined ? [] : [{ kind: 'funding_part', topic, rate }];
      }),
    ),
  ]);
}

function blockEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(block, message, ({ contents: { time } }) => {
    const atMs = instantMs(time);
    return atMs === undefined ? malformedEvent('no valid time') : [{ kind: 'funding_part', atMs, feedWithinMs }];
  });
}

const subscription = (type: string, channel: string): string => JSON.stringify({ type, channel, batched: false });

/**
 * dYdX v4: the forecast of each market's funding rate, with the time of the indexer's newest block. Funding is paid
 * every full hour.
 */
export default defineStreams([
  {
    provider: 'dydx',
    id: 'dydx',
    url: 'wss://indexer.dydx.trade/v4/ws',
    documentedAt: 'https://docs.dydx.xyz/indexer-client/websockets',
    // One subscription covers all markets. dYdX accepts two requests per channel and second.
    limits: { topicsPerConnection: 500, topicsPerRequest: 500, requestsPerSecond: 2, connectEveryMs: 2_000 },
    // A block arrives about every second. The server also sends a ping every 30 seconds.
    silentAfterMs: 10_000,
    // One subscription covers all markets, and dYdX merely omits a market that is not active.
    refusesAlone: true,
    countsTrades: false,
    numericPrices: false,
    ...fundingTopics({ venue: 'dydx', nameOf: (symbol) => `${symbol}-USD`, isHourly: true }),
    // Subscribe again when a topic is added: only the answer to a subscription contains the rates of all markets,
    // including the new one.
    subscribe: () => [
      subscription('unsubscribe', 'v4_markets'),
      subscription('subscribe', 'v4_markets'),
      subscription('subscribe', 'v4_block_height'),
    ],
    // Stay subscribed to the channel, because the other topics need it.
    unsubscribe: () => [],
    eventsOf: (message) =>
      shapedEvents(kind, message, ({ type, channel }) => {
        if (type === 'error') {
          return shapedEvents(failure, message, ({ message: text }) =>
            isRepeatedRequest(text) ? [{ kind: 'confirmed' }] : [{ kind: 'reconnect', detail: cleanText(text, 80) }],
          );
        }
        if (type === 'connected' || type === 'unsubscribed') {
          return [{ kind: 'confirmed' }];
        }
        if (type !== 'subscribed' && type !== 'channel_data') {
          return [];
        }
        const isMarkets = channel === 'v4_markets';
        return isMarkets ? marketEvents(message) : channel === 'v4_block_height' ? blockEvents(message) : [];
      }),
  },
]);
