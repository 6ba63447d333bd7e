import { connect, type Socket } from 'node:net';

/** The bytes of one HTTP request. */
export type RawRequest = {
  /** The bytes, in the pieces in which the client writes them. */
  readonly pieces: readonly Buffer[];
  /** Whether the response has no body, as for HEAD. */
  readonly isHead: boolean;
  /**
   * Whether the client closes its side of the connection after these bytes. It then reads until the server closes the
   * connection too.
   */
  readonly isCut: boolean;
};

/** One HTTP response. Header names are in lower case. */
export type RawResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** A client with one keep-alive connection. It can send bytes that fetch refuses to send. */
export type RawClient = {
  /**
   * Sends one request and returns its responses. There is one, or any number when `isCut`. There is none when the
   * server closed the connection without a response. Rejects after 20 seconds.
   */
  readonly send: (request: RawRequest) => Promise<readonly RawResponse[]>;
  readonly close: () => void;
};

const responseTimeoutMs = 20_000;
const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('0\r\n\r\n');

/** Creates a client of a server. The client connects with its first request. */
export function createRawClient(url: string): RawClient {
  const { hostname, port } = new URL(url);
  let openSocket: Socket | undefined;
  const send = async (request: RawRequest): Promise<readonly RawResponse[]> => {
    const reused = openSocket;
    openSocket = undefined;
    const socket = reused ?? connect({ host: hostname, port: Number(port), noDelay: true });
    const received = await exchange(socket, request);
    if (received.length === 0 && reused !== undefined && !request.isCut) {
      // The server closed the idle connection before it read the request, so send it again (RFC 9112 section 9.3.1).
      return send(request);
    }
    const keepsAlive = !request.isCut && received.length === 1 && received[0]?.headers.get('connection') !== 'close';
    if (keepsAlive && !socket.destroyed) {
      openSocket = socket;
    } else {
      socket.destroy();
    }
    return received;
  };
  return { send, close: () => openSocket?.destroy() };
}

/**
 * Writes a request. Resolves to its responses after the first complete one. For a request with `isCut`, resolves when
 * the connection closes.
 */
function exchange(socket: Socket, request: RawRequest): Promise<readonly RawResponse[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const responses = (): RawResponse[] => parseResponses(Buffer.concat(chunks), request.isHead);
    const finish = (settle: () => void): void => {
      clearTimeout(timeout);
      socket.removeAllListeners();
      // Without a listener, a later reset of the connection would throw an error.
      socket.on('error', () => undefined);
      settle();
    };
    const timeout = setTimeout(() => {
      socket.destroy();
      finish(() => reject(new Error(`the server neither answered nor closed within ${responseTimeoutMs} ms`)));
    }, responseTimeoutMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const complete = request.isCut ? [] : responses();
      if (complete.length > 0) {
        // The server may respond before all pieces are written. Wait for the write, so that the next request does not
        // follow an incomplete one.
        void written.then(() => finish(() => resolve(complete)));
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => finish(() => resolve(responses())));
    const written = writePieces(socket, request);
  });
}

async function writePieces(socket: Socket, request: RawRequest): Promise<void> {
  for (const piece of request.pieces) {
    if (socket.destroyed) {
      return;
    }
    socket.write(piece);
    await new Promise((next) => setImmediate(next));
  }
  if (request.isCut) {
    socket.end();
  }
}

/** Returns the complete final responses at the start of the bytes. */
function parseResponses(bytes: Buffer, isHead: boolean): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let start = 0; ;) {
    const headEnd = bytes.indexOf(endOfHead, start);
    if (headEnd === -1) {
      return responses;
    }
    const [statusLine = '', ...lines] = bytes.toString('latin1', start, headEnd).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
    const headers = new Map(lines.map((line) => [nameOf(line), line.slice(line.indexOf(':') + 1).trim()]));
    const bodyStart = headEnd + endOfHead.length;
    const isEmpty = (isHead && responses.length === 0) || status < 200 || status === 204 || status === 304;
    const bodyEnd = bodyStart + (isEmpty ? 0 : bodyLength(bytes.subarray(bodyStart), headers));
    if (bodyEnd > bytes.length) {
      return responses;
    }
    if (!(status < 200)) {
      responses.push({ status, headers, body: bytes.toString('utf8', bodyStart, bodyEnd) });
    }
    start = bodyEnd;
  }
}

/**
 * Returns the number of bytes of a body. Node.js answers a request without a host with a chunked response. All other
 * responses state a length.
 */
function bodyLength(rest: Buffer, headers: RawResponse['headers']): number {
  if (headers.get('transfer-encoding') !== 'chunked') {
    return Number(headers.get('content-length') ?? 0);
  }
  const lastChunk = rest.indexOf(endOfChunks);
  return lastChunk === -1 ? Infinity : lastChunk + endOfChunks.length;
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(':')).toLowerCase();
}
