import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * The lowest and the highest port to choose. Operating systems use higher ports for outgoing connections, from 32768 on
 * Linux and 49152 elsewhere. So these ports are still free when a service restarts.
 */
const lowestPort = 20_000;
const highestPort = 32_767;

/**
 * Number of ports in a block. A chosen port stays unused until its service listens, so two programs could choose the
 * same port. To prevent this, a program reserves whole blocks. It listens on the first port of a block until it ends,
 * and chooses among the other ports. When a program is killed, the operating system frees its blocks.
 */
const portsPerBlock = 40;
const blocks = Math.floor((highestPort + 1 - lowestPort) / portsPerBlock);
const attempts = 200;

/** Ports in this program's blocks that it has not chosen yet. */
const unused: number[] = [];

/**
 * The reservation of a block that is in progress. Concurrent searches wait for it, instead of reserving one block each.
 */
let taking: Promise<void> | undefined;

/** Returns whether a process can listen on a port of 127.0.0.1 now. */
export async function portIsFree(port: number): Promise<boolean> {
  const server = await listenOn(port);
  return server === undefined ? false : new Promise((resolve) => server.close(() => resolve(true)));
}

/** Returns a server that listens on the port, or undefined when another process listens there. */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

/**
 * Returns a port of 127.0.0.1 on which no process listens. While this program runs, neither this program nor another one
 * that uses this function gets the same port again. Throws when no port is free.
 */
export async function freePort(isFree: (port: number) => Promise<boolean> = portIsFree): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (unused.length === 0) {
      taking ??= takeBlock().finally(() => (taking = undefined));
      await taking;
    }
    const port = unused.shift();
    if (port !== undefined && (await isFree(port))) {
      return port;
    }
  }
  throw new Error(`no free port was found on 127.0.0.1 between ${lowestPort} and ${highestPort}`);
}

/**
 * Reserves one block and adds its ports to `unused`. Adds no ports when another program has reserved the block, or when
 * a process uses its first port.
 */
async function takeBlock(): Promise<void> {
  const firstPort = lowestPort + randomInt(blocks) * portsPerBlock;
  const guard = await listenOn(firstPort);
  // Without unref, the listening server would keep every command of the project running after its end.
  guard?.unref();
  if (guard !== undefined) {
    unused.push(...Array.from({ length: portsPerBlock - 1 }, (_, index) => firstPort + 1 + index));
  }
}

const defaultGatewayPort = 8080;
const defaultDashboardPort = 8090;

/** Returns the dashboard's port: the requested one, 8090 when none is requested, or a free one when 8090 is in use. */
export async function chooseDashboardPort(requestedPort: number | undefined): Promise<number> {
  if (requestedPort !== undefined && requestedPort !== 0) {
    return requestedPort;
  }
  return requestedPort === undefined && (await portIsFree(defaultDashboardPort)) ? defaultDashboardPort : freePort();
}

/**
 * Returns the gateway's port: the requested one, 8080 when none is requested, or any free port for zero. Falls back to
 * a free port when 8080 is in use, with a note. Throws when the requested port is in use.
 */
export async function chooseGatewayPort(
  wanted: number | undefined,
  onNote: (line: string) => void,
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
      `port ${wanted} is in use by another program. Stop that program, set ASSAY_PORT to another port, or unset ` +
        'ASSAY_PORT to use a free one',
    );
  }
  const port = await freePort(isFree);
  onNote(`port ${defaultGatewayPort} is in use by another program; the gateway uses ${port}`);
  return port;
}
