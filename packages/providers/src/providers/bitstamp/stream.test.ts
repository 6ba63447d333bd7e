import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const [bitstamp] = streams;
const messages = recordedMessages(new URL('./stream-fixtures/bitstamp-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(bitstamp, messages, name);

test('a trade keeps the digits of its price, and its microseconds are read as milliseconds', () => {
  expect(eventsOf('trade')).toEqual([
    { kind: 'trade', topic: 'btcusd', price: '38416', size: '0.00280000', atMs: 1_643_643_584_587, id: '212337562' },
  ]);
  expect(eventsOf('trade after a gap')).toMatchObject([{ id: '212337599', price: '38416.5' }]);
});

test('a trade belongs to the pair of its channel, because it names none', () => {
  expect(eventsOf('trade of another pair')).toMatchObject([{ topic: 'ethusd' }]);
});

test('a book is its first bid and ask, and a book with an empty side is none', () => {
  expect(eventsOf('book')).toEqual([
    { kind: 'quote', topic: 'btcusd', bid: '38411.10', ask: '38416.42', atMs: 1_643_643_584_684 },
  ]);
  expect(eventsOf('book with an empty side')).toEqual([]);
  expect(eventsOf('book of another shape')).toMatchObject([{ kind: 'malformed' }]);
});

test('a trade without a time is malformed', () => {
  expect(eventsOf('trade without a time')).toEqual([{ kind: 'malformed', detail: 'no valid time' }]);
});

test('a refused channel names its pair, and a request to reconnect ends the connection', () => {
  expect(eventsOf('unknown channel')).toEqual([
    { kind: 'rejected', topic: 'xxusd', detail: 'Invalid channel provided.' },
  ]);
  expect(eventsOf('malformed request')).toEqual([{ kind: 'rejected', detail: 'Bad subscription string.' }]);
  expect(eventsOf('request to reconnect')).toMatchObject([{ kind: 'reconnect' }]);
});

test('confirmations, heartbeats and other channels carry no price', () => {
  expect(eventsOf('subscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('unsubscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('heartbeat')).toEqual([{ kind: 'heartbeat' }]);
  expect(eventsOf('another channel')).toEqual([]);
});

test('a subscription is one short request for each channel of a pair', () => {
  expect(bitstamp?.topicOf('token.price', { token: 'SOL' })).toBe('solusd');
  const texts = bitstamp?.subscribe(['btcusd'], 1) ?? [];
  expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual([
    { event: 'bts:subscribe', data: { channel: 'live_trades_btcusd' } },
    { event: 'bts:subscribe', data: { channel: 'order_book_btcusd' } },
  ]);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(512);
});
