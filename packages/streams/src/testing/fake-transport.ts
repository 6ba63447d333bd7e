import type { Clock } from '@assay/runtime/clock';
import type { OpenTransport, TransportEvents } from '../transport.ts';

/** A clock that a test advances by hand. Its timers run in the order of their times. */
export type ManualTimers = Clock & { readonly advance: (milliseconds: number) => void };

/**
 * The value of the monotonic clock at the start, in milliseconds. It differs from the time of day, so that code which
 * mixes up the two clocks fails.
 */
const monotonicStartMs = 7_200_000;

/** Creates a clock for one test. */
export function manualTimers(startMs = Date.UTC(2026, 0, 1)): ManualTimers {
  let nowMs = monotonicStartMs;
  let timers: { readonly atMs: number; readonly call: () => void }[] = [];
  return {
    now: () => startMs + nowMs - monotonicStartMs,
    monotonic: () => nowMs,
    after: (milliseconds, call) => {
      const timer = { atMs: nowMs + milliseconds, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    advance: (milliseconds) => {
      const untilMs = nowMs + milliseconds;
      for (;;) {
        const due = timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) {
          break;
        }
        timers = timers.filter((each) => each !== due);
        nowMs = Math.max(nowMs, due.atMs);
        due.call();
      }
      nowMs = untilMs;
    },
  };
}

/** One connection that the code under test opened. */
export type FakeConnection = {
  readonly events: TransportEvents;
  /** The requests that were sent, parsed. A request that is not JSON is kept as text. */
  readonly sent: unknown[];
  closed: boolean;
  paused: boolean;
  readonly message: (body: unknown) => void;
};

/** Creates a transport that records what the code under test sends. The test sends the venue's messages. */
export function fakeTransport(): { readonly open: OpenTransport; readonly connections: FakeConnection[] } {
  const connections: FakeConnection[] = [];
  return {
    connections,
    open: (_url, events) => {
      const connection: FakeConnection = {
        events,
        sent: [],
        closed: false,
        paused: false,
        message: (body) => events.onMessage(typeof body === 'string' ? body : JSON.stringify(body)),
      };
      connections.push(connection);
      return {
        send: (text) => void connection.sent.push(text.startsWith('{') ? JSON.parse(text) : text),
        pause: () => (connection.paused = true),
        resume: () => (connection.paused = false),
        close: () => (connection.closed = true),
      };
    },
  };
}
