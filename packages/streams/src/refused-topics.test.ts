import { loadStreams } from '@assay/providers/load-streams';
import { expect, test } from '@jest/globals';
import { managedStream } from './testing/managed-stream.ts';
import { tradeOf } from './testing/test-stream.ts';

const streams = await loadStreams();
const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'LTC', 'LINK'];

/** The two streams of Bybit, each with its channels and with a first message on a topic. */
const bybit = [
  {
    id: 'bybit',
    channels: ['publicTrade', 'orderbook.1'],
    first: (s: string, atMs: number) => ({
      topic: `publicTrade.${s}`,
      data: [{ T: atMs, s, p: '100', v: '1', i: `${s}-1` }],
    }),
  },
  {
    id: 'bybit.linear',
    channels: ['tickers'],
    first: (s: string, atMs: number) => ({
      topic: `tickers.${s}`,
      ts: atMs,
      data: { symbol: s, fundingRate: '0.0001', nextFundingTime: String(atMs + 3_600_000), fundingIntervalHour: '8' },
    }),
  },
];

test.each(bybit)('$id keeps its topics when one more coin is not listed', ({ id, channels, first }) => {
  const stream = streams.find((each) => each.id === id);
  const { clock, connections, manager, topics, counts, openAll } = managedStream({ ...stream, silentAfterMs: 600_000 });
  const listed = new Set(coins.map((coin) => `${coin}USDT`));
  const subscribedTopics = new Set<string>();
  const [connection] = (manager.setTopics([...listed]), openAll(), connections);
  /** Answers the requests that arrived since the last call, in the way in which Bybit answers. */
  const answer = (): void => {
    for (const sent of connection?.sent.splice(0) ?? []) {
      const { op, args = [] } = sent as { readonly op: string; readonly args?: readonly string[] };
      if (op === 'subscribe') {
        const unknown = args.find((topic) => !listed.has(topic.split('.').at(-1) ?? ''));
        const repeated = args.find((topic) => subscribedTopics.has(topic));
        const refused =
          unknown === undefined
            ? repeated && `already subscribed,topic:${repeated}`
            : `handler not found,topic:${unknown}`;
        if (refused === undefined) {
          args.forEach((topic) => subscribedTopics.add(topic));
        }
        const success = refused === undefined;
        connection?.message({ success, ret_msg: success ? 'subscribe' : `error:${refused}`, conn_id: 'x', op });
      }
    }
  };
  const playVenue = (): void => {
    for (let seconds = 0; seconds < 30; seconds += 1) {
      answer();
      clock.advance(1_000);
    }
  };
  playVenue();
  expect(subscribedTopics.size).toBe(coins.length * channels.length);
  coins.slice(0, 6).forEach((coin) => connection?.message(first(`${coin}USDT`, clock.now())));
  manager.setTopics([...listed, 'VLORPUSDT']);
  playVenue();
  expect([manager.topicCount(), counts.filter((count) => count === 'rejected')]).toEqual([8, ['rejected']]);
  expect([...topics.values()].filter((state) => state !== undefined)).toHaveLength(6);
});

test('after a refusal only the silent topics of the same request are asked again, each alone', () => {
  const limits = { topicsPerConnection: 9, topicsPerRequest: 3, requestsPerSecond: 9, connectEveryMs: 1_000 };
  const { clock, connections, manager, openAll } = managedStream({ limits });
  manager.setTopics(['A', 'B', 'C', 'D']);
  openAll();
  expect(connections[0]?.sent.splice(0)).toEqual([{ subscribe: ['A', 'B', 'C'] }, { subscribe: ['D'] }]);
  connections[0]?.message([tradeOf(1, clock.now(), 'B')]);
  connections[0]?.message([{ kind: 'rejected', topic: 'A', detail: 'unknown' }]);
  expect(connections[0]?.sent.splice(0)).toEqual([{ subscribe: ['C'] }]);
  connections[0]?.message([{ kind: 'rejected', topic: 'C', detail: 'unknown' }]);
  expect(connections[0]?.sent).toEqual([]);
  manager.setTopics(['B']);
  expect(connections[0]?.sent).toEqual([{ unsubscribe: ['D'] }]);
});

test('a venue that refuses each topic alone is asked for no other topic again', () => {
  const { connections, manager, openAll } = managedStream({ refusesAlone: true });
  manager.setTopics(['A', 'B']);
  openAll();
  connections[0]?.message([{ kind: 'rejected', topic: 'A', detail: 'unknown' }]);
  expect(connections[0]?.sent).toEqual([{ subscribe: ['A', 'B'] }]);
});
