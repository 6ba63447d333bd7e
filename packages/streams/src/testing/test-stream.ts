import type { ProviderStream, StreamEvent, TradeEvent } from '@assay/providers/define-stream';

/**
 * Returns a stream for tests. A message is a list of events, which `eventsOf` returns unchanged. A request is an object
 * whose field `subscribe` or `unsubscribe` lists the topics.
 */
export function testStream(overrides: Partial<ProviderStream> = {}): ProviderStream {
  return {
    provider: 'venue',
    id: 'venue',
    url: 'wss://venue.test',
    documentedAt: 'https://venue.test/docs',
    limits: { topicsPerConnection: 2, topicsPerRequest: 10, requestsPerSecond: 5, connectEveryMs: 1_000 },
    silentAfterMs: 4_000,
    countsTrades: true,
    numericPrices: false,
    topicOf: (_type, params) => params['symbol'],
    subscribe: (topics) => [JSON.stringify({ subscribe: topics })],
    unsubscribe: (topics) => [JSON.stringify({ unsubscribe: topics })],
    eventsOf: (message) => message as readonly StreamEvent[],
    read: ({ trade }) =>
      trade === undefined
        ? { kind: 'stale', detail: 'no trade' }
        : { kind: 'datum', data: { symbol: trade.topic, price: trade.price }, sourceAtMs: trade.atMs },
    ...overrides,
  };
}

/** Returns a trade with a sequence number. */
export function tradeOf(sequence: number, atMs: number, topic = 'BTC', price = '100', size = '0.5'): TradeEvent {
  return { kind: 'trade', topic, price, size, atMs, id: String(sequence), sequence };
}
