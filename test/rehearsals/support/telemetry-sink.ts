import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collector that accepts telemetry over OTLP/HTTP and discards it. */
export type TelemetrySink = {
  readonly url: string;
  /** Returns the number of exports that the collector has accepted. */
  readonly exports: () => number;
  /** Closes its port and every connection. */
  readonly goDown: () => Promise<void>;
  /** Listens on the same port again. */
  readonly comeBack: () => Promise<void>;
};

/** Starts a collector on a free port of 127.0.0.1. */
export async function startTelemetrySink(): Promise<TelemetrySink> {
  let accepted = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      accepted += 1;
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exports: () => accepted,
    goDown: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    comeBack: () => listen(port),
  };
}
