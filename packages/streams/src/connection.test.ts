import { expect, test } from '@jest/globals';
import type { ProviderStream, StreamEvent } from '@assay/providers/define-stream';
import { maxMessagesPerPeriod, openConnection, periodMs, type Connection, type ConnectionPorts } from './connection.ts';
import { fakeTransport, manualTimers } from './testing/fake-transport.ts';
import { testStream, tradeOf } from './testing/test-stream.ts';

function opened(overrides: Partial<ProviderStream> = {}, ports: Partial<ConnectionPorts> = {}) {
  const clock = manualTimers();
  const { open, connections } = fakeTransport();
  const [events, lost, paused]: [StreamEvent[], string[], number[]] = [[], [], []];
  const connection: Connection = openConnection(testStream(overrides), {
    url: 'wss://venue.test',
    open,
    clock,
    random: () => 0,
    connectEveryMs: 1_000,
    onEvents: (received) => events.push(...received),
    onOpen: () => undefined,
    onLost: (detail) => lost.push(detail),
    onPaused: () => paused.push(clock.now()),
    ...ports,
  });
  const last = () => {
    const newestConnection = connections.at(-1);
    if (newestConnection === undefined) {
      throw new Error('nothing was opened');
    }
    return newestConnection;
  };
  return { clock, connections, connection, events, lost, paused, last };
}

test('the topics are requested when the connection opens, and afterwards only the difference', () => {
  const { connection, last } = opened();
  connection.setTopics(new Set(['BTC', 'ETH']));
  expect(last().sent).toEqual([]);
  last().events.onOpen();
  connection.setTopics(new Set(['ETH', 'SOL']));
  expect(last().sent).toEqual([{ subscribe: ['BTC', 'ETH'] }, { unsubscribe: ['BTC'] }, { subscribe: ['SOL'] }]);
});

test('a lost connection opens again after a growing pause, and subscribes again', () => {
  const { clock, connection, connections, last, lost } = opened();
  connection.setTopics(new Set(['BTC']));
  last().events.onOpen();
  last().events.onClose('connection lost');
  expect(lost).toEqual(['connection lost']);
  clock.advance(999);
  expect(connections).toHaveLength(1);
  clock.advance(1);
  expect(connections).toHaveLength(2);
  last().events.onClose('connection refused');
  clock.advance(1_999);
  expect(connections).toHaveLength(2);
  clock.advance(1);
  last().events.onOpen();
  expect(last().sent).toEqual([{ subscribe: ['BTC'] }]);
});

test('pauses between attempts stay below 45 seconds, however often the venue refuses', () => {
  const { clock, connections, last } = opened();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const before = connections.length;
    last().events.onClose('connection refused');
    clock.advance(45_000);
    expect(connections.length).toBeGreaterThan(before);
  }
});

test('a venue that refuses our key is asked again after a minute, then after twice as long, up to a quarter of an hour', () => {
  const { clock, connections, last } = opened();
  for (const waitMs of [60_000, 120_000, 240_000, 480_000, 900_000, 900_000]) {
    const before = connections.length;
    last().events.onClose('HTTP 401', 401);
    clock.advance(waitMs - 1);
    expect(connections).toHaveLength(before);
    clock.advance(1);
    expect(connections).toHaveLength(before + 1);
  }
});

test('a connection without any message for the documented time is replaced, and a ping below the messages keeps it', () => {
  const { clock, last, lost, connections } = opened();
  last().events.onOpen();
  clock.advance(3_000);
  last().events.onAlive();
  clock.advance(3_000);
  expect(lost).toEqual([]);
  clock.advance(2_000);
  expect(lost).toEqual(['no message for 4000 ms']);
  expect(connections[0]?.closed).toBe(true);
});

test('an attempt that neither opens nor fails is given up like a silent connection', () => {
  const { clock, lost } = opened();
  clock.advance(4_000);
  expect(lost).toEqual(['no message for 4000 ms']);
});

test('the ping of the venue is sent at its interval, and an old connection is replaced before the venue ends it', () => {
  const { clock, last, lost } = opened({
    ping: { everyMs: 1_000, message: '{"ping":1}' },
    maxConnectionMs: 3_500,
    silentAfterMs: 60_000,
  });
  last().events.onOpen();
  clock.advance(3_400);
  expect(last().sent).toEqual([{ ping: 1 }, { ping: 1 }, { ping: 1 }]);
  clock.advance(100);
  expect(lost).toEqual(['the connection reached its maximum age']);
});

test('an answer to a ping that is no JSON is a sign of life, and every other such text is malformed', () => {
  const { clock, last, events } = opened({ ping: { everyMs: 1_000, message: 'ping', answer: 'pong' } });
  last().events.onOpen();
  clock.advance(1_000);
  expect(last().sent).toEqual(['ping']);
  last().message('pong');
  last().message('pong!');
  expect(events.map(({ kind }) => kind)).toEqual(['heartbeat', 'malformed']);
});

test('messages of a former connection change nothing', () => {
  const { clock, connections, last, events } = opened();
  last().events.onOpen();
  last().events.onClose('connection lost');
  clock.advance(1_000);
  connections[0]?.message([tradeOf(1, 0)]);
  expect(events).toEqual([]);
});

test('a message that is not JSON or that the reader cannot read is malformed, and the connection stays', () => {
  const { last, events, lost } = opened({
    eventsOf: () => {
      throw new TypeError('no such field');
    },
  });
  last().events.onOpen();
  last().message('<html>');
  last().message({});
  expect(events.map(({ kind }) => kind)).toEqual(['malformed', 'malformed']);
  expect(lost).toEqual([]);
});

test('a venue that asks to connect again is connected to again', () => {
  const { last, lost } = opened();
  last().events.onOpen();
  last().message([{ kind: 'reconnect', detail: 'the server is about to shut down' }]);
  expect(lost).toEqual(['the server is about to shut down']);
});

test('reading pauses when messages arrive faster than they may be handled', () => {
  const { clock, last, paused } = opened();
  last().events.onOpen();
  for (let message = 0; message < maxMessagesPerPeriod; message += 1) {
    last().message([]);
  }
  expect(paused).toHaveLength(1);
  expect(last().paused).toBe(true);
  clock.advance(periodMs);
  expect(last().paused).toBe(false);
});

test('requests never exceed the rate of the venue', () => {
  const { clock, connection, last } = opened({
    limits: { topicsPerConnection: 100, topicsPerRequest: 1, requestsPerSecond: 2, connectEveryMs: 1_000 },
    silentAfterMs: 60_000,
  });
  last().events.onOpen();
  connection.setTopics(new Set(['A', 'B', 'C', 'D', 'E']));
  expect(last().sent).toHaveLength(2);
  clock.advance(999);
  expect(last().sent).toHaveLength(2);
  clock.advance(1);
  expect(last().sent).toHaveLength(4);
  clock.advance(1_000);
  expect(last().sent).toHaveLength(5);
});

test('a closed connection opens nothing again', () => {
  const { clock, connection, connections, last } = opened();
  last().events.onOpen();
  connection.close();
  last().events.onClose('closed');
  clock.advance(60_000);
  expect(connections).toHaveLength(1);
  expect(connections[0]?.closed).toBe(true);
});

test('no error of a handler leaves the connection: a message is dropped, any other event opens the connection again', () => {
  const unexpected: string[] = [];
  let failing: 'onOpen' | 'onEvents' | 'subscribe' | undefined = 'onOpen';
  const failAt = (place: typeof failing): void => {
    if (failing === place) {
      failing = undefined;
      throw new RangeError(`in ${place}`);
    }
  };
  const { clock, connection, connections, last, lost } = opened(
    {
      silentAfterMs: 600_000,
      subscribe: () => {
        failAt('subscribe');
        return [];
      },
    },
    {
      onOpen: () => failAt('onOpen'),
      onEvents: () => failAt('onEvents'),
      onUnexpected: (error) => unexpected.push((error as Error).message),
    },
  );
  connection.setTopics(new Set(['BTC']));
  last().events.onOpen();
  expect(lost).toEqual(['an unexpected error']);
  clock.advance(60_000);
  failing = 'subscribe';
  last().events.onOpen();
  clock.advance(60_000);
  last().events.onOpen();
  failing = 'onEvents';
  const openedSoFar = connections.length;
  last().events.onMessage('{}');
  expect([connections.length, connection.isOpen()]).toEqual([openedSoFar, true]);
  expect(unexpected).toEqual(['in onOpen', 'in subscribe', 'in onEvents']);
});

test('an attempt to connect that throws is followed by the next one', () => {
  const unexpected: unknown[] = [];
  const { open, connections: opens } = fakeTransport();
  let attempts = 0;
  const { clock } = opened(
    { silentAfterMs: 600_000 },
    {
      open: (...given) => {
        attempts += 1;
        if (attempts === 2) {
          throw new SyntaxError('Invalid URL');
        }
        return open(...given);
      },
      onUnexpected: (error) => unexpected.push(error),
    },
  );
  opens.at(-1)?.events.onClose('connection lost');
  clock.advance(60_000);
  expect([opens.length, unexpected]).toEqual([2, [new SyntaxError('Invalid URL')]]);
});
