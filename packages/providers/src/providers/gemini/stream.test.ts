import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const [gemini] = streams;
const messages = recordedMessages(new URL('./stream-fixtures/gemini-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(gemini, messages, name);

test('a trade has its time to the millisecond, although Gemini counts nanoseconds', () => {
  expect(eventsOf('trade')).toEqual([
    {
      kind: 'trade',
      topic: 'btcusd',
      price: '77401.50',
      size: '0.00090704',
      atMs: 1_759_873_803_503,
      id: '2840140956529623',
    },
  ]);
  expect(eventsOf('trade after a gap')).toMatchObject([{ id: '2840140956529699' }]);
  expect(eventsOf('trade of another pair')).toMatchObject([{ topic: 'ethusd' }]);
});

test('a book ticker is the best bid and ask, and its last price is not read as a trade', () => {
  expect(eventsOf('bookTicker')).toEqual([
    { kind: 'quote', topic: 'btcusd', bid: '77401.49', ask: '77401.51', atMs: 1_759_873_803_603 },
  ]);
});

test('a trade without a time is malformed, and a change of the depth carries no price', () => {
  expect(eventsOf('trade without a time')).toEqual([{ kind: 'malformed', detail: 'no valid E' }]);
  expect(eventsOf('depth')).toEqual([]);
});

test('an unknown pair is refused alone, and every other error ends the connection', () => {
  expect(eventsOf('unknown pair')).toMatchObject([{ kind: 'rejected', topic: 'xxusd' }]);
  expect(eventsOf('unknown operation')).toMatchObject([{ kind: 'reconnect' }]);
  expect(eventsOf('too many requests')).toEqual([{ kind: 'reconnect', detail: '-1003 Rate limit exceeded' }]);
});

test('answers carry no price', () => {
  expect(eventsOf('confirmed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('pong')).toEqual([{ kind: 'confirmed' }]);
  expect(gemini?.eventsOf([])).toMatchObject([{ kind: 'malformed' }]);
});

test('a subscription names the two streams of a pair in lower case', () => {
  expect(gemini?.topicOf('token.price', { token: 'BTC' })).toBe('btcusd');
  expect(gemini?.topicOf('spot.price', { symbol: 'BTC-USDC' })).toBeUndefined();
  expect(JSON.parse(gemini?.subscribe(['btcusd'], 9)[0] ?? '')).toEqual({
    id: '9',
    method: 'subscribe',
    params: ['btcusd@trade', 'btcusd@bookTicker'],
  });
});
