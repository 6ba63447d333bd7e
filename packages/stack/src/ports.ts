import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Bounds of the chosen ports. Operating systems use higher ports for outgoing connections (from 32768 on Linux, 49152
 * elsewhere). A restarted service therefore finds its port free.
 */
const lowestPort = 20_000;
const highestPort = 32_767;
const attempts = 100;

/** Ports that freePort returned. A port stays free until its process listens, so freePort never returns one twice. */
const given = new Set<number>();

/** Returns whether a process can listen on a port of 127.0.0.1 now. */
export function portIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Returns a port of 127.0.0.1 on which no process listens. Throws when it finds none. */
export async function freePort(isFree: (port: number) => Promise<boolean> = portIsFree): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowestPort, highestPort + 1);
    if (given.has(port)) {
      continue;
    }
    // Added before the check, because a concurrent search would otherwise find the same port free.
    given.add(port);
    if (await isFree(port)) {
      return port;
    }
    given.delete(port);
  }
  throw new Error(`no free port was found on 127.0.0.1 between ${lowestPort} and ${highestPort}`);
}

const defaultGatewayPort = 8080;
const defaultDashboardPort = 8090;

/** Returns the dashboard's port: the requested one, 8090 when none is requested, or a free one when 8090 is in use. */
export async function chooseDashboardPort(wanted: number | undefined): Promise<number> {
  if (wanted !== undefined && wanted !== 0) {
    return wanted;
  }
  return wanted === undefined && (await portIsFree(defaultDashboardPort)) ? defaultDashboardPort : freePort();
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
