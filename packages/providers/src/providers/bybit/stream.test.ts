import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const [spot, linear] = streams;
const messages = recordedMessages(new URL('./stream-fixtures/bybit-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(spot, messages, name);

test('a message has several trades in the order of their times, each with its own id', () => {
  const trade = { kind: 'trade', topic: 'BTCUSDT', size: '0.001' };
  expect(eventsOf('trades')).toEqual([
    { ...trade, price: '16578.50', atMs: 1_672_304_486_865, id: '2290000000061666327' },
    { ...trade, price: '16578.60', atMs: 1_672_304_486_866, id: '2290000000061666328' },
  ]);
  expect(eventsOf('trade after a gap')).toMatchObject([{ id: '2290000000061666399' }]);
});

test('a block trade shows no price of the market', () => {
  expect(eventsOf('block trade')).toEqual([]);
});

test('a book has the time of the matching engine, which a repeated book keeps', () => {
  const quote = { kind: 'quote', topic: 'BTCUSDT', bid: '16493.50', ask: '16611.00' };
  expect(eventsOf('book')).toEqual([{ ...quote, atMs: 1_672_304_484_976 }]);
  expect(eventsOf('book without a time of the matching engine')).toEqual([quote]);
  expect(eventsOf('delta of a book')).toEqual([]);
});

test('a ticker is a part of a funding rate, and a delta says that the other parts still hold', () => {
  expect(eventsOf('ticker')).toEqual([
    {
      kind: 'funding_part',
      topic: 'BTCUSDT',
      atMs: 1_673_272_861_686,
      rate: '-0.000212',
      nextFundingAtMs: 1_673_280_000_000,
      intervalHours: 8,
    },
  ]);
  expect(eventsOf('delta of a ticker')).toEqual([{ kind: 'funding_part', topic: 'BTCUSDT', atMs: 1_673_272_861_786 }]);
  expect(eventsOf('delta with a new rate')).toMatchObject([{ rate: '-0.000215' }]);
});

test('a message of another symbol than its topic is malformed', () => {
  const other = [{ kind: 'malformed', detail: 'another symbol than its topic' }];
  expect(eventsOf('trade of another symbol')).toEqual(other);
  expect(eventsOf('ticker of another symbol')).toEqual(other);
});

test('answers carry no price, and a refusal names its symbol where Bybit does', () => {
  expect(eventsOf('subscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('pong')).toEqual([{ kind: 'heartbeat' }]);
  expect(eventsOf('unknown symbol')).toMatchObject([{ kind: 'rejected', topic: 'XXUSDT' }]);
  expect(eventsOf('refused request')).toEqual([{ kind: 'rejected', detail: 'error:request,args size >10' }]);
  expect(eventsOf('another topic')).toEqual([]);
  expect(spot?.eventsOf({})).toEqual([{ kind: 'malformed', detail: 'not the documented message' }]);
});

test('a request names at most ten channels, and a contract has the name of its unit', () => {
  expect(spot?.topicOf('spot.price', { symbol: 'BTC' })).toBe('BTCUSDT');
  expect(linear?.topicOf('funding.rate', { symbol: 'PEPE', venue: 'bybit' })).toBe('1000PEPEUSDT');
  const args = ['publicTrade.BTCUSDT', 'orderbook.1.BTCUSDT'];
  expect(JSON.parse(spot?.subscribe(['BTCUSDT'], 4)[0] ?? '')).toEqual({ req_id: '4', op: 'subscribe', args });
  expect((spot?.limits.topicsPerRequest ?? 0) * args.length).toBeLessThanOrEqual(10);
});

test('an interval that the stream does not name comes from the answer by REST', () => {
  const nextFundingAtMs = 1_673_280_000_000;
  const funding = {
    kind: 'funding',
    topic: 'BTCUSDT',
    rate: '0.0001',
    atMs: 1_673_272_861_686,
    nextFundingAtMs,
  } as const;
  const params = { symbol: 'BTC', venue: 'bybit' };
  expect(linear?.read({ funding }, params, { intervalHours: 8 })).toMatchObject({ data: { intervalHours: 8 } });
  expect(linear?.read({ funding }, params, {})).toMatchObject({ kind: 'malformed' });
  expect(linear?.read({}, params, {})).toEqual({ kind: 'stale', detail: 'no funding rate' });
});
