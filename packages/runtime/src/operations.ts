import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { withTimeout } from './clock.ts';

/** A named readiness check. It resolves when the dependency is ready, and rejects otherwise. */
export type Check = {
  readonly name: string;
  readonly run: () => Promise<void>;
  /**
   * Says when a failure of this check makes the service unready: `always`, only until the check has passed once
   * (`start`), or `never`. A service that can still answer its callers without the dependency, even with an error,
   * should stay ready. An unready service would get no requests.
   */
  readonly need: 'always' | 'start' | 'never';
};

const checkTimeoutMs = 500;

/** Handles the requests to one path of the operations port, for any method. When it rejects, the server answers 500. */
export type OperationsPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The running server of a service's operations port. */
export type OperationsServer = {
  readonly port: number;
  readonly close: () => Promise<void>;
};

/**
 * Serves /healthz, /readyz and /metrics. /healthz always answers 200. /readyz answers 200 when every required check
 * passes within 500 ms and the service is not stopping. Its body lists the checks that failed. It lists a failed check
 * as impaired when the service stays ready without it. `pages` has the handlers of all other paths; a service may add
 * handlers while it starts.
 */
export async function serveOperations(options: {
  readonly host: string;
  readonly port: number;
  readonly registry: Registry;
  readonly checks: readonly Check[];
  readonly stopping: () => boolean;
  readonly pages?: ReadonlyMap<string, OperationsPage>;
}): Promise<OperationsServer> {
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const page = options.pages?.get(path);
    const responseDone = page === undefined ? answer(path, response, options) : page(request, response);
    responseDone.catch(() => (response.headersSent ? response.destroy() : response.writeHead(500).end()));
  });
  await listen(server, options.port, options.host);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  path: string,
  response: ServerResponse,
  options: { readonly registry: Registry; readonly checks: readonly Check[]; readonly stopping: () => boolean },
): Promise<void> {
  switch (path) {
    case '/healthz':
      sendJson(response, 200, { status: 'alive' });
      return;
    case '/readyz': {
      const failures = (await Promise.all(options.checks.map(runCheck))).filter((failure) => failure !== undefined);
      const namesOf = (isRequired: boolean): string[] =>
        failures.filter((failure) => failure.isRequired === isRequired).map(({ name }) => name);
      const failed = namesOf(true);
      const ready = failed.length === 0 && !options.stopping();
      sendJson(response, ready ? 200 : 503, {
        status: options.stopping() ? 'stopping' : ready ? 'ready' : 'not ready',
        failed,
        impaired: namesOf(false),
      });
      return;
    }
    case '/metrics':
      response.writeHead(200, { 'content-type': options.registry.contentType });
      response.end(await options.registry.metrics());
      return;
    default:
      sendJson(response, 404, { error: 'this port serves /healthz, /readyz and /metrics' });
  }
}

const passedOnce = new WeakSet<Check>();

/**
 * Runs one check within its time limit. Returns undefined when the check passed; otherwise its name and whether the
 * service needs it.
 */
async function runCheck(check: Check): Promise<{ readonly name: string; readonly isRequired: boolean } | undefined> {
  try {
    await withTimeout(checkTimeoutMs, check.run(), () => new Error('the check took too long'));
    passedOnce.add(check);
    return undefined;
  } catch {
    const { name, need } = check;
    return { name, isRequired: need === 'always' || (need === 'start' && !passedOnce.has(check)) };
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Starts to listen. Rejects with the system's error, for example when the port is in use. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
