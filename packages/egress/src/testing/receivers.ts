import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

/** A receiver on loopback that follows a script and records what reaches it. */
export type TestReceiver = {
  readonly port: number;
  /** Number of accepted connections. */
  readonly connections: () => number;
  /** The text that arrived on each connection, in the order of the connections. */
  readonly requests: () => readonly string[];
  /** The SNI of each TLS connection; false for a connection without SNI. */
  readonly serverNames: () => readonly (string | false | null)[];
  /** Resolves when no connection is open. */
  readonly allClosed: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Writes the response on a connection. It runs when the whole request, including the body, has arrived. */
export type ReceiverScript = (socket: Socket) => void;

/**
 * Starts a receiver on 127.0.0.1 or another address of this machine. With a certificate it speaks TLS. If there is a
 * greeting, the receiver sends it before the request arrives.
 */
export async function startReceiver(
  script: ReceiverScript,
  options: { readonly certificate?: Certificate; readonly host?: string; readonly greeting?: string } = {},
): Promise<TestReceiver> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const serverNames: (string | false | null)[] = [];
  let connections = 0;
  let waiting: (() => void)[] = [];
  const serve = (socket: Socket): void => {
    const index = requests.push('') - 1;
    let hasAnswered = false;
    if ('servername' in socket) {
      serverNames.push(socket.servername as string | false | null);
    }
    socket.on('error', () => undefined);
    if (options.greeting !== undefined) {
      socket.write(options.greeting);
    }
    socket.on('data', (chunk: Buffer) => {
      const request = (requests[index] ?? '') + chunk.toString('utf8');
      requests[index] = request;
      if (!hasAnswered && isWhole(request)) {
        hasAnswered = true;
        script(socket);
      }
    });
  };
  const server: Server =
    options.certificate === undefined ? createServer(serve) : createTlsServer({ ...options.certificate }, serve);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) {
        waiting.forEach((resolve) => resolve());
        waiting = [];
      }
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, options.host ?? '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    requests: () => requests,
    serverNames: () => serverNames,
    allClosed: () => new Promise((resolve) => (sockets.size === 0 ? resolve() : waiting.push(resolve))),
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Creates a script that writes a text and ends the connection. */
export function answering(text: string): ReceiverScript {
  return (socket) => {
    socket.end(text);
  };
}

/** Creates a script that writes `head`, and then `piece` at a fixed interval until the connection closes. */
export function trickling(head: string, piece: string, everyMs: number): ReceiverScript {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
}

/** Creates a script that writes `head`, and then `piece` again and again as fast as the socket accepts it. */
export function flooding(head: string, piece: string): ReceiverScript {
  return (socket) => {
    socket.write(head);
    const write = (): void => {
      while (!socket.destroyed && socket.write(piece)) {
        // Write until the socket's buffer is full.
      }
    };
    socket.on('drain', write);
    write();
  };
}

function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  const announced = /\r\ncontent-length: (\d+)\r\n/i.exec(request)?.[1];
  return end !== -1 && Buffer.byteLength(request.slice(end + 4)) >= Number(announced ?? 0);
}
