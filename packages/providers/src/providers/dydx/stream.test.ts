import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const [dydx] = streams;
const messages = recordedMessages(new URL('./stream-fixtures/dydx-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(dydx, messages, name);

const alive = { kind: 'funding_part' };

test('a market is a rate without a time, and a market that is not active is refused', () => {
  expect(eventsOf('markets')).toEqual([
    alive,
    { kind: 'funding_part', topic: 'BTC-USD', rate: '0.00000892857142857143' },
    { kind: 'rejected', topic: 'OLD-USD', detail: 'the market is FINAL_SETTLEMENT' },
  ]);
  expect(eventsOf('changed market')).toEqual([alive, { kind: 'funding_part', topic: 'BTC-USD', rate: '0.0000091' }]);
  expect(eventsOf('changed market without a rate')).toEqual([alive]);
  expect(eventsOf('paused market')).toMatchObject([alive, { kind: 'rejected', topic: 'BTC-USD' }]);
});

test('a block dates the rates of all markets while they are alive', () => {
  const feedWithinMs = 10_000;
  expect(eventsOf('block')).toEqual([{ kind: 'funding_part', atMs: Date.parse('2025-12-19T10:30:00Z'), feedWithinMs }]);
  expect(eventsOf('height')).toEqual([
    { kind: 'funding_part', atMs: Date.parse('2025-12-19T10:29:59Z'), feedWithinMs },
  ]);
  expect(eventsOf('block without a time')).toEqual([{ kind: 'malformed', detail: 'no valid time' }]);
});

test('answers carry no rate, and an error other than a repeated subscription ends the connection', () => {
  expect(eventsOf('connected')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('unsubscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('already subscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('too many requests')).toMatchObject([{ kind: 'reconnect' }]);
  expect(eventsOf('oracle prices')).toEqual([alive]);
  expect(eventsOf('another channel')).toEqual([]);
});

test('a new topic renews the subscription, because only that sends the rates of all markets', () => {
  expect(dydx?.topicOf('funding.rate', { symbol: 'BTC', venue: 'dydx' })).toBe('BTC-USD');
  expect(dydx?.subscribe(['BTC-USD'], 1).map((text) => JSON.parse(text) as unknown)).toEqual([
    { type: 'unsubscribe', channel: 'v4_markets', batched: false },
    { type: 'subscribe', channel: 'v4_markets', batched: false },
    { type: 'subscribe', channel: 'v4_block_height', batched: false },
  ]);
  expect(dydx?.unsubscribe(['BTC-USD'], 2)).toEqual([]);
});
