import { createServer, type RequestListener } from 'node:http';
import { listen } from '@assay/service/operations';

/** Bounds of the public port: what one caller can make the process keep waiting for, or keep in memory. */
const bounds = {
  maxHeaderBytes: 16_384,
  headersTimeoutMs: 5_000,
  /** A request must have arrived whole by then, so that a slow sender does not outlast the time of a call. */
  requestTimeoutMs: 8_000,
  checkTimeoutsEveryMs: 500,
  keepAliveTimeoutMs: 65_000,
  maxConnections: 10_000,
};

/** The public port, open. */
export type HttpServer = {
  readonly port: number;
  /** Takes no new connection and no new request on the old ones; what was begun goes on. */
  readonly drain: () => void;
  /** Resolves when all requests are answered, or when the time is over and the rest were cut off. */
  readonly close: (timeoutMs: number) => Promise<void>;
};

/** Serves a listener over HTTP. Rejects with the system's error, such as a port that is taken. */
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
  // Whether the body is wanted is known only after the key was seen, so that asking for it is left to the reader.
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
