import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { startRepeating } from '@assay/runtime/repeat';
import { WebSocketServer, type WebSocket } from 'ws';
import type { FundingOf } from '../market/funding.ts';
import type { Market } from '../market/market.ts';
import type { StreamStates } from './faults.ts';
import { createFeed, type Feed } from './feed.ts';
import { createFundingFeed, fundingAt, type FundingFeed } from './funding-feed.ts';
import { newTrades } from './new-trades.ts';
import type { StreamProtocol, StreamedTrade } from './protocol.ts';

/** Serves one stream of one provider: by WebSocket, or as server-sent events. */
export type StreamServer = {
  /** Answers a request for server-sent events. The query of the request states the subscriptions. */
  readonly serve: (query: string, response: ServerResponse) => void;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /**
   * Sends new trades and rates to each client. A timer calls this function while there are clients. A change of a price
   * calls it immediately.
   */
  readonly push: () => void;
  /** Ends all connections. */
  readonly disconnect: () => void;
};

/** The dependencies of a stream server. */
export type StreamServerPorts = {
  readonly market: Market;
  readonly funding: FundingOf;
  readonly faults: Pick<StreamStates, 'of'>;
  /** Returns whether the provider is up. When it is not, the server refuses connections. */
  readonly isUp: () => boolean;
  /** Returns whether the provider refuses every key. */
  readonly isDenying: () => boolean;
  readonly now: () => number;
};

const pushEveryMs = 25;
const heartbeatEveryMs = 1_000;
const maxMessageBytes = 64 * 1_024;
/**
 * Maximum number of bytes that a client leaves unread. Beyond it the server closes the connection, so that the client
 * does not fill the memory.
 */
const maxBufferedBytes = 8 * 1_024 * 1_024;

/** The connection of one client. */
type ClientConnection = {
  readonly send: (text: string) => void;
  readonly terminate: () => void;
  /** Returns the number of bytes that the client has not read yet. */
  readonly unreadBytes: () => number;
};

type Client = { readonly connection: ClientConnection; readonly names: Set<string> };

type ServerState = {
  readonly protocol: StreamProtocol;
  readonly ports: StreamServerPorts;
  readonly clients: Set<Client>;
  readonly feeds: Map<string, Feed>;
  readonly rates: Map<string, FundingFeed>;
  heartbeatAtMs: number;
  stopTimer: (() => Promise<void>) | undefined;
};

/** Creates the server of a stream. Its timer runs only while there are clients. */
export function createStreamServer(protocol: StreamProtocol, ports: StreamServerPorts): StreamServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  const state: ServerState = {
    protocol,
    ports,
    clients: new Set(),
    feeds: new Map(),
    rates: new Map(),
    heartbeatAtMs: 0,
    stopTimer: undefined,
  };
  server.on('connection', (socket: WebSocket) => acceptSocket(state, socket));
  return {
    serve: (query, response) => {
      if (ports.faults.of(protocol.provider).fault === 'down') {
        response.destroy();
      } else {
        acceptEvents(state, query, response);
      }
    },
    upgrade: (request, socket, head) => {
      if (!ports.isUp() || ports.faults.of(protocol.provider).fault === 'down') {
        const status = ports.isDenying() ? '401 Unauthorized' : '503 Service Unavailable';
        socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
        return;
      }
      server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request));
    },
    push: () => push(state),
    disconnect: () => {
      for (const { connection } of state.clients) {
        connection.terminate();
      }
    },
  };
}

function acceptSocket(state: ServerState, socket: WebSocket): void {
  const client = accept(state, {
    send: (text) => socket.send(text),
    terminate: () => socket.terminate(),
    unreadBytes: () => socket.bufferedAmount,
  });
  socket.on('message', (message: Buffer) => answer(state, client, message.toString('utf8')));
  // A close event follows every error event. The handler of the close event removes the client.
  socket.on('error', () => {});
  socket.on('close', () => leave(state, client));
}

function acceptEvents(state: ServerState, query: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-assay-sandbox': 'true' });
  response.write(':\n\n');
  const client = accept(state, {
    send: (text) => void response.write(`data:${text}\n\n`),
    terminate: () => response.destroy(),
    unreadBytes: () => response.writableLength,
  });
  response.on('error', () => {});
  response.on('close', () => leave(state, client));
  answer(state, client, query);
}

function leave(state: ServerState, client: Client): void {
  state.clients.delete(client);
  if (state.clients.size === 0) {
    void state.stopTimer?.();
    state.stopTimer = undefined;
    state.feeds.clear();
    state.rates.clear();
  }
}

function accept(state: ServerState, connection: ClientConnection): Client {
  const client: Client = { connection, names: new Set() };
  state.clients.add(client);
  send(state, client, state.protocol.greeting);
  state.stopTimer ??= startRepeating(() => push(state), {
    name: `stream of ${state.protocol.provider}`,
    everyMs: pushEveryMs,
    onFailure: (error) => {
      // Publishing cannot fail in normal operation, so an error is a defect of the sandbox.
      throw error;
    },
  });
  return client;
}

function answer(state: ServerState, client: Client, text: string): void {
  const { protocol } = state;
  const { subscribe = [], unsubscribe = [], replies } = protocol.onRequest(parsed(text), text, client.names);
  send(state, client, replies);
  unsubscribe.forEach((name) => client.names.delete(name));
  for (const name of subscribe) {
    client.names.add(name);
    send(state, client, currentFunding(state, name));
    const trade = currentTrade(state, name);
    if (trade !== undefined) {
      send(state, client, [...protocol.trade(name, trade, true), ...protocol.quote(name, trade)]);
    }
  }
}

/**
 * Publishes new trades, and then returns the last published trade. Returns undefined when the fault `frozen` hides the
 * trade.
 */
function currentTrade(state: ServerState, name: string): StreamedTrade | undefined {
  const { protocol, ports } = state;
  pushBook(state, name, ports.now());
  const { fault } = ports.faults.of(protocol.provider);
  return fault === 'frozen' ? undefined : state.feeds.get(name)?.published();
}

/**
 * Returns the messages with a contract's current funding rate. The list is empty for the name of a book, and when the
 * fault `frozen` hides the rate.
 */
function currentFunding({ protocol, ports }: ServerState, name: string): readonly string[] {
  const state = ports.faults.of(protocol.provider);
  const symbol = protocol.contracts?.symbols.get(name);
  const funding = symbol === undefined ? undefined : fundingAt(ports, protocol.provider, symbol, ports.now(), state);
  return funding === undefined || state.fault === 'frozen'
    ? []
    : (protocol.contracts?.messages(name, funding, true) ?? []);
}

function feedOf({ feeds, protocol }: ServerState, name: string, nowMs: number): Feed {
  const known = feeds.get(name);
  if (known !== undefined) {
    return known;
  }
  const feed = createFeed(protocol.provider, nowMs);
  feeds.set(name, feed);
  return feed;
}

function push(state: ServerState): void {
  const { protocol, ports, clients } = state;
  const nowMs = ports.now();
  const { clockMs } = ports.faults.of(protocol.provider);
  for (const name of new Set([...clients].flatMap((client) => [...client.names]))) {
    pushBook(state, name, nowMs);
    pushFunding(state, name, nowMs);
  }
  if (nowMs - state.heartbeatAtMs >= heartbeatEveryMs) {
    state.heartbeatAtMs = nowMs;
    for (const client of clients) {
      const numbers = new Map(
        [...client.names].map((name) => [name, state.feeds.get(name)?.published()?.number ?? 0] as const),
      );
      send(state, client, protocol.heartbeat(numbers, nowMs + clockMs));
    }
  }
}

function pushBook(state: ServerState, name: string, nowMs: number): void {
  const { protocol, ports } = state;
  const book = protocol.books.get(name);
  if (book !== undefined) {
    const feed = feedOf(state, name, nowMs);
    const trades = newTrades(ports.market, protocol.provider, book, nowMs, feed.seenAtMs()).flatMap((ticker) =>
      feed.next(ticker, ports.faults.of(protocol.provider), nowMs),
    );
    publish(
      state,
      name,
      trades.flatMap((trade) => [...protocol.trade(name, trade, false), ...protocol.quote(name, trade)]),
    );
  }
}

function pushFunding(state: ServerState, name: string, nowMs: number): void {
  const { protocol, ports, rates } = state;
  const { provider, contracts } = protocol;
  const symbol = contracts?.symbols.get(name);
  if (contracts !== undefined && symbol !== undefined) {
    const feed = rates.get(name) ?? createFundingFeed((atMs, fault) => fundingAt(ports, provider, symbol, atMs, fault));
    rates.set(name, feed);
    const published = feed.next(ports.faults.of(provider), nowMs);
    publish(
      state,
      name,
      published.flatMap((funding) => contracts.messages(name, funding, false)),
    );
  }
}

function publish(state: ServerState, name: string, messages: readonly string[]): void {
  const { clients } = state;
  for (const client of clients) {
    if (messages.length > 0 && client.names.has(name)) {
      send(state, client, messages);
    }
  }
}

function send({ protocol, ports }: ServerState, { connection }: Client, messages: readonly string[]): void {
  const { fault } = ports.faults.of(protocol.provider);
  if (fault === 'silent' || messages.length === 0) {
    return;
  }
  if (connection.unreadBytes() > maxBufferedBytes) {
    connection.terminate();
    return;
  }
  for (const message of messages) {
    connection.send(fault === 'garbage' ? '<html><body>Please sign in to continue</body></html>' : message);
  }
}

/**
 * Returns the parsed JSON of a message. Returns undefined for text that is not JSON, and the protocol then replies that
 * the request is invalid.
 */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
