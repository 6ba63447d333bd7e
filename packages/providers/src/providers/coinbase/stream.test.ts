import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const [coinbase] = streams;
const messages = recordedMessages(new URL('./stream-fixtures/coinbase-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(coinbase, messages, name);

test('a match is a trade with its number and its time to the millisecond, also the last one before the subscription', () => {
  const atMs = Date.parse('2014-11-07T08:19:27.028Z');
  expect(eventsOf('last_match')).toEqual([
    { kind: 'trade', topic: 'BTC-USD', price: '400.23', size: '5.23512', atMs, id: '10', sequence: 10 },
  ]);
  expect(eventsOf('match')).toMatchObject([{ kind: 'trade', price: '400.24', sequence: 11 }]);
  expect(eventsOf('match after a gap')).toMatchObject([{ kind: 'trade', sequence: 14 }]);
});

test('a ticker is the best bid and ask at its time', () => {
  expect(eventsOf('ticker')).toEqual([
    {
      kind: 'quote',
      topic: 'ETH-USD',
      bid: '1285.04',
      ask: '1285.27',
      atMs: Date.parse('2022-10-19T23:28:22.061Z'),
    },
  ]);
});

test('a heartbeat names the newest trade', () => {
  expect(eventsOf('heartbeat')).toEqual([{ kind: 'heartbeat', topic: 'BTC-USD', lastSequence: 20 }]);
});

test('an unknown product is refused alone, and every other error ends the connection', () => {
  expect(eventsOf('error of a product')).toMatchObject([{ kind: 'rejected', topic: 'XX-YY' }]);
  expect(eventsOf('error of the connection')).toEqual([
    { kind: 'reconnect', detail: 'Client is not reading messages fast enough: ErrSlowConsume' },
  ]);
});

test('a confirmation and an unknown type carry no price, and another shape is malformed', () => {
  expect(eventsOf('subscriptions')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('status')).toEqual([]);
  expect(coinbase?.eventsOf({ type: 'match', product_id: 'BTC-USD' })).toEqual([
    { kind: 'malformed', detail: 'no valid trade_id' },
  ]);
  expect(coinbase?.eventsOf([])).toEqual([{ kind: 'malformed', detail: 'not the documented message' }]);
});

test('a subscription names the product of the asked pair in the three channels', () => {
  expect(coinbase?.topicOf('token.price', { token: 'SOL' })).toBe('SOL-USD');
  expect(coinbase?.topicOf('spot.price', { symbol: 'ETH-BTC' })).toBe('ETH-BTC');
  expect(coinbase?.topicOf('spot.price', { symbol: 'VLORP' })).toBeUndefined();
  expect(coinbase?.topicOf('funding.rate', { symbol: 'BTC', venue: 'binance' })).toBeUndefined();
  expect(JSON.parse(coinbase?.subscribe(['SOL-USD'], 1)[0] ?? '')).toEqual({
    type: 'subscribe',
    product_ids: ['SOL-USD'],
    channels: ['matches', 'ticker', 'heartbeat'],
  });
});

test('the last trade answers a question with its own price and time', () => {
  const [trade] = eventsOf('match');
  expect(trade?.kind === 'trade' && coinbase?.read({ trade }, { symbol: 'BTC' }, {})).toEqual({
    kind: 'datum',
    data: { symbol: 'BTC-USD', price: '400.24', currency: 'USD' },
    sourceAtMs: Date.parse('2014-11-07T08:19:27.128Z'),
  });
  expect(coinbase?.read({}, { symbol: 'BTC' }, {})).toEqual({ kind: 'stale', detail: 'no trade' });
});
