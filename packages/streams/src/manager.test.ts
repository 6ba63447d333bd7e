import { expect, test } from '@jest/globals';
import { maxGaps } from './take-event.ts';
import { managedStream } from './testing/managed-stream.ts';
import { tradeOf } from './testing/test-stream.ts';

test("topics are spread over as many connections as the venue's limit needs, and empty connections close", () => {
  const { connections, manager, openAll } = managedStream();
  manager.setTopics(['A', 'B', 'C']);
  openAll();
  expect(connections.map(({ sent }) => sent)).toEqual([[{ subscribe: ['A', 'B'] }], [{ subscribe: ['C'] }]]);
  manager.setTopics(['A', 'B']);
  expect(connections.map(({ closed }) => closed)).toEqual([false, true]);
});

test('the number of topics is bounded', () => {
  const { manager, counts } = managedStream({}, 3);
  manager.setTopics(['A', 'B', 'C', 'D', 'E']);
  expect(manager.topicCount()).toBe(3);
  expect(counts).toEqual(['over_limit']);
});

test('over the limit the subscribed topics stay, in whatever order they are wanted', () => {
  const { connections, manager, openAll } = managedStream({}, 2);
  manager.setTopics(['A', 'B', 'C']);
  openAll();
  manager.setTopics(['C', 'B', 'A']);
  expect(connections.flatMap(({ sent }) => sent)).toEqual([{ subscribe: ['A', 'B'] }]);
  manager.setTopics(['C', 'B']);
  expect(connections.flatMap(({ sent }) => sent)).toEqual([
    { subscribe: ['A', 'B'] },
    { unsubscribe: ['A'] },
    { subscribe: ['C'] },
  ]);
});

test('topics that are no longer wanted are unsubscribed in one request', () => {
  const limits = { topicsPerConnection: 9, topicsPerRequest: 9, requestsPerSecond: 9, connectEveryMs: 1_000 };
  const { connections, manager, openAll } = managedStream({ limits });
  manager.setTopics(['A', 'B', 'C', 'D']);
  openAll();
  manager.setTopics(['D']);
  expect(connections[0]?.sent).toEqual([{ subscribe: ['A', 'B', 'C', 'D'] }, { unsubscribe: ['A', 'B', 'C'] }]);
});

test('a lost connection forgets its topics, so that nothing from before it is answered', () => {
  const { clock, connections, manager, topics, openAll } = managedStream();
  manager.setTopics(['A', 'B', 'C']);
  openAll();
  connections[0]?.message([tradeOf(1, clock.now(), 'A')]);
  connections[1]?.message([tradeOf(1, clock.now(), 'C')]);
  connections[0]?.events.onClose('connection lost');
  expect(topics.get('A')).toBeUndefined();
  expect(topics.get('C')?.trade?.sequence).toBe(1);
});

test('events of topics that nobody subscribed to are dropped', () => {
  const { clock, connections, manager, topics, openAll } = managedStream();
  manager.setTopics(['A']);
  openAll();
  connections[0]?.message([tradeOf(1, clock.now(), 'X')]);
  expect(topics.size).toBe(0);
});

test('a topic that the venue refuses is left out for ten minutes, and the others are requested again', () => {
  const { clock, connections, manager, openAll } = managedStream();
  manager.setTopics(['A', 'B']);
  openAll();
  connections[0]?.message([{ kind: 'rejected', topic: 'A', detail: 'unknown' }]);
  manager.setTopics(['A', 'B']);
  expect(manager.topicCount()).toBe(1);
  expect(connections[0]?.sent.at(-1)).toEqual({ subscribe: ['B'] });
  clock.advance(600_000);
  manager.setTopics(['A', 'B']);
  expect(manager.topicCount()).toBe(2);
});

test('nothing is answered while the venue says that its prices do not count', () => {
  const { clock, connections, manager, topics, openAll } = managedStream();
  manager.setTopics(['A']);
  openAll();
  connections[0]?.message([tradeOf(1, clock.now(), 'A')]);
  connections[0]?.message([{ kind: 'service', available: false, detail: 'maintenance' }]);
  connections[0]?.message([tradeOf(2, clock.now(), 'A')]);
  expect(topics.get('A')).toBeUndefined();
  connections[0]?.message([{ kind: 'service', available: true, detail: 'online' }]);
  expect(topics.get('A')?.trade?.sequence).toBe(2);
});

test('a connection that keeps losing messages is replaced', () => {
  const { clock, connections, manager, counts, openAll } = managedStream();
  manager.setTopics(['A']);
  openAll();
  for (let sequence = 1; sequence <= 1 + maxGaps * 2; sequence += 2) {
    connections[0]?.message([tradeOf(sequence, clock.now(), 'A')]);
  }
  expect(counts.filter((count) => count === 'after_gap')).toHaveLength(maxGaps);
  expect(counts.at(-1)).toBe('lost');
  clock.advance(1_000);
  expect(connections).toHaveLength(2);
});

test('a gap of the whole connection marks each of its topics', () => {
  const { clock, connections, manager, topics, openAll } = managedStream();
  manager.setTopics(['A', 'B']);
  openAll();
  connections[0]?.message([tradeOf(1, clock.now(), 'A'), tradeOf(1, clock.now(), 'B')]);
  connections[0]?.message([{ kind: 'gap', detail: 'message 5 is missing' }]);
  expect([topics.get('A')?.missed, topics.get('B')?.missed]).toEqual([true, true]);
});

test('the lead and the lag of the venue follow its trades', () => {
  const { clock, connections, manager, openAll } = managedStream();
  manager.setTopics(['A']);
  openAll();
  connections[0]?.message([tradeOf(1, clock.now() + 200, 'A')]);
  connections[0]?.message([tradeOf(2, clock.now() - 300, 'A')]);
  expect([manager.leadMs(), manager.lagMs()]).toEqual([200, 500]);
});

test('a part of a funding rate without a topic holds for each topic of its connection, and for no other', () => {
  const { clock, connections, manager, topics, openAll } = managedStream();
  manager.setTopics(['A', 'B', 'C']);
  openAll();
  const rate = (topic: string) => ({ kind: 'funding_part', topic, rate: '0.1' });
  connections[0]?.message([rate('A'), rate('B')]);
  connections[1]?.message([rate('C')]);
  connections[0]?.message([{ kind: 'funding_part', atMs: clock.now() }]);
  expect(['A', 'B', 'C'].map((topic) => topics.get(topic)?.funding?.atMs)).toEqual([
    clock.now(),
    clock.now(),
    undefined,
  ]);
});

test('a refused market that nobody asked about is not counted', () => {
  const { connections, manager, counts, openAll } = managedStream();
  manager.setTopics(['A']);
  openAll();
  connections[0]?.message([{ kind: 'rejected', topic: 'Z', detail: 'the market is PAUSED' }]);
  expect(counts).not.toContain('rejected');
});

test('a replica that holds the stream again knows nothing of the clock and the state of the former connection', () => {
  const { clock, connections, manager, topics, openAll } = managedStream();
  manager.setTopics(['A']);
  openAll();
  connections[0]?.message([tradeOf(1, clock.now() + 5_000, 'A')]);
  connections[0]?.message([{ kind: 'service', available: false, detail: 'maintenance' }]);
  manager.setTopics([]);
  expect(manager.leadMs()).toBe(0);
  manager.setTopics(['A']);
  connections[1]?.events.onOpen();
  connections[1]?.message([tradeOf(2, clock.now(), 'A')]);
  expect([manager.leadMs(), topics.get('A')?.trade?.sequence]).toEqual([0, 2]);
});
