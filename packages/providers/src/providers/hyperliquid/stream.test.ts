import { expect, test } from '@jest/globals';
import { eventsOfRecorded, recordedMessages } from '../../testing/recorded-messages.ts';
import streams from './stream.ts';

const [hyperliquid] = streams;
const messages = recordedMessages(new URL('./stream-fixtures/hyperliquid-stream.json', import.meta.url));
const eventsOf = (name: string) => eventsOfRecorded(hyperliquid, messages, name);

test('a context is a rate without a time, with the price by which a quote can date it', () => {
  expect(eventsOf('context')).toEqual([{ kind: 'funding_part', topic: 'BTC', rate: '0.0000052974', price: '80639.5' }]);
  expect(eventsOf('context without a book')).toEqual([{ kind: 'funding_part', topic: 'MATIC', rate: '0.0' }]);
});

test('a best bid and ask has the time of its block, and an empty side makes it none', () => {
  expect(eventsOf('quote')).toEqual([
    { kind: 'quote', topic: 'BTC', bid: '80639.0', ask: '80640.0', atMs: 1_788_490_065_008 },
  ]);
  expect(eventsOf('quote after the price moved')).toMatchObject([{ bid: '80641.0' }]);
  expect(eventsOf('quote with an empty side')).toEqual([]);
});

test('an unknown coin is refused alone, and a repeated subscription is no error', () => {
  expect(eventsOf('unknown coin')).toMatchObject([{ kind: 'rejected', topic: 'NOPE' }]);
  expect(eventsOf('already subscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('malformed request')[0]).not.toHaveProperty('topic');
});

test('confirmations, heartbeats and other channels carry no rate', () => {
  expect(eventsOf('subscribed')).toEqual([{ kind: 'confirmed' }]);
  expect(eventsOf('pong')).toEqual([{ kind: 'heartbeat' }]);
  expect(eventsOf('another channel')).toEqual([]);
});

test('funding is paid at the next full hour, and a subscription names two channels of a coin', () => {
  const funding = { kind: 'funding', topic: 'BTC', rate: '0.0000052974', atMs: 1_788_490_065_008 } as const;
  expect(hyperliquid?.read({ funding }, { symbol: 'BTC', venue: 'hyperliquid' }, {})).toMatchObject({
    data: { rate: '0.0000052974', intervalHours: 1, nextFundingAt: '2026-09-04T03:00:00.000Z' },
  });
  expect(hyperliquid?.topicOf('funding.rate', { symbol: 'PEPE', venue: 'hyperliquid' })).toBe('kPEPE');
  expect(hyperliquid?.subscribe(['BTC'], 1).map((text) => JSON.parse(text) as unknown)).toEqual([
    { method: 'subscribe', subscription: { type: 'activeAssetCtx', coin: 'BTC' } },
    { method: 'subscribe', subscription: { type: 'bbo', coin: 'BTC' } },
  ]);
});
