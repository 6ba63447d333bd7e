import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '../../../services/sandbox/src/sandbox.ts';

/** A sandbox that listens on this machine. */
export type SandboxServer = {
  /** Its address: `host:port`. */
  readonly host: string;
  /** Stops it and ends its connections. */
  readonly close: () => void;
};

/**
 * Starts a sandbox on a free port of 127.0.0.1.
 * @param seed the same seed gives the same market.
 * @param now milliseconds since the Unix epoch.
 */
export async function startSandbox(seed: string, now: () => number): Promise<SandboxServer> {
  const server = createSandbox(seed, now);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
