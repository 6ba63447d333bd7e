import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineStreams, type StreamEvent } from '../../define-stream.ts';
import {
  anyField,
  isRepeatedRequest,
  malformedEvent,
  priceTopics,
  request,
  shapedEvents,
  sizeField,
} from '../../price-stream.ts';
import { instantMs } from '../../readings.ts';

const tradeNumber = z.number().int().min(1);
const kind = z.object({ type: z.string() });
const match = z.object({
  trade_id: tradeNumber,
  product_id: z.string(),
  price: z.string(),
  size: anyField,
  time: z.string(),
});
const ticker = z.object({
  product_id: z.string(),
  best_bid: z.string(),
  best_ask: z.string(),
  time: optionalField(z.string()),
});
const heartbeat = z.object({ product_id: z.string(), last_trade_id: z.number().int().min(0) });
const failure = z.object({ message: z.string(), reason: optionalField(z.string()) });

const channels = ['matches', 'ticker', 'heartbeat'];

function matchEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(match, message, ({ trade_id: number, product_id: topic, price, size, time }) => {
    const atMs = instantMs(time);
    return atMs === undefined
      ? malformedEvent('no valid time')
      : [{ kind: 'trade', topic, price, ...sizeField(size), atMs, id: String(number), sequence: number }];
  });
}

function tickerEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(ticker, message, ({ product_id: topic, best_bid: bid, best_ask: ask, time = '' }) => {
    const atMs = instantMs(time);
    return [{ kind: 'quote', topic, bid, ask, ...(atMs === undefined ? {} : { atMs }) }];
  });
}

/**
 * Reads an error. The refusal of one product leaves the connection usable. After any other error nothing on the
 * connection is reliable, so the client reconnects.
 */
function errorEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(failure, message, ({ message: text, reason = '' }) => {
    const topic = /^([A-Z0-9]+-[A-Z0-9]+) is not a valid product/.exec(reason)?.[1];
    const detail = cleanText(reason === '' ? text : `${text}: ${reason}`, 80);
    if (isRepeatedRequest(`${text} ${reason}`)) {
      return [{ kind: 'confirmed' }];
    }
    return topic === undefined ? [{ kind: 'reconnect', detail }] : [{ kind: 'rejected', topic, detail }];
  });
}

/**
 * Coinbase Exchange: every trade of a product (Coinbase calls it a match) with its number and time, and the best bid
 * and ask at each trade. A heartbeat every second names the newest trade, so a missed trade is noticed.
 */
export default defineStreams([
  {
    provider: 'coinbase',
    id: 'coinbase',
    url: 'wss://ws-feed.exchange.coinbase.com/',
    documentedAt: 'https://docs.cdp.coinbase.com/exchange/websocket-feed/rate-limits',
    limits: { topicsPerConnection: 100, topicsPerRequest: 50, requestsPerSecond: 10, connectEveryMs: 1_000 },
    silentAfterMs: 5_000,
    countsTrades: true,
    numericPrices: false,
    ...priceTopics({
      quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
      nameOf: ({ base, quote }) => `${base}-${quote}`,
    }),
    subscribe: (topics) => request({ type: 'subscribe', product_ids: topics, channels }),
    unsubscribe: (topics) => request({ type: 'unsubscribe', product_ids: topics, channels }),
    eventsOf: (message) =>
      shapedEvents(kind, message, ({ type }) => {
        switch (type) {
          case 'match':
          case 'last_match':
            return matchEvents(message);
          case 'ticker':
            return tickerEvents(message);
          case 'heartbeat':
            return shapedEvents(heartbeat, message, ({ product_id: topic, last_trade_id: lastSequence }) => [
              { kind: 'heartbeat', topic, lastSequence },
            ]);
          case 'subscriptions':
            return [{ kind: 'confirmed' }];
          case 'error':
            return errorEvents(message);
          default:
            // The documentation asks clients to ignore types that they do not know.
            return [];
        }
      }),
  },
]);
