import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const [kraken] = streams;
const messages = recordedMessages(new URL('./stream-fixtures/kraken-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(kraken, messages, name);

test('trades keep the digits of their price, and a snapshot comes in the order of its numbers', () => {
  expect(eventsOf('trade')).toEqual([
    {
      kind: 'trade',
      topic: 'MATIC/USD',
      price: '0.5117',
      size: '40.0',
      atMs: Date.parse('2023-09-25T07:49:37.708Z'),
      id: '4665848',
      sequence: 4_665_848,
    },
  ]);
  expect(eventsOf('snapshot of trades')).toMatchObject([{ sequence: 4_665_846 }, { sequence: 4_665_847 }]);
  expect(eventsOf('trade after a gap')).toMatchObject([{ sequence: 4_665_906 }]);
});

test('a ticker is the best bid and ask, with a time where Kraken gives one', () => {
  const quote = { kind: 'quote', topic: 'ALGO/USD', bid: '0.10025', ask: '0.10035' };
  expect(eventsOf('ticker')).toEqual([quote]);
  expect(eventsOf('ticker with a time')).toEqual([{ ...quote, atMs: Date.parse('2023-09-25T09:04:31.742Z') }]);
});

test('prices count only while the system is online', () => {
  expect(eventsOf('status')).toEqual([{ kind: 'service', available: true, detail: 'online' }]);
  expect(eventsOf('status of maintenance')).toEqual([{ kind: 'service', available: false, detail: 'maintenance' }]);
});

test('heartbeats and answers carry no price, and a refusal names its pair', () => {
  expect(eventsOf('heartbeat')).toEqual([{ kind: 'heartbeat' }]);
  expect(eventsOf('pong')).toEqual([{ kind: 'heartbeat' }]);
  expect(eventsOf('subscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('already subscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('refused')).toEqual([
    { kind: 'rejected', topic: 'XX/USD', detail: 'Currency pair not supported XX/USD' },
  ]);
});

test('a subscription asks for trades with a snapshot and for each change of the best prices', () => {
  expect(kraken?.topicOf('spot.price', { symbol: 'BTC' })).toBe('BTC/USD');
  expect(kraken?.subscribe(['BTC/USD'], 7).map((text) => JSON.parse(text) as unknown)).toEqual([
    { method: 'subscribe', params: { channel: 'trade', symbol: ['BTC/USD'], snapshot: true }, req_id: 7 },
    { method: 'subscribe', params: { channel: 'ticker', event_trigger: 'bbo', symbol: ['BTC/USD'] }, req_id: 7 },
  ]);
});
