import { beforeEach, expect, test } from '@jest/globals';
import type { Reading } from './change-detector.ts';
import type { LineEvents } from './websocket.ts';
import { createSubscriptions } from './account-subscriptions.ts';

type FakeLine = LineEvents & { readonly sent: Request[]; isClosed: boolean };
type Request = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

let lines: FakeLine[];
let timers: { readonly atMs: number; readonly call: () => void }[];
let nowMs: number;
let seen: Reading[];
let told: string[];

beforeEach(() => {
  lines = [];
  timers = [];
  nowMs = 0;
  seen = [];
  told = [];
});

function listen() {
  return createSubscriptions({
    open: (events) => {
      const line: FakeLine = { ...events, sent: [], isClosed: false };
      lines.push(line);
      return {
        send: (text) => void line.sent.push(JSON.parse(text) as Request),
        close: () => {
          line.isClosed = true;
        },
      };
    },
    seen: (reading) => seen.push(reading),
    clock: {
      now: () => nowMs,
      after: (ms, call) => {
        const timer = { atMs: nowMs + ms, call };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
      chance: () => 1,
    },
    told: (event, listening) => told.push(`${event} ${listening}`),
  });
}

/** Lets time pass, and what is due in it happen. */
function pass(ms: number): void {
  const end = nowMs + ms;
  for (;;) {
    const due = timers.filter(({ atMs }) => atMs <= end).toSorted((one, other) => one.atMs - other.atMs)[0];
    if (due === undefined) {
      nowMs = end;
      return;
    }
    timers = timers.filter((timer) => timer !== due);
    nowMs = due.atMs;
    due.call();
  }
}

function line(index: number): FakeLine {
  const found = lines[index];
  if (found === undefined) {
    throw new Error(`there is no line ${index}`);
  }
  return found;
}

const subscribed = (at: FakeLine): unknown[] =>
  at.sent.filter(({ method }) => method === 'accountSubscribe').map(({ params }) => params[0]);

/** Answers every request of a line with a number of its own: 1,000 more than its id. */
function confirmAll(at: FakeLine): void {
  for (const { id } of at.sent) {
    at.message(JSON.stringify({ jsonrpc: '2.0', id, result: 1_000 + id }));
  }
}

const news = (subscription: number, slot: number, lamports: number): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'accountNotification',
    params: {
      subscription,
      result: { context: { slot }, value: { lamports, owner: 'o', executable: false, data: ['', 'base64'] } },
    },
  });

test('each wanted address is subscribed to once, and what the node tells of it is a reading of that address', () => {
  const subscriptions = listen();
  subscriptions.want(['a', 'b']);
  line(0).opened();
  subscriptions.want(['a', 'b']);
  expect(subscribed(line(0))).toEqual(['a', 'b']);
  confirmAll(line(0));
  const asked = line(0).sent.find(({ params }) => params[0] === 'b');
  line(0).message(news(1_000 + (asked?.id ?? 0), 7, 5));
  expect(seen).toEqual([
    { slot: 7n, accounts: new Map([['b', { lamports: '5', owner: 'o', executable: false, data: '' }]]) },
  ]);
});

test('an address that is wanted no more is unsubscribed from, and its news are heard no more', () => {
  const subscriptions = listen();
  subscriptions.want(['a']);
  line(0).opened();
  confirmAll(line(0));
  const number = 1_000 + (line(0).sent.find(({ params }) => params[0] === 'a')?.id ?? 0);
  subscriptions.want([]);
  expect(line(0).sent.at(-1)).toMatchObject({ method: 'accountUnsubscribe', params: [number] });
  line(0).message(news(number, 7, 5));
  expect(seen).toEqual([]);
});

test('a lost connection is followed by another, on which everything is subscribed to again', () => {
  listen().want(['a', 'b']);
  line(0).opened();
  confirmAll(line(0));
  line(0).closed();
  pass(250);
  line(1).opened();
  expect(subscribed(line(1))).toEqual(['a', 'b']);
  expect(told).toEqual(['connected 2', 'lost 0', 'connected 2']);
});

test('pauses double from 250 ms up to fifteen seconds, and begin anew once a connection was of use', () => {
  listen();
  const isFollowedAfter = (ms: number): void => {
    const last = lines.length - 1;
    line(last).closed();
    pass(ms - 1);
    expect(lines).toHaveLength(last + 1);
    pass(1);
    expect(lines).toHaveLength(last + 2);
  };
  for (const pauseMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    isFollowedAfter(pauseMs);
  }
  line(8).opened();
  confirmAll(line(8));
  isFollowedAfter(250);
});

test('a connection on which nothing is heard for fifteen seconds is ended and followed by another', () => {
  listen().want(['a']);
  line(0).opened();
  pass(10_000);
  line(0).message('{"jsonrpc":"2.0","method":"slotNotification","params":{}}');
  pass(15_000);
  expect(line(0).isClosed).toBe(false);
  pass(5_250);
  expect(line(0).isClosed).toBe(true);
  expect(lines).toHaveLength(2);
});

test('what an old connection still says or does is of no consequence', () => {
  listen().want(['a']);
  line(0).opened();
  confirmAll(line(0));
  const number = 1_000 + (line(0).sent.find(({ params }) => params[0] === 'a')?.id ?? 0);
  line(0).closed();
  pass(250);
  line(0).message(news(number, 7, 5));
  line(0).closed();
  pass(60_000);
  expect(seen).toEqual([]);
  expect(lines).toHaveLength(2);
});

test('a subscription that the node refuses is left to the polling, and not asked for again on this connection', () => {
  const subscriptions = listen();
  subscriptions.want(['a']);
  line(0).opened();
  const asked = line(0).sent.find(({ params }) => params[0] === 'a');
  line(0).message(JSON.stringify({ jsonrpc: '2.0', id: asked?.id, error: { code: -32_602, message: 'full' } }));
  subscriptions.want(['a']);
  expect(subscribed(line(0))).toEqual(['a']);
  expect(told.at(-1)).toBe('refused 1');
});

test.each(['', 'not json', '[]', '{"method":"accountNotification","params":{}}', news(77, 1, 1)])(
  'a message that means nothing changes nothing: %s',
  (text) => {
    listen().want(['a']);
    line(0).opened();
    confirmAll(line(0));
    line(0).message(text);
    expect(seen).toEqual([]);
  },
);

test('at most ten thousand addresses are listened to on one connection', () => {
  listen().want(Array.from({ length: 10_050 }, (_unused, index) => `a${index}`));
  line(0).opened();
  expect(subscribed(line(0))).toHaveLength(10_000);
});

test('which addresses are left to the polling does not change with the order in which they come', () => {
  const addresses = Array.from({ length: 10_050 }, (_unused, index) => `a${index}`);
  const subscriptions = listen();
  subscriptions.want(addresses);
  line(0).opened();
  confirmAll(line(0));
  const sent = line(0).sent.length;
  subscriptions.want(addresses.toReversed());
  expect(line(0).sent).toHaveLength(sent);
  subscriptions.want(addresses.slice(1));
  expect(
    line(0)
      .sent.slice(sent)
      .map(({ method }) => method),
  ).toEqual(['accountUnsubscribe', 'accountSubscribe']);
});

test('once stopped, the connection is ended and no other is opened', () => {
  const subscriptions = listen();
  line(0).opened();
  subscriptions.stop();
  expect(line(0).isClosed).toBe(true);
  line(0).closed();
  pass(60_000);
  expect(lines).toHaveLength(1);
});
