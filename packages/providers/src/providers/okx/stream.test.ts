import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const [spot, swap] = streams;
const messages = recordedMessages(new URL('./stream-fixtures/okx-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(spot, messages, name);

test('a trade has the time at which it was filled, and no number, because a message joins several trades', () => {
  expect(eventsOf('trade')).toEqual([
    {
      kind: 'trade',
      topic: 'BTC-USDT',
      price: '42219.9',
      size: '0.12060306',
      atMs: 1_630_048_897_897,
      id: '130639474',
    },
  ]);
  expect(eventsOf('trade after a gap')).toMatchObject([{ kind: 'trade', id: '130639499' }]);
});

test('a book is the best bid and ask at its time, and a book with an empty side is none', () => {
  expect(eventsOf('book')).toEqual([
    { kind: 'quote', topic: 'BTC-USDT', bid: '42219.9', ask: '42220.0', atMs: 1_630_048_897_950 },
  ]);
  expect(eventsOf('book with an empty side')).toEqual([]);
});

test('a funding rate has the end of its period, and the interval to the one after it', () => {
  const [funding] = eventsOf('funding rate');
  expect(funding).toEqual({
    kind: 'funding',
    topic: 'BTC-USDT-SWAP',
    rate: '0.0001875391284828',
    atMs: 1_700_724_675_402,
    nextFundingAtMs: 1_700_726_400_000,
    intervalHours: 8,
  });
  expect(funding?.kind === 'funding' && swap?.read({ funding }, { symbol: 'BTC', venue: 'okx' }, {})).toEqual({
    kind: 'datum',
    data: {
      symbol: 'BTC',
      venue: 'okx',
      rate: '0.0001875391284828',
      intervalHours: 8,
      nextFundingAt: '2023-11-23T08:00:00.000Z',
    },
    sourceAtMs: 1_700_724_675_402,
  });
});

test('a rate around a change of the interval is paid for the time since the former settlement', () => {
  const row = {
    instId: 'TRB-USDT-SWAP',
    fundingRate: '-0.0042',
    prevFundingTime: '1794643200000',
    fundingTime: '1794672000000',
    nextFundingTime: '1794686400000',
    ts: '1794650400000',
  };
  const eventOf = (fields: object) =>
    swap?.eventsOf({ arg: { channel: 'funding-rate', instId: 'TRB-USDT-SWAP' }, data: [{ ...row, ...fields }] });
  expect(eventOf({})).toMatchObject([{ intervalHours: 8, nextFundingAtMs: 1_794_672_000_000 }]);
  expect(eventOf({ prevFundingTime: null, nextFundingTime: '' })?.[0]).not.toHaveProperty('intervalHours');
});

test('a row of another instrument than its channel, or without a time, is malformed', () => {
  const other = [{ kind: 'malformed', detail: 'another instrument than its channel' }];
  expect(eventsOf('trade of another instrument')).toEqual(other);
  expect(eventsOf('funding rate of another instrument')).toEqual(other);
  expect(eventsOf('trade without a time')).toEqual([{ kind: 'malformed', detail: 'no valid time' }]);
});

test('an unknown instrument is refused alone, and an announced upgrade ends the connection', () => {
  expect(eventsOf('unknown instrument')).toMatchObject([{ kind: 'rejected', topic: 'XX-USDT' }]);
  expect(eventsOf('malformed request')[0]).not.toHaveProperty('topic');
  expect(eventsOf('malformed request')).toMatchObject([{ kind: 'rejected' }]);
  expect(eventsOf('too many connections')).toMatchObject([{ kind: 'rejected', topic: 'BTC-USDT' }]);
  expect(eventsOf('service upgrade')).toMatchObject([{ kind: 'reconnect' }]);
});

test('confirmations and other channels carry no price', () => {
  expect(eventsOf('subscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('unsubscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('another channel')).toEqual([]);
  expect(spot?.eventsOf({ arg: { channel: 'constructor', instId: 'BTC-USDT' }, data: [{}] })).toEqual([]);
  expect(spot?.eventsOf([])).toMatchObject([{ kind: 'malformed' }]);
});

test('a subscription names both price channels of a pair, or the funding rate of a swap', () => {
  expect(spot?.topicOf('spot.price', { symbol: 'BTC' })).toBe('BTC-USDT');
  expect(spot?.topicOf('token.price', { token: 'BTC' })).toBeUndefined();
  expect(swap?.topicOf('funding.rate', { symbol: 'BTC', venue: 'okx' })).toBe('BTC-USDT-SWAP');
  expect(swap?.topicOf('funding.rate', { symbol: 'BTC', venue: 'bybit' })).toBeUndefined();
  expect(JSON.parse(spot?.subscribe(['BTC-USDT'], 3)[0] ?? '')).toEqual({
    id: '3',
    op: 'subscribe',
    args: [
      { channel: 'trades', instId: 'BTC-USDT' },
      { channel: 'bbo-tbt', instId: 'BTC-USDT' },
    ],
  });
});
