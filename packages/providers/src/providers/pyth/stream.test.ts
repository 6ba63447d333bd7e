import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import { pythFeeds } from './assets.ts';
import streams from './stream.ts';

const [pyth] = streams;
const messages = recordedMessages(new URL('./stream-fixtures/pyth-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(pyth, messages, name);

test('an update is the price of its slot, at its time in whole seconds', () => {
  const [trade] = eventsOf('update');
  expect(trade).toEqual({
    kind: 'trade',
    topic: pythFeeds['BTC'],
    price: '6140993501000e-8',
    atMs: 1_714_746_101_000,
    id: '138881186',
    sequence: 138_881_186,
  });
  expect(trade?.kind === 'trade' && pyth?.read({ trade }, { token: 'BTC' }, {})).toEqual({
    kind: 'datum',
    data: { token: 'BTC', price: '61409.93501000', currency: 'USD' },
    sourceAtMs: 1_714_746_101_000,
  });
});

test('an update holds several feeds, and a later one has a later slot', () => {
  expect(eventsOf('update of two feeds')).toMatchObject([{ topic: pythFeeds['BTC'] }, { topic: pythFeeds['SOL'] }]);
  expect(eventsOf('update after a gap')).toMatchObject([{ sequence: 138_881_206 }]);
});

test('a price with a wide confidence interval, below zero or without a time is malformed', () => {
  const wide = [{ kind: 'malformed', detail: 'confidence interval too wide' }];
  expect(eventsOf('update with a wide confidence interval')).toEqual(wide);
  expect(eventsOf('update without a price above zero')).toEqual(wide);
  expect(eventsOf('update without a time')).toMatchObject([{ kind: 'malformed' }]);
  expect(eventsOf('update without parsed prices')).toEqual([]);
});

test('a topic is a feed against the dollar, and a request adds or removes parameters of the query', () => {
  const feed = pythFeeds['SOL'] ?? '';
  expect(pyth?.topicOf('token.price', { token: 'SOL' })).toBe(feed);
  expect(pyth?.topicOf('spot.price', { symbol: 'SOL-EUR' })).toBeUndefined();
  expect(pyth?.topicOf('spot.price', { symbol: 'TON' })).toBeUndefined();
  expect(pyth?.subscribe([feed, 'b'], 1)).toEqual([`add ids%5B%5D=${feed}&ids%5B%5D=b`]);
  expect(pyth?.unsubscribe([feed], 2)).toEqual([`remove ids%5B%5D=${feed}`]);
});
