import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const binance = streams.find(({ id }) => id === 'binance');
const messages = recordedMessages(new URL('./stream-fixtures/binance-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(binance, messages, name);

test('an aggregate trade has its number and the time of its last trade', () => {
  expect(eventsOf('aggTrade')).toEqual([
    {
      kind: 'trade',
      topic: 'BNBBTC',
      price: '0.001',
      size: '100',
      atMs: 1_672_515_782_136,
      id: '12345',
      sequence: 12_345,
    },
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

const futures = streams.find(({ id }) => id === 'binance.futures');
const futuresMessages = recordedMessages(new URL('./stream-fixtures/binance-futures-stream.json', import.meta.url));
const futuresEventsOf = (name: string) => eventsOfRecorded(futures, futuresMessages, name);

test('a mark price carries the funding rate, and its interval comes from REST', () => {
  const [funding] = futuresEventsOf('markPrice');
  expect(funding).toEqual({
    kind: 'funding',
    topic: 'BTCUSDT',
    rate: '0.00038167',
    atMs: 1_562_305_380_000,
    nextFundingAtMs: 1_562_306_400_000,
  });
  const confirmed = { intervalHours: 8 };
  expect(
    funding?.kind === 'funding' && futures?.read({ funding }, { symbol: 'BTC', venue: 'binance' }, confirmed),
  ).toEqual({
    kind: 'datum',
    data: {
      symbol: 'BTC',
      venue: 'binance',
      rate: '0.00038167',
      intervalHours: 8,
      nextFundingAt: '2019-07-05T06:00:00.000Z',
    },
    sourceAtMs: 1_562_305_380_000,
  });
});

test('a contract without a funding rate gives no answer', () => {
  const [funding] = futuresEventsOf('markPrice without a rate');
  expect(funding?.kind === 'funding' && futures?.read({ funding }, { symbol: 'BTC', venue: 'binance' }, {})).toEqual({
    kind: 'malformed',
    detail: 'no valid funding rate',
  });
});

test('the futures answer requests and announce a shutdown as the spot streams do', () => {
  expect(futuresEventsOf('confirmed')).toEqual([{ kind: 'confirmed' }]);
  expect(futuresEventsOf('refused')).toMatchObject([{ kind: 'rejected' }]);
  expect(futuresEventsOf('serverShutdown')).toMatchObject([{ kind: 'reconnect' }]);
  expect(futuresEventsOf('another stream')).toEqual([]);
  expect(futures?.topicOf('funding.rate', { symbol: 'PEPE', venue: 'binance' })).toBe('1000PEPEUSDT');
  expect(JSON.parse(futures?.subscribe(['BTCUSDT'], 5)[0] ?? '')).toEqual({
    method: 'SUBSCRIBE',
    params: ['btcusdt@markPrice@1s'],
    id: 5,
  });
});
