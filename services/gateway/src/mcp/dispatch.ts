import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A request to the API that this process itself makes. */
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

/** The response to a request that this process itself made. */
export type LocalResponse = {
  readonly status: number;
  readonly body: string;
  /**
   * Ends the response. Call it with true when the caller's connection has accepted the answer, and with false when it
   * certainly will not. Until this call the answer counts as being sent, so its charge is not confirmed.
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
  // The stream discards the bytes of the response. The body is taken from `response.end` instead. A write ends only
  // when the caller's own connection has accepted the answer, so that Node.js then reports the response as finished.
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
  // Node.js would treat a request that ends before it is complete as a lost connection.
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
      // As the HTTP server of Node.js does, this detaches the connection after all other listeners of 'finish'.
      process.nextTick(() => {
        response.detachSocket(socket);
        response.emit('close');
      });
    });
    listener(request, response);
  });
}
