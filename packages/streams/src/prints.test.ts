import { expect, test } from '@jest/globals';
import type { TradeEvent } from '@assay/providers/define-stream';
import { managedStream } from './testing/managed-stream.ts';
import { tradeOf } from './testing/test-stream.ts';

/** Creates a manager whose connection is open and subscribed to the topics. */
function subscribed(topics: readonly string[] = ['A'], countsTrades = true) {
  const world = managedStream({ countsTrades });
  world.manager.setTopics(topics);
  world.openAll();
  const send = (...events: readonly unknown[]): void => world.connections.at(-1)?.message(events);
  const trade = (sequence: number, topic = 'A'): TradeEvent => tradeOf(sequence, world.clock.now(), topic);
  /**
   * Sends a trade one second later. Returns the time since which the record of trades is complete, in seconds from the
   * start.
   */
  const startMs = world.clock.now();
  const completeAfter = (event: unknown): number | undefined => {
    world.clock.advance(1_000);
    const before = world.prints.length;
    send(event);
    const print = world.prints[before];
    return print === undefined ? undefined : (print.completeSinceMs - startMs) / 1_000;
  };
  return { ...world, send, trade, completeAfter };
}

test('every trade is a print, also each of several in one message', () => {
  const { clock, prints, send, trade } = subscribed();
  send(trade(1), { ...trade(2), size: '0.25' });
  const atMs = clock.now();
  const common = { topic: 'A', price: '100', atMs, receivedAtMs: atMs, completeSinceMs: atMs };
  expect(prints).toEqual([
    { ...common, size: '0.5', id: '1' },
    { ...common, size: '0.25', id: '2' },
  ]);
});

test('the record is complete since its first trade, and a repeated trade is no second print', () => {
  const { completeAfter, trade } = subscribed();
  expect([1, 2, 2, 3].map((sequence) => completeAfter(trade(sequence)))).toEqual([1, 1, undefined, 1]);
});

test('after a missed trade the record starts again, and a late trade is a print', () => {
  const { completeAfter, trade } = subscribed();
  expect([1, 3, 2, 4].map((sequence) => completeAfter(trade(sequence)))).toEqual([1, 2, 2, 2]);
});

test('a trade without a size is no print but still a price, and the record starts again after it', () => {
  const { completeAfter, trade, topics } = subscribed();
  const { size: _size, ...unsized } = trade(2);
  expect([completeAfter(trade(1)), completeAfter(unsized)]).toEqual([1, undefined]);
  expect(topics.get('A')?.trade?.sequence).toBe(2);
  expect(completeAfter(trade(3))).toBe(3);
});

test('a trade from the future is no print, and the record starts again after it', () => {
  const { completeAfter, clock, trade } = subscribed();
  const future = { ...trade(2), atMs: clock.now() + 600_000 };
  expect([completeAfter(trade(1)), completeAfter(future), completeAfter(trade(3))]).toEqual([1, undefined, 3]);
});

test.each([
  { name: 'a gap of the connection', event: { kind: 'gap', detail: 'message 5 is missing' } },
  { name: 'an unreadable message', event: { kind: 'malformed', detail: 'not the documented message' } },
])('after $name the record starts again', ({ event }) => {
  const { completeAfter, trade } = subscribed(['A', 'B']);
  expect([completeAfter(trade(1)), completeAfter(event), completeAfter(trade(2))]).toEqual([1, undefined, 3]);
});

test('a refusal of another topic takes nothing from a record whose trades arrive', () => {
  const { completeAfter, trade } = subscribed(['A', 'B']);
  completeAfter(trade(1));
  expect([completeAfter({ kind: 'rejected', topic: 'B', detail: 'unknown' }), completeAfter(trade(2))]).toEqual([
    undefined,
    1,
  ]);
});

test('no trade is a print while the venue says that its prices do not count', () => {
  const { completeAfter, trade } = subscribed();
  completeAfter(trade(1));
  completeAfter({ kind: 'service', available: false, detail: 'maintenance' });
  expect(completeAfter(trade(2))).toBeUndefined();
  completeAfter({ kind: 'service', available: true, detail: 'online' });
  expect(completeAfter(trade(3))).toBe(5);
});

test('a new connection and a new subscription start the record again', () => {
  const { completeAfter, connections, clock, manager, openAll, trade } = subscribed(['A', 'B']);
  completeAfter(trade(1));
  connections[0]?.events.onClose('connection lost');
  clock.advance(1_000);
  openAll();
  expect(completeAfter(trade(2))).toBe(3);
  manager.setTopics(['B']);
  manager.setTopics(['A', 'B']);
  expect(completeAfter(trade(3))).toBe(4);
});

test('trades of topics that nobody subscribed to are no prints', () => {
  const { completeAfter, trade } = subscribed();
  expect(completeAfter(trade(1, 'X'))).toBeUndefined();
});
