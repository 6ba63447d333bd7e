import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { systemClock } from '@assay/runtime/clock';
import type { ControlRequest } from './control/control.ts';
import type { ProviderStates } from './control/provider-states.ts';
import { htmlPage, json, type MockEndpoint, type MockResponse, type MockRequest } from './mock-endpoint.ts';

const maxBodyBytes = 8 * 1_024 * 1_024;
/**
 * Milliseconds for which an idle connection stays open. Callers close idle connections earlier, so that the server
 * never closes one during a request.
 */
const keepAliveMs = 90_000;

/** The response of an endpoint in the state `garbage`: a login page instead of data. */
const garbage = htmlPage(200, 'Please sign in to continue');

/** The parts of which the server consists. */
export type SandboxServerOptions = {
  readonly endpoints: readonly MockEndpoint[];
  readonly states: ProviderStates;
  readonly control: (request: ControlRequest) => MockResponse;
  /** Answers a GET below /mailbox. `path` is the part after /mailbox. */
  readonly mailbox: (path: string) => MockResponse;
  /** The sandbox's time, in milliseconds since the Unix epoch. The Date header shows it too. */
  readonly now: () => number;
};

/**
 * Creates the sandbox's HTTP server: `/<endpoint>/...` for the mock endpoints and `/control` for tests and operators.
 * Every response has the header `x-assay-sandbox: true`. The server does not listen yet.
 */
export function createSandboxServer({ endpoints, states, control, mailbox, now }: SandboxServerOptions): Server {
  const find = createEndpointFinder(endpoints);
  const dateHeader = createDateHeader();

  const serveEndpoint = (request: IncomingMessage, response: ServerResponse, { endpoint, path, query }: Target): void =>
    readBody(request, response, (body) => {
      const { delayMs } = states.of(endpoint.name);
      const finish = (): void => {
        const nowMs = now();
        const endpointRequest = {
          method: request.method ?? 'GET',
          path,
          query: new URLSearchParams(query),
          body,
          nowMs,
        };
        const { state } = states.of(endpoint.name);
        if (state !== 'up' || endpoint.stream?.(endpointRequest, response) !== true) {
          send(response, responseOf(endpoint, state, endpointRequest), dateHeader(nowMs));
        }
      };
      if (delayMs === 0) {
        finish();
      } else {
        response.on('close', systemClock.after(delayMs, finish));
      }
    });

  const server = createServer((request, response) => {
    const url = split(request.url ?? '/');
    if (url.first === 'control') {
      readBody(request, response, (body) => {
        send(response, control({ method: request.method ?? 'GET', path: url.rest, body }), dateHeader(now()));
      });
      return;
    }
    if (url.first === 'mailbox') {
      send(response, mailbox(url.rest), dateHeader(now()));
      return;
    }
    const target = find(url);
    if (target === undefined) {
      send(response, htmlPage(404, 'There is no such provider in the sandbox'), dateHeader(now()));
    } else if (states.of(target.endpoint.name).state === 'down') {
      request.socket.resetAndDestroy();
    } else {
      serveEndpoint(request, response, target);
    }
  });
  server.on('upgrade', (request, socket, head) => {
    const endpoint = find(split(request.url ?? '/'))?.endpoint;
    if (endpoint?.upgrade === undefined || states.of(endpoint.name).state === 'down') {
      socket.destroy();
    } else {
      endpoint.upgrade(request, socket, head);
    }
  });
  closeUpgradedConnections(server);
  server.keepAliveTimeout = keepAliveMs;
  return server;
}

/** The endpoint that a URL addresses, the path after the endpoint's own path, and the query. */
type Target = { readonly endpoint: MockEndpoint; readonly path: string; readonly query: string };

/** Creates a function that finds the endpoint of a URL. Endpoint paths have one or two parts. */
function createEndpointFinder(endpoints: readonly MockEndpoint[]): (url: SplitUrl) => Target | undefined {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path ?? endpoint.name, endpoint]));
  return ({ first, rest, query }) => {
    const endpoint = byPath.get(first);
    if (endpoint !== undefined) {
      return { endpoint, path: rest, query };
    }
    const slash = rest.indexOf('/', 1);
    const second = slash === -1 ? rest : rest.slice(0, slash);
    const deeper = byPath.get(first + second);
    return deeper === undefined ? undefined : { endpoint: deeper, path: rest.slice(second.length), query };
  };
}

/** Makes `closeAllConnections` also close upgraded connections, which the HTTP server of Node.js does not track. */
function closeUpgradedConnections(server: Server): void {
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (_request, socket) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  const closeHttpConnections = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeHttpConnections();
    for (const socket of upgraded) {
      socket.destroy();
    }
  };
}

function responseOf(endpoint: MockEndpoint, state: string, request: MockRequest): MockResponse {
  switch (state) {
    case 'error':
      return endpoint.serverError(request);
    case 'rate_limited':
      return endpoint.rateLimited(request);
    case 'access_denied':
      return endpoint.accessDenied?.(request) ?? json(401, { error: 'Unauthorized' });
    case 'garbage':
      return garbage;
    default:
      return endpoint.respond(request);
  }
}

type SplitUrl = { readonly first: string; readonly rest: string; readonly query: string };

/**
 * Splits a URL into the first part of its path, the rest of its path, and its query. It is faster than a URL parser.
 */
function split(url: string): SplitUrl {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  const slash = path.indexOf('/', 1);
  return slash === -1
    ? { first: path.slice(1), rest: '', query }
    : { first: path.slice(1, slash), rest: path.slice(slash), query };
}

function readBody(request: IncomingMessage, response: ServerResponse, onBody: (body: string) => void): void {
  if (request.method === 'GET') {
    request.resume();
    onBody('');
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) {
      chunks.push(chunk);
    }
  });
  request.on('end', () => {
    if (bytes > maxBodyBytes) {
      response.writeHead(413, { 'x-assay-sandbox': 'true' }).end();
      return;
    }
    onBody(Buffer.concat(chunks).toString('utf8'));
  });
}

function send(response: ServerResponse, { status, body, contentType }: MockResponse, date: string): void {
  response.writeHead(status, {
    date,
    'x-assay-sandbox': 'true',
    'content-type': contentType ?? 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/**
 * Creates a function that returns the Date header for a time. The function formats the header at most once a second.
 */
function createDateHeader(): (nowMs: number) => string {
  let second = -1;
  let written = '';
  return (nowMs) => {
    const current = Math.floor(nowMs / 1_000);
    if (current !== second) {
      second = current;
      written = new Date(nowMs).toUTCString();
    }
    return written;
  };
}
