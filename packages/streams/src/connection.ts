import type { ProviderStream, StreamEvent } from '@assay/providers/define-stream';
import { isAccessDenied } from '@assay/providers/readings';
import type { Clock } from '@assay/runtime/clock';
import { guarded } from '@assay/runtime/guarded';
import { boundedEvent } from './event-bounds.ts';
import { parseMessage } from './parse-message.ts';
import { createRequestQueue, type RequestQueue } from './request-queue.ts';
import type { OpenTransport, TransportConnection } from './transport.ts';

/** The settings, tools and callbacks of a connection. */
export type ConnectionPorts = {
  readonly url: string;
  /** The headers that carry the operator's key. The connection sends none when absent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Minimum pause after the venue refused our key or address, in milliseconds; a minute when absent. */
  readonly deniedForMs?: number;
  readonly open: OpenTransport;
  readonly clock: Clock;
  /** Returns a number from 0 to 1 that varies the pauses, so that many connections do not reconnect at once. */
  readonly random: () => number;
  /** Minimum time between two attempts to connect, in milliseconds. */
  readonly connectEveryMs: number;
  /** Called with the events of one message, and our time of its arrival in milliseconds since the Unix epoch. */
  readonly onEvents: (events: readonly StreamEvent[], receivedAtMs: number) => void;
  /**
   * Called with an unexpected error in a handler of the connection. If the handler of a message failed, only that
   * message is dropped. If another handler failed, the connection ends and then opens again.
   */
  readonly onUnexpected?: (error: unknown) => void;
  /** Called when the connection has opened. */
  readonly onOpen: () => void;
  /** Called when an open connection was lost, or when an attempt to connect failed. `detail` contains no host name. */
  readonly onLost: (detail: string) => void;
  /** Called when the connection pauses reading, because messages arrive faster than the limit allows. */
  readonly onPaused: () => void;
};

/** A connection to a venue. Whenever it is lost, it opens again and subscribes to its topics again. */
export type Connection = {
  /** Replaces the set of topics. The connection requests only the difference to the previous set. */
  readonly setTopics: (topics: ReadonlySet<string>) => void;
  readonly isOpen: () => boolean;
  /**
   * Removes a topic that the venue refused. The venue may have refused the whole request that named the topic. So the
   * connection requests the other topics of that request again, each alone. It leaves out those that have received
   * something, according to `isLive`. Returns the topics that it requests again.
   */
  readonly dropTopic: (topic: string, isLive: (topic: string) => boolean) => readonly string[];
  /** Ends the current connection and opens another one. Does nothing while no connection is open. */
  readonly restart: (detail: string) => void;
  /** Closes the connection permanently. */
  readonly close: () => void;
};

const maxBackoffMs = 30_000;
/** Minimum pause in milliseconds after the venue refused our key or address. Only a person can correct the cause. */
const deniedForMs = 60_000;
/** Maximum pause after the venue refused our key or address several times in a row, in milliseconds. */
const maxDeniedMs = 900_000;
/** Maximum number of times that the pause between two attempts doubles. */
const maxDoublings = 5;
/** Failures before a connection that was open for this many milliseconds do not delay the next attempt. */
const healthyAfterMs = 10_000;
/** Maximum number of messages per period. After this many, the connection pauses reading until the period ends. */
export const maxMessagesPerPeriod = 2_000;
export const periodMs = 100;

type State = {
  readonly stream: ProviderStream;
  readonly ports: ConnectionPorts;
  readonly queue: RequestQueue;
  transport: TransportConnection | undefined;
  open: boolean;
  closed: boolean;
  wanted: ReadonlySet<string>;
  subscribed: Set<string>;
  /** For each topic, all topics of the request that last subscribed to it. */
  readonly requestOf: Map<string, readonly string[]>;
  /** Number of the current connection. Events of earlier connections have a lower number and are ignored. */
  generation: number;
  attempts: number;
  requestId: number;
  /** The time at which the connection opened, on the monotonic clock in milliseconds. */
  openedAtMs: number;
  aliveAtMs: number;
  periodStartMs: number;
  messagesInPeriod: number;
  cancels: (() => void)[];
};

/** Creates a connection and starts to connect. */
export function openConnection(stream: ProviderStream, ports: ConnectionPorts): Connection {
  const state: State = {
    stream,
    ports,
    queue: createRequestQueue(stream.limits.requestsPerSecond, ports.clock, (text) => state.transport?.send(text)),
    transport: undefined,
    open: false,
    closed: false,
    wanted: new Set(),
    subscribed: new Set(),
    requestOf: new Map(),
    generation: 0,
    attempts: 0,
    requestId: 0,
    openedAtMs: 0,
    aliveAtMs: 0,
    periodStartMs: 0,
    messagesInPeriod: 0,
    cancels: [],
  };
  connect(state);
  return {
    setTopics: (topics) => {
      state.wanted = topics;
      if (state.open) {
        requestTopics(state);
      }
    },
    isOpen: () => state.open,
    dropTopic: (topic, isLive) => dropTopic(state, topic, isLive),
    restart: (detail) => {
      if (state.open) {
        lose(state, detail);
      }
    },
    close: () => {
      state.closed = true;
      end(state);
    },
  };
}

function connect(state: State): void {
  const { ports, stream } = state;
  state.generation += 1;
  const { generation } = state;
  const isCurrent = (): boolean => state.generation === generation && !state.closed;
  state.aliveAtMs = ports.clock.monotonic();
  state.transport = ports.open(
    ports.url,
    {
      onOpen: guardedEvent(state, () => isCurrent() && onOpen(state)),
      onMessage: guardedEvent(state, (text: string) => isCurrent() && onMessage(state, text)),
      onAlive: () => {
        if (isCurrent()) {
          state.aliveAtMs = ports.clock.monotonic();
        }
      },
      onClose: guardedEvent(
        state,
        (detail: string, httpStatus?: number) => isCurrent() && lose(state, detail, httpStatus),
      ),
    },
    ports.headers ?? {},
  );
  repeatWhileCurrent(state, stream.silentAfterMs / 4, () => {
    const silentMs = ports.clock.monotonic() - state.aliveAtMs;
    if (silentMs >= stream.silentAfterMs) {
      lose(state, `no message for ${Math.round(silentMs)} ms`);
    }
  });
}

/** Wraps a handler so that it never throws. When the handler throws, the connection ends. */
function guardedEvent<Args extends readonly unknown[]>(
  state: State,
  handle: (...args: Args) => unknown,
): (...args: Args) => void {
  const { generation } = state;
  return guarded(handle, (error) => {
    state.ports.onUnexpected?.(error);
    if (state.generation === generation && !state.closed) {
      lose(state, 'an unexpected error');
    }
  });
}

function onOpen(state: State): void {
  const { ports, stream } = state;
  state.open = true;
  state.openedAtMs = ports.clock.monotonic();
  state.aliveAtMs = state.openedAtMs;
  state.subscribed = new Set();
  state.requestOf.clear();
  ports.onOpen();
  requestTopics(state);
  const { ping } = stream;
  if (ping !== undefined) {
    repeatWhileCurrent(state, ping.everyMs, () => state.queue.add([ping.message]));
  }
  if (stream.maxConnectionMs !== undefined) {
    state.cancels.push(
      ports.clock.after(
        stream.maxConnectionMs,
        guardedEvent(state, () => lose(state, 'the connection reached its maximum age')),
      ),
    );
  }
}

/** Repeats work at an interval until the connection ends. */
function repeatWhileCurrent(state: State, everyMs: number, run: () => void): void {
  const { generation } = state;
  const guardedRun = guardedEvent(state, run);
  const next = (): void => {
    if (state.generation === generation && !state.closed) {
      guardedRun();
    }
    if (state.generation === generation && !state.closed) {
      state.cancels.push(state.ports.clock.after(everyMs, next));
    }
  };
  state.cancels.push(state.ports.clock.after(everyMs, next));
}

function onMessage(state: State, text: string): void {
  const { ports, stream } = state;
  const nowMs = ports.clock.monotonic();
  state.aliveAtMs = nowMs;
  limitRate(state, nowMs);
  const events = eventsOf(stream, text);
  try {
    ports.onEvents(events, ports.clock.now());
  } catch (error) {
    ports.onUnexpected?.(error);
  }
  const reconnect = events.find(({ kind }) => kind === 'reconnect');
  if (reconnect?.kind === 'reconnect') {
    lose(state, reconnect.detail);
  }
}

function eventsOf(stream: ProviderStream, text: string): readonly StreamEvent[] {
  if (text === stream.ping?.answer) {
    return [{ kind: 'heartbeat' }];
  }
  const message = parseMessage(text, stream.numericPrices);
  if (message === undefined) {
    return [{ kind: 'malformed', detail: 'the message is not JSON' }];
  }
  try {
    return stream.eventsOf(message).map(boundedEvent);
  } catch {
    // A reader may throw for a message whose form it does not know.
    return [{ kind: 'malformed', detail: 'not the documented message' }];
  }
}

/** Pauses reading when too many messages arrived in this period. So they wait in the network, not in our memory. */
function limitRate(state: State, nowMs: number): void {
  const { ports } = state;
  if (nowMs - state.periodStartMs >= periodMs) {
    state.periodStartMs = nowMs;
    state.messagesInPeriod = 0;
  }
  state.messagesInPeriod += 1;
  if (state.messagesInPeriod === maxMessagesPerPeriod) {
    const { transport } = state;
    transport?.pause();
    ports.onPaused();
    ports.clock.after(periodMs, () => transport?.resume());
  }
}

/** Requests the difference between the topics that are subscribed and the topics that are wanted. */
function requestTopics(state: State): void {
  const { stream, wanted, subscribed } = state;
  const added = [...wanted].filter((topic) => !subscribed.has(topic));
  const removed = [...subscribed].filter((topic) => !wanted.has(topic));
  removed.forEach((topic) => state.requestOf.delete(topic));
  sendRequests(state, removed, stream.unsubscribe);
  subscribeTo(state, added, stream.limits.topicsPerRequest);
  state.subscribed = new Set(wanted);
}

function sendRequests(
  state: State,
  topics: readonly string[],
  request: ProviderStream['subscribe'],
  size = state.stream.limits.topicsPerRequest,
): void {
  for (let from = 0; from < topics.length; from += size) {
    state.requestId += 1;
    state.queue.add(request(topics.slice(from, from + size), state.requestId));
  }
}

/** Subscribes to topics. Each request names at most `size` of them. */
function subscribeTo(state: State, topics: readonly string[], size: number): void {
  for (let from = 0; from < topics.length; from += size) {
    const together = topics.slice(from, from + size);
    together.forEach((topic) => state.requestOf.set(topic, together));
  }
  sendRequests(state, topics, state.stream.subscribe, size);
}

function dropTopic(state: State, refused: string, isLive: (topic: string) => boolean): readonly string[] {
  const { stream, wanted, subscribed, requestOf } = state;
  const request = requestOf.get(refused) ?? [];
  requestOf.delete(refused);
  subscribed.delete(refused);
  state.wanted = new Set([...wanted].filter((topic) => topic !== refused));
  const silent = request.filter((topic) => subscribed.has(topic) && requestOf.get(topic) === request && !isLive(topic));
  if (!state.open || stream.refusesAlone === true) {
    return [];
  }
  // The venue may refuse a request that names a subscribed topic. So request each topic alone.
  subscribeTo(state, silent, 1);
  return silent;
}

function lose(state: State, detail: string, httpStatus?: number): void {
  const { ports } = state;
  const denied = httpStatus !== undefined && isAccessDenied(httpStatus);
  const wasHealthy = state.open && ports.clock.monotonic() - state.openedAtMs >= healthyAfterMs;
  end(state);
  state.attempts = wasHealthy ? 0 : state.attempts + 1;
  guarded(ports.onLost, (error) => ports.onUnexpected?.(error))(detail);
  const growth = 2 ** Math.min(maxDoublings, Math.max(0, state.attempts - 1));
  const usualMs = Math.max(ports.connectEveryMs, Math.min(maxBackoffMs, ports.connectEveryMs * growth));
  const deniedMs = Math.min(maxDeniedMs, (ports.deniedForMs ?? deniedForMs) * growth);
  const backoffMs = denied ? Math.max(usualMs, deniedMs) : usualMs;
  const { generation } = state;
  ports.clock.after(backoffMs * (1 + ports.random() / 2), () => {
    if (!state.closed && state.generation === generation) {
      connectOrRetry(state);
    }
  });
}

/** Connects. When an attempt throws, handles it like a lost connection, so that the next attempt follows. */
function connectOrRetry(state: State): void {
  guarded(connect, (error) => {
    state.ports.onUnexpected?.(error);
    lose(state, 'an unexpected error');
  })(state);
}

/** Ends the current transport and its timers. Events that the transport emits later are ignored. */
function end(state: State): void {
  state.generation += 1;
  state.open = false;
  state.cancels.forEach((cancel) => cancel());
  state.cancels = [];
  state.queue.clear();
  state.transport?.close();
  state.transport = undefined;
}
