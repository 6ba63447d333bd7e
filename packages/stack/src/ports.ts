import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below those that systems give to outgoing connections (32768 on Linux, 49152 elsewhere), so that a service
 * that is started again finds its own port still free.
 */
const lowestPort = 20_000;
const highestPort = 32_767;
const attempts = 100;

/** A port is free until somebody listens on it, so this process never gives the same one to two of its own. */
const given = new Set<number>();

/** Whether a port of 127.0.0.1 can be listened on at this moment. */
export function portIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A port of 127.0.0.1 that nobody listens on at this moment. Throws when none is found. */
export async function freePort(isFree: (port: number) => Promise<boolean> = portIsFree): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowestPort, highestPort + 1);
    if (given.has(port)) {
      continue;
    }
    // Taken before it is looked at: searches that run side by side would else both find it free.
    given.add(port);
    if (await isFree(port)) {
      return port;
    }
    given.delete(port);
  }
  throw new Error(`no free port was found on 127.0.0.1 between ${lowestPort} and ${highestPort}`);
}

const defaultGatewayPort = 8080;

/**
 * The gateway's port: the one asked for (zero: any free one), else 8080, else a free one, which is said.
 * Throws an error that says what to do when the port that was asked for is taken.
 */
export async function chooseGatewayPort(
  wanted: number | undefined,
  tell: (line: string) => void,
  isFree: (port: number) => Promise<boolean> = portIsFree,
): Promise<number> {
  if (wanted === 0) {
    return freePort(isFree);
  }
  if (await isFree(wanted ?? defaultGatewayPort)) {
    return wanted ?? defaultGatewayPort;
  }
  if (wanted !== undefined) {
    throw new Error(
      `port ${wanted} is taken by another program: stop that program, or give another port in ASSAY_PORT, or leave ` +
        'ASSAY_PORT out to take a free one',
    );
  }
  const port = await freePort(isFree);
  tell(`port ${defaultGatewayPort} is taken by another program; the gateway takes ${port}`);
  return port;
}
