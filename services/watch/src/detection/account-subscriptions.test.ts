import { beforeEach, expect, test } from '@jest/globals';
import { createAccountSubscriptions, type AccountSubscriptions } from './account-subscriptions.ts';
import type { AccountsSnapshot } from './accounts.ts';
import type { SocketEvents } from './websocket.ts';

type FakeConnection = SocketEvents & { readonly sent: RpcRequest[]; isClosed: boolean };
type RpcRequest = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

let connections: FakeConnection[];
let timers: { readonly atMs: number; readonly call: () => void }[];
let nowMs: number;
let snapshots: AccountsSnapshot[];
let events: string[];
let unexpected: unknown[];
let failure: { readonly at: 'open' | 'snapshot'; readonly error: Error } | undefined;

beforeEach(() => {
  unexpected = [];
  failure = undefined;
  connections = [];
  timers = [];
  nowMs = 0;
  snapshots = [];
  events = [];
});

function subscribe(): AccountSubscriptions {
  return createAccountSubscriptions({
    open: (handlers) => {
      if (failure?.at === 'open') {
        throw failure.error;
      }
      const connection: FakeConnection = { ...handlers, sent: [], isClosed: false };
      connections.push(connection);
      return {
        send: (text) => void connection.sent.push(JSON.parse(text) as RpcRequest),
        close: () => {
          connection.isClosed = true;
        },
      };
    },
    onSnapshot: (snapshot) => {
      if (failure?.at === 'snapshot') {
        throw failure.error;
      }
      snapshots.push(snapshot);
    },
    onUnexpected: (error) => unexpected.push(error),
    clock: {
      monotonic: () => nowMs,
      after: (ms, call) => {
        const timer = { atMs: nowMs + ms, call };
        timers.push(timer);
        return () => {
          timers = timers.filter((waiting) => waiting !== timer);
        };
      },
      random: () => 1,
    },
    onEvent: (event, subscriptions) => events.push(`${event} ${subscriptions}`),
  });
}

/** Advances the clock and runs the timers that become due. */
function pass(ms: number): void {
  const end = nowMs + ms;
  for (;;) {
    const due = timers.filter(({ atMs }) => atMs <= end).toSorted((a, b) => a.atMs - b.atMs)[0];
    if (due === undefined) {
      nowMs = end;
      return;
    }
    timers = timers.filter((timer) => timer !== due);
    nowMs = due.atMs;
    due.call();
  }
}

function connection(index: number): FakeConnection {
  const opened = connections[index];
  if (opened === undefined) {
    throw new Error(`there is no connection ${index}`);
  }
  return opened;
}

const subscribed = (at: FakeConnection): unknown[] =>
  at.sent.filter(({ method }) => method === 'accountSubscribe').map(({ params }) => params[0]);

/** Confirms every request of a connection. The subscription id is the id of the request plus 1,000. */
function confirmAll(at: FakeConnection): void {
  for (const { id } of at.sent) {
    at.onMessage(JSON.stringify({ jsonrpc: '2.0', id, result: 1_000 + id }));
  }
}

const update = (subscription: number, slot: number, lamports: number): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'accountNotification',
    params: {
      subscription,
      result: { context: { slot }, value: { lamports, owner: 'o', executable: false, data: ['', 'base64'] } },
    },
  });

test('each address is subscribed to once, and a push update is a snapshot of its address', () => {
  const subscriptions = subscribe();
  subscriptions.setAddresses(['a', 'b']);
  connection(0).onOpen();
  subscriptions.setAddresses(['a', 'b']);
  expect(subscribed(connection(0))).toEqual(['a', 'b']);
  confirmAll(connection(0));
  const subscription = connection(0).sent.find(({ params }) => params[0] === 'b');
  connection(0).onMessage(update(1_000 + (subscription?.id ?? 0), 7, 5));
  expect(snapshots).toEqual([
    { slot: 7n, accounts: new Map([['b', { lamports: '5', owner: 'o', executable: false, data: '' }]]) },
  ]);
});

test('an address that is removed is unsubscribed, and its later updates are ignored', () => {
  const subscriptions = subscribe();
  subscriptions.setAddresses(['a']);
  connection(0).onOpen();
  confirmAll(connection(0));
  const number = 1_000 + (connection(0).sent.find(({ params }) => params[0] === 'a')?.id ?? 0);
  subscriptions.setAddresses([]);
  expect(connection(0).sent.at(-1)).toMatchObject({ method: 'accountUnsubscribe', params: [number] });
  connection(0).onMessage(update(number, 7, 5));
  expect(snapshots).toEqual([]);
});

test('after a lost connection a new one subscribes to every address again', () => {
  subscribe().setAddresses(['a', 'b']);
  connection(0).onOpen();
  confirmAll(connection(0));
  connection(0).onClose();
  pass(250);
  connection(1).onOpen();
  expect(subscribed(connection(1))).toEqual(['a', 'b']);
  expect(events).toEqual(['connected 2', 'lost 0', 'connected 2']);
});

test('the pause before a reconnect doubles from 250 ms to 15 s, and starts again once a connection works', () => {
  subscribe();
  const expectReconnectAfter = (ms: number): void => {
    const last = connections.length - 1;
    connection(last).onClose();
    pass(ms - 1);
    expect(connections).toHaveLength(last + 1);
    pass(1);
    expect(connections).toHaveLength(last + 2);
  };
  for (const pauseMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    expectReconnectAfter(pauseMs);
  }
  connection(8).onOpen();
  confirmAll(connection(8));
  expectReconnectAfter(250);
});

test('a connection that is silent for fifteen seconds is closed and replaced', () => {
  subscribe().setAddresses(['a']);
  connection(0).onOpen();
  pass(10_000);
  connection(0).onMessage('{"jsonrpc":"2.0","method":"slotNotification","params":{}}');
  pass(15_000);
  expect(connection(0).isClosed).toBe(false);
  pass(5_250);
  expect(connection(0).isClosed).toBe(true);
  expect(connections).toHaveLength(2);
});

test('messages and events of a replaced connection are ignored', () => {
  subscribe().setAddresses(['a']);
  connection(0).onOpen();
  confirmAll(connection(0));
  const number = 1_000 + (connection(0).sent.find(({ params }) => params[0] === 'a')?.id ?? 0);
  connection(0).onClose();
  pass(250);
  connection(0).onMessage(update(number, 7, 5));
  connection(0).onClose();
  pass(60_000);
  expect(snapshots).toEqual([]);
  expect(connections).toHaveLength(2);
});

test('a refused subscription is not requested again on the same connection', () => {
  const subscriptions = subscribe();
  subscriptions.setAddresses(['a']);
  connection(0).onOpen();
  const subscription = connection(0).sent.find(({ params }) => params[0] === 'a');
  connection(0).onMessage(
    JSON.stringify({ jsonrpc: '2.0', id: subscription?.id, error: { code: -32_602, message: 'full' } }),
  );
  subscriptions.setAddresses(['a']);
  expect(subscribed(connection(0))).toEqual(['a']);
  expect(events.at(-1)).toBe('refused 1');
});

test.each(['', 'not json', '[]', '{"method":"accountNotification","params":{}}', update(77, 1, 1)])(
  'a message without a meaning is ignored: %s',
  (text) => {
    subscribe().setAddresses(['a']);
    connection(0).onOpen();
    confirmAll(connection(0));
    connection(0).onMessage(text);
    expect(snapshots).toEqual([]);
  },
);

test('one connection subscribes to at most ten thousand addresses', () => {
  subscribe().setAddresses(Array.from({ length: 10_050 }, (_unused, index) => `a${index}`));
  connection(0).onOpen();
  expect(subscribed(connection(0))).toHaveLength(10_000);
});

test('present subscriptions stay when the addresses come in another order', () => {
  const addresses = Array.from({ length: 10_050 }, (_unused, index) => `a${index}`);
  const subscriptions = subscribe();
  subscriptions.setAddresses(addresses);
  connection(0).onOpen();
  confirmAll(connection(0));
  const sent = connection(0).sent.length;
  subscriptions.setAddresses(addresses.toReversed());
  expect(connection(0).sent).toHaveLength(sent);
  subscriptions.setAddresses(addresses.slice(1));
  expect(
    connection(0)
      .sent.slice(sent)
      .map(({ method }) => method),
  ).toEqual(['accountUnsubscribe', 'accountSubscribe']);
});

test('stop closes the connection and opens no other', () => {
  const subscriptions = subscribe();
  connection(0).onOpen();
  subscriptions.stop();
  expect(connection(0).isClosed).toBe(true);
  connection(0).onClose();
  pass(60_000);
  expect(connections).toHaveLength(1);
});

test('no error of a handler leaves the subscriptions: they end the connection and open another', () => {
  const subscriptions = subscribe();
  subscriptions.setAddresses(['a']);
  connections[0]?.onOpen();
  const [, accountRequest] = connections[0]?.sent ?? [];
  connections[0]?.onMessage(JSON.stringify({ id: accountRequest?.id, result: 7 }));
  failure = { at: 'snapshot', error: new RangeError('a date outside the range') };
  const value = { lamports: 1, owner: '11111111111111111111111111111111', data: ['', 'base64'], executable: false };
  const update = {
    method: 'accountNotification',
    params: { subscription: 7, result: { context: { slot: 5 }, value } },
  };
  expect(() => connections[0]?.onMessage(JSON.stringify(update))).not.toThrow();
  expect([unexpected, connections[0]?.isClosed]).toEqual([[failure.error], true]);
  failure = { at: 'open', error: new SyntaxError('Invalid URL') };
  pass(1_000);
  expect(unexpected.slice(1).length).toBeGreaterThan(0);
  failure = undefined;
  pass(20_000);
  expect(connections).toHaveLength(2);
});
