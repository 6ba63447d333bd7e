import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A request to the API from this process. */
export type LocalRequest = {
  readonly method: string;
  readonly path: string;
  /** Headers with lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The IP address of the caller on whose behalf the request is made. */
  readonly remoteAddress: string;
  readonly signal: AbortSignal;
};

/** The response to a request from this process. */
export type LocalResponse = { readonly status: number; readonly body: string };

/**
 * Sends a request to a listener without a connection, and resolves with its response. The listener sees the usual
 * request and response of Node.js. When the signal aborts, the response closes as if the caller had disconnected, and
 * the promise rejects with the signal's reason.
 */
export function dispatch(listener: RequestListener, local: LocalRequest): Promise<LocalResponse> {
  const { signal, remoteAddress } = local;
  signal.throwIfAborted();
  // The bytes of the response go nowhere. Its body is taken where the listener hands it over.
  const stream = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const socket = Object.defineProperty(stream, 'remoteAddress', { value: remoteAddress }) as unknown as Socket;
  const request = new IncomingMessage(socket);
  const length = Buffer.byteLength(local.body);
  request.method = local.method;
  request.url = local.path;
  request.headers = { ...local.headers, ...(length === 0 ? {} : { 'content-length': String(length) }) };
  request.push(local.body);
  request.push(null);
  // Node.js would take a request that ends incomplete for a lost connection.
  request.complete = true;
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  return new Promise((resolve, reject) => {
    let body = '';
    const end = response.end.bind(response) as (chunk: unknown) => typeof response;
    response.end = ((chunk?: string | Buffer) => {
      body = String(chunk ?? '');
      return end(chunk);
    }) as typeof response.end;
    const onAbort = (): void => {
      response.destroy();
      response.emit('close');
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    response.once('finish', () => {
      signal.removeEventListener('abort', onAbort);
      // A server does this for its own responses.
      response.detachSocket(socket);
      response.emit('close');
      resolve({ status: response.statusCode, body });
    });
    listener(request, response);
  });
}
