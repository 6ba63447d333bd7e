import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineStreams, type StreamEvent } from '../../define-stream.ts';
import {
  anyField,
  malformedEvent,
  priceTopics,
  refusalEvent,
  rowEvents,
  shapedEvents,
  sizeField,
} from '../../price-stream.ts';
import { instantMs, wholeNumber } from '../../readings.ts';

const kind = z.object({ channel: optionalField(z.string()), method: optionalField(z.string()) });
const rows = z.object({ data: z.array(z.unknown()) });
const trade = z.object({
  symbol: z.string(),
  price: z.string(),
  qty: anyField,
  trade_id: z.string(),
  timestamp: z.string(),
});
const ticker = z.object({
  symbol: z.string(),
  bid: z.string(),
  ask: z.string(),
  timestamp: optionalField(z.string()),
});
const status = z.object({ system: z.string() });
const answer = z.object({ success: z.boolean(), error: optionalField(z.string()), symbol: optionalField(z.string()) });

function tradeEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(rows, message, ({ data }) =>
    rowEvents(trade, data, ({ symbol: topic, price, qty: size, trade_id: id, timestamp }) => {
      const [atMs, sequence] = [instantMs(timestamp), wholeNumber(id)];
      return atMs === undefined || sequence === undefined
        ? malformedEvent('no valid time or trade id')
        : [{ kind: 'trade', topic, price, ...sizeField(size), atMs, id, sequence }];
    }),
  );
}

function tickerEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(rows, message, ({ data }) =>
    rowEvents(ticker, data, ({ symbol: topic, bid, ask, timestamp = '' }) => {
      const atMs = instantMs(timestamp);
      return [{ kind: 'quote', topic, bid, ask, ...(atMs === undefined ? {} : { atMs }) }];
    }),
  );
}

/**
 * Reads the state of the exchange. Only in the state `online` can everything be traded. In any other state, the last
 * price may be from before a halt.
 */
function statusEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(rows, message, ({ data }) =>
    rowEvents(status, data, ({ system }) => [
      { kind: 'service', available: system === 'online', detail: cleanText(system, 40) },
    ]),
  );
}

function answerEvents(message: unknown): readonly StreamEvent[] {
  return shapedEvents(answer, message, ({ success, error = '', symbol }) => {
    return success ? [{ kind: 'confirmed' }] : refusalEvent(error, symbol);
  });
}

function requests(method: string, topics: readonly string[], id: number): readonly string[] {
  const params = { symbol: topics };
  return [
    { method, params: { channel: 'trade', ...params, ...(method === 'subscribe' ? { snapshot: true } : {}) } },
    { method, params: { channel: 'ticker', event_trigger: 'bbo', ...params } },
  ].map((body) => JSON.stringify({ ...body, req_id: id }));
}

/** Kraken, protocol 2: trades with their numbers and times, and the best bid and ask at each change. */
export default defineStreams([
  {
    provider: 'kraken',
    id: 'kraken',
    url: 'wss://ws.kraken.com/v2',
    documentedAt: 'https://docs.kraken.com/api/docs/guides/spot-ws-intro',
    limits: { topicsPerConnection: 100, topicsPerRequest: 50, requestsPerSecond: 10, connectEveryMs: 4_000 },
    silentAfterMs: 5_000,
    // Kraken answers each symbol of a request separately.
    refusesAlone: true,
    ping: { everyMs: 30_000, message: '{"method":"ping"}' },
    countsTrades: true,
    numericPrices: true,
    ...priceTopics({
      quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
      nameOf: ({ base, quote }) => `${base}/${quote}`,
    }),
    subscribe: (topics, id) => requests('subscribe', topics, id),
    unsubscribe: (topics, id) => requests('unsubscribe', topics, id),
    eventsOf: (message) =>
      shapedEvents(kind, message, ({ channel, method }) => {
        switch (channel) {
          case 'trade':
            return tradeEvents(message);
          case 'ticker':
            return tickerEvents(message);
          case 'status':
            return statusEvents(message);
          case 'heartbeat':
            return [{ kind: 'heartbeat' }];
        }
        if (method === 'pong') {
          return [{ kind: 'heartbeat' }];
        }
        return method === 'subscribe' || method === 'unsubscribe' ? answerEvents(message) : [];
      }),
  },
]);
