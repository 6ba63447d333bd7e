import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const binance = streams.find(({ id }) => id === 'binance');
const messages = recordedMessages(new URL('./stream-fixtures/binance-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(binance, messages, name);

test('an aggregate trade has its number and the time of its last trade', () => {
  expect(eventsOf('aggTrade')).toEqual([
    { kind: 'trade', topic: 'BNBBTC', price: '0.001', atMs: 1_672_515_782_136, id: '12345', sequence: 12_345 },
  ]);
  expect(eventsOf('aggTrade after a gap')).toMatchObject([{ sequence: 12_349, atMs: 1_672_515_783_130 }]);
});

test('a book ticker has no time, so its quote has none', () => {
  expect(eventsOf('bookTicker')).toEqual([{ kind: 'quote', topic: 'BNBUSDT', bid: '25.35190000', ask: '25.36520000' }]);
});

test('answers, an announced shutdown and other streams carry no price', () => {
  expect(eventsOf('confirmed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('refused')).toEqual([{ kind: 'rejected', detail: '2 Invalid request: unknown variant' }]);
  expect(eventsOf('serverShutdown')).toMatchObject([{ kind: 'reconnect' }]);
  expect(eventsOf('another stream')).toEqual([]);
  expect(binance?.eventsOf({ hello: 1 })).toEqual([{ kind: 'malformed', detail: 'not the documented message' }]);
});

test('a subscription names the streams of a pair in lower case', () => {
  expect(binance?.topicOf('spot.price', { symbol: 'BTC' })).toBe('BTCUSDT');
  expect(binance?.topicOf('token.price', { token: 'BTC' })).toBeUndefined();
  expect(JSON.parse(binance?.subscribe(['BTCUSDT'], 3)[0] ?? '')).toEqual({
    method: 'SUBSCRIBE',
    params: ['btcusdt@aggTrade', 'btcusdt@bookTicker'],
    id: 3,
  });
});
