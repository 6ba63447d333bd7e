import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { guarded } from './guarded.ts';
import { listen } from './operations.ts';
import { networkOf } from './remote-network.ts';
import { requestsInTurn } from './requests-in-turn.ts';

/** Limits of the public port. They bound the time and memory that one caller can use. */
const bounds = {
  maxHeaderBytes: 16_384,
  headersTimeoutMs: 5_000,
  /**
   * Maximum time for a request to arrive completely, in milliseconds. It keeps a slow sender within the deadline of a
   * call.
   */
  requestTimeoutMs: 8_000,
  checkTimeoutsEveryMs: 500,
  keepAliveTimeoutMs: 65_000,
  maxConnections: 10_000,
  /**
   * Maximum time without any read or write, in milliseconds. The server then closes the connection. Calls are shorter,
   * and idle connections have their own limit. Without this limit, a caller that does not read its response would
   * occupy memory without end.
   */
  progressTimeoutMs: 10_000,
};

/** Limits of the public port that a deployment or a test can change. */
export type ConnectionLimits = {
  /** Maximum number of open connections from one remote address; 0 or absent means no limit. */
  readonly maxConnectionsPerAddress?: number;
  /** Time without progress after which a connection is closed, in milliseconds. */
  readonly progressTimeoutMs?: number;
  /**
   * Time for which a draining server keeps idle connections open after it stopped listening, in milliseconds; 0 when absent.
   */
  readonly lingerMs?: number;
  /** Receives an error that the listener threw. The request then ends without a response. */
  readonly onUnexpected?: (error: unknown) => void;
};

/**
 * Returns the time for which idle connections stay open during a drain, in milliseconds. It is a second for a service
 * that drains before it stops. Otherwise it is zero, as on a single machine, where nothing redirects callers.
 */
export function lingerMsOf({ ASSAY_DRAIN_SECONDS: seconds }: { readonly ASSAY_DRAIN_SECONDS: number }): number {
  return seconds > 0 ? 1_000 : 0;
}

/** The open public port. */
export type HttpServer = {
  readonly port: number;
  /** Stops accepting connections and requests. Requests in flight continue. */
  readonly drain: () => void;
  /** Resolves when all requests are answered. After the timeout it closes the remaining connections. */
  readonly close: (timeoutMs: number) => Promise<void>;
};

/**
 * Returns a listener that answers 400 to a request with several Host headers, as RFC 9112 requires. Node.js would
 * silently use the first header, while a proxy in front may have used another.
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

/** Returns a listener whose errors end only the connection of the failed request. */
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
 * Serves a listener over HTTP. It handles one request of a connection at a time. Rejects with the system's error, such
 * as EADDRINUSE, when it cannot listen.
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
  // The listener sends "100 Continue" itself, because it reads a body only after it has checked the caller.
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
 * Stops listening, and closes idle connections after `lingerMs`. `server.close()` would close them immediately, even
 * while the next request is on its way. The caller would then see a broken connection and could not know whether the
 * server read the request. Resolves when all connections are closed.
 */
function closeGently(server: Server, lingerMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Node.js reads a request that has arrived before it runs the next immediate. Its connection then no longer counts
    // as idle.
    const timer = setTimeout(() => setImmediate(() => server.closeIdleConnections()), lingerMs);
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Closes a new connection immediately when its remote address already has `maxPerAddress` connections. */
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
      const connectionsLeft = (open.get(network) ?? 1) - 1;
      if (connectionsLeft === 0) {
        open.delete(network);
      } else {
        open.set(network, connectionsLeft);
      }
    });
  });
}
