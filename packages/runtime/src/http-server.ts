import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { guarded } from './guarded.ts';
import { listen } from './operations.ts';
import { networkOf } from './remote-network.ts';
import { requestsInTurn } from './requests-in-turn.ts';

/** Limits of the public port. They bound the time and the memory that one caller can take. */
const bounds = {
  maxHeaderBytes: 16_384,
  headersTimeoutMs: 5_000,
  /**
   * A request must arrive completely within this time, so that a slow sender does not exceed the deadline of a call.
   */
  requestTimeoutMs: 8_000,
  checkTimeoutsEveryMs: 500,
  keepAliveTimeoutMs: 65_000,
  maxConnections: 10_000,
  /**
   * A connection on which nothing was read or written for this time is closed. A call lasts less, and idle connections
   * have their own limit. Without it a caller that reads nothing holds the memory of its response.
   */
  progressTimeoutMs: 10_000,
};

/** Limits that a deployment or a test can change. */
export type ConnectionLimits = {
  /** Maximum number of open connections from one remote address; 0 or absent means no limit. */
  readonly maxConnectionsPerAddress?: number;
  /** Milliseconds without progress after which a connection is closed. */
  readonly progressTimeoutMs?: number;
  /** Milliseconds that a draining server leaves idle connections open after it stopped listening; 0 when absent. */
  readonly lingerMs?: number;
  /** Takes an error that the listener threw. Its request ends without a response. */
  readonly onUnexpected?: (error: unknown) => void;
};

/**
 * Returns how long a public port lingers: a second when the service drains before it stops, otherwise not at all, as on one
 * machine where nobody moves callers away.
 */
export function lingerMsOf({ ASSAY_DRAIN_SECONDS: seconds }: { readonly ASSAY_DRAIN_SECONDS: number }): number {
  return seconds > 0 ? 1_000 : 0;
}

/** The open public port. */
export type HttpServer = {
  readonly port: number;
  /** Stops taking connections and requests. Requests in flight continue. */
  readonly drain: () => void;
  /** Resolves when all requests are answered. After the timeout it closes the connections of the others. */
  readonly close: (timeoutMs: number) => Promise<void>;
};

/**
 * Returns a listener that answers 400 to a request with several Host headers, as RFC 9112 demands. Node.js would use the first one
 * without a word, and a proxy in front can have used another one.
 */
function withOneHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    const names = request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
    if (names.length <= 1) {
      listener(request, response);
      return;
    }
    response.writeHead(400, { connection: 'close', 'content-type': 'text/plain; charset=utf-8' });
    response.end('the request has several Host headers; send exactly one\n');
  };
}

/** Returns a listener whose errors end the connection of their request, and nothing else. */
function endingOwnRequest(
  listener: RequestListener,
  onUnexpected: (error: unknown) => void = () => undefined,
): RequestListener {
  return (request, response) =>
    guarded(listener, (error) => {
      onUnexpected(error);
      request.socket.destroy();
    })(request, response);
}

/**
 * Serves a listener over HTTP, one request of a connection at a time. Rejects with the system's error, such as EADDRINUSE.
 */
export async function serveHttp(
  givenListener: RequestListener,
  port: number,
  host: string,
  limits: ConnectionLimits = {},
): Promise<HttpServer> {
  const listener = requestsInTurn(withOneHost(endingOwnRequest(givenListener, limits.onUnexpected)));
  const server = createServer(
    {
      maxHeaderSize: bounds.maxHeaderBytes,
      headersTimeout: bounds.headersTimeoutMs,
      requestTimeout: bounds.requestTimeoutMs,
      connectionsCheckingInterval: bounds.checkTimeoutsEveryMs,
      keepAliveTimeout: bounds.keepAliveTimeoutMs,
    },
    listener,
  );
  server.maxConnections = bounds.maxConnections;
  server.timeout = limits.progressTimeoutMs ?? bounds.progressTimeoutMs;
  limitConnections(server, limits.maxConnectionsPerAddress ?? 0);
  // A listener that wants a body only after it checked the caller sends the 100 Continue itself.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  await listen(server, port, host);
  const address = server.address();
  let closed: Promise<void> | undefined;
  const drain = (): void => {
    closed ??= closeGently(server, limits.lingerMs ?? 0);
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    drain,
    close: async (timeoutMs) => {
      drain();
      const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearTimeout(cutOff);
    },
  };
}

/**
 * Stops listening, and closes idle connections after a time. `server.close()` closes them at once, also one whose next
 * request is on its way; the caller then sees a broken connection and cannot know whether the request was read. Resolves
 * when all connections are closed.
 */
function closeGently(server: Server, lingerMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A request that has arrived is read before the next immediate. Its connection is then not idle.
    const timer = setTimeout(() => setImmediate(() => server.closeIdleConnections()), lingerMs);
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Closes a connection at once when its remote address has `maxPerAddress` others. */
function limitConnections(server: Server, maxPerAddress: number): void {
  if (maxPerAddress === 0) {
    return;
  }
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = open.get(network) ?? 0;
    if (count >= maxPerAddress) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) {
        open.delete(network);
      } else {
        open.set(network, left);
      }
    });
  });
}
