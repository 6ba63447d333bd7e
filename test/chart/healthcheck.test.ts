import { afterEach, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from './support/chart.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Serves /readyz on an address. Returns the port. Returns undefined when the machine does not have the address. */
function serveOn(host: string): Promise<number | undefined> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/readyz' ? 200 : 503).end();
  });
  servers.push(server);
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function exitCodeOf(path: string, environment: Readonly<Record<string, string>>): Promise<number | null> {
  const program = spawn(process.execPath, [join(root, 'deploy/image/healthcheck.mjs'), path], { env: environment });
  return new Promise((resolve) => {
    program.once('exit', resolve);
  });
}

test.each([
  ['127.0.0.1', ''],
  ['127.0.0.1', '0.0.0.0'],
  ['127.0.0.1', '127.0.0.1'],
  ['::1', ''],
  ['::1', '::'],
  ['::1', '[::]'],
  ['::1', '::1'],
  ['::1', '[::1]'],
])(
  'a service on %s with ASSAY_BIND_HOST "%s" is found',
  async (host, bound) => {
    // On a machine without IPv6, the program must still accept the setting. It then finds no server.
    const port = await serveOn(host);
    const environment = { ASSAY_OPS_PORT: String(port ?? 9), ASSAY_BIND_HOST: bound };
    expect(await exitCodeOf('/readyz', environment)).toBe(port === undefined ? 1 : 0);
    expect(await exitCodeOf('/healthz', environment)).toBe(1);
  },
  30_000,
);
