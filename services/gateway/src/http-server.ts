import { createServer, type RequestListener } from 'node:http';
import { listen } from '@assay/service/operations';

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
};

/** The open public port. */
export type HttpServer = {
  readonly port: number;
  /** Stops taking connections and requests. Requests in flight continue. */
  readonly drain: () => void;
  /** Resolves when all requests are answered. After the timeout it closes the connections of the others. */
  readonly close: (timeoutMs: number) => Promise<void>;
};

/** Serves a listener over HTTP. Rejects with the system's error, such as EADDRINUSE. */
export async function serveHttp(listener: RequestListener, port: number, host: string): Promise<HttpServer> {
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
  // The gateway wants a body only after it checked the key, so readBody sends the 100 Continue.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  await listen(server, port, host);
  const address = server.address();
  let closed: Promise<void> | undefined;
  const drain = (): void => {
    closed ??= new Promise((resolve) => server.close(() => resolve()));
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
