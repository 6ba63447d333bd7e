import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

/** One scripted response: a status with a JSON body, or a function that writes the response itself. */
export type ScriptedResponse =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | ((response: ServerResponse) => void);

/** A 503 after which the client may send the call again at once. */
export const busy = {
  status: 503,
  body: { status: 'error', code: 'UNAVAILABLE', error: 'busy' },
  headers: { 'retry-after': '0' },
};

/** A server that gives scripted responses in order, and repeats the last one. */
export type ScriptedServer = {
  readonly url: string;
  readonly received: ReceivedRequest[];
  readonly script: (...responses: readonly ScriptedResponse[]) => void;
  readonly close: () => Promise<void>;
};

/** Starts a server on a free port of this machine. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = [];
  let scripted: readonly ScriptedResponse[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      });
      const next = scripted[Math.min(received.length, scripted.length) - 1];
      if (typeof next === 'function') {
        next(response);
      } else {
        response.writeHead(next?.status ?? 500, { 'content-type': 'application/json', ...next?.headers });
        response.end(next?.body === undefined ? '' : JSON.stringify(next.body));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    script: (...responses) => {
      received.length = 0;
      scripted = responses;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
