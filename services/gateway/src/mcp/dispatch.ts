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
export type LocalResponse = {
  readonly status: number;
  readonly body: string;
  /**
   * Ends the response. Call it with true when the caller's connection took the answer, and with false when it never will.
   * Until then the response counts as being written, so its charge is not confirmed.
   */
  readonly onDelivered: (delivered: boolean) => void;
};

/**
 * Sends a request to a listener without a connection, and resolves with its response. The listener sees the usual
 * request and response of Node.js. When the signal aborts before the response, the response closes as if the caller had
 * disconnected, and the promise rejects with the signal's reason.
 */
export function dispatch(listener: RequestListener, local: LocalRequest): Promise<LocalResponse> {
  const { signal, remoteAddress } = local;
  signal.throwIfAborted();
  let isTaken = false;
  let onTaken = (): void => undefined;
  // The bytes of the response go nowhere. Its body is taken where the listener hands it over. A write ends when the
  // caller's own connection took the answer, because Node.js reports the response as finished then.
  const stream = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, done) => {
      onTaken = done;
      if (isTaken) {
        done();
      }
    },
  });
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
    const onAbort = (): void => {
      response.destroy();
      reject(signal.reason as Error);
    };
    const onDelivered = (delivered: boolean): void => {
      if (delivered) {
        isTaken = true;
        onTaken();
      } else {
        response.destroy();
      }
    };
    const end = response.end.bind(response) as (chunk: unknown) => typeof response;
    response.end = ((chunk?: string | Buffer) => {
      signal.removeEventListener('abort', onAbort);
      resolve({ status: response.statusCode, body: String(chunk ?? ''), onDelivered });
      return end(chunk);
    }) as typeof response.end;
    signal.addEventListener('abort', onAbort, { once: true });
    response.once('finish', () => {
      // A server does this for its own responses, after all listeners of this event.
      process.nextTick(() => {
        response.detachSocket(socket);
        response.emit('close');
      });
    });
    listener(request, response);
  });
}
