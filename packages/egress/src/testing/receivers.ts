import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

/** A receiver on loopback that does what a script says, and counts what reaches it. */
export type Receiver = {
  readonly port: number;
  /** Connections that were accepted. */
  readonly connections: () => number;
  /** What each connection sent, in the order in which they came. */
  readonly requests: () => readonly string[];
  /** The name that each TLS connection asked for; false where it named none. */
  readonly serverNames: () => readonly (string | false | null)[];
  /** Settles when no connection is open any more. */
  readonly allClosed: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** What a receiver does once a request's head and as much of a body as it announces have come. */
export type Script = (socket: Socket) => void;

/**
 * Starts a receiver on 127.0.0.1, or on another address of this machine. With a certificate it speaks TLS; with a greeting
 * it speaks first.
 */
export async function startReceiver(
  script: Script,
  options: { readonly certificate?: Certificate; readonly host?: string; readonly greeting?: string } = {},
): Promise<Receiver> {
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

/** Answers with these bytes and ends the connection. */
export function answering(text: string): Script {
  return (socket) => {
    socket.end(text);
  };
}

/** Writes a piece each few milliseconds for as long as the connection lasts. */
export function trickling(head: string, piece: string, everyMs: number): Script {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
}

/** Writes a head and then pieces as fast as they are taken, without end. */
export function flooding(head: string, piece: string): Script {
  return (socket) => {
    socket.write(head);
    const write = (): void => {
      while (!socket.destroyed && socket.write(piece)) {
        // The socket takes more.
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
