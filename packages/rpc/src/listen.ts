import * as grpc from '@grpc/grpc-js';
import { createServer, isIPv6, type AddressInfo, type Socket } from 'node:net';
import type { Identity } from './identity.ts';

/** An open port of a gRPC server. */
export type Listening = {
  readonly port: number;
  /** Refuses new connections. Resolves when the server has ended those that were open. */
  readonly close: () => Promise<void>;
};

/** The first byte of a TLS connection: the type of a handshake record (RFC 8446). HTTP/2 without TLS begins with "P". */
const tlsHandshake = 0x16;
/** Time in which a new connection must send its first byte, in milliseconds. */
const firstByteWithinMs = 20_000;

/**
 * Opens a port of a gRPC server. Depending on `identity.mutualTls`, the port serves plain connections, connections with
 * mutual TLS, or both. Rejects when the port cannot be opened.
 * @param address the address on which to listen, without brackets; port 0 takes a free port.
 * @param onPlain called for each connection without TLS on a port that serves both.
 */
export async function listen(
  server: grpc.Server,
  identity: Identity,
  address: { readonly host: string; readonly port: number },
  onPlain: () => void = () => undefined,
): Promise<Listening> {
  if (identity.mutualTls === 'optional') {
    return listenForBoth(server, identity, address, onPlain);
  }
  const target = `${isIPv6(address.host) ? `[${address.host}]` : address.host}:${address.port}`;
  return new Promise((resolve, reject) => {
    server.bindAsync(target, identity.server, (error, port) =>
      error === null ? resolve({ port, close: () => Promise.resolve() }) : reject(error),
    );
  });
}

/** Opens one port for both kinds of connections, so that Services and network policies need no second port. */
async function listenForBoth(
  server: grpc.Server,
  identity: Pick<Identity, 'server'>,
  address: { readonly host: string; readonly port: number },
  onPlain: () => void,
): Promise<Listening> {
  const mutual = server.createConnectionInjector(identity.server);
  const plain = server.createConnectionInjector(grpc.ServerCredentials.createInsecure());
  const undecided = new Set<Socket>();
  const listener = createServer((socket) => {
    undecided.add(socket);
    decide(socket, (isTls) => {
      undecided.delete(socket);
      if (isTls === true) {
        mutual.injectConnection(socket);
      } else if (isTls === false) {
        onPlain();
        plain.injectConnection(socket);
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(address, () => {
      listener.removeListener('error', reject);
      resolve();
    });
  });
  return {
    port: (listener.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        // Wait for the listener. It accepted the connections, so only the listener reports when all of them have ended.
        listener.close(() => resolve());
        undecided.forEach((socket) => socket.destroy());
      }),
  };
}

/**
 * Reads the first bytes of a connection and puts them back. Calls `onDecided` with true for TLS, and with undefined for a
 * connection that ended or sent nothing.
 */
function decide(socket: Socket, onDecided: (isTls: boolean | undefined) => void): void {
  const end = (): void => {
    socket.destroy();
    settle(undefined);
  };
  const read = (): void => {
    const received: Buffer[] = [];
    for (let chunk: Buffer | null; (chunk = socket.read() as Buffer | null) !== null;) {
      received.push(chunk);
    }
    const bytes = Buffer.concat(received);
    if (bytes.length === 0) {
      end();
      return;
    }
    // Node.js gives a session the received chunks one after the other. If an earlier chunk ends the session, Node.js 26
    // throws at the next chunk, and the process ends. So put back a single chunk.
    socket.unshift(bytes);
    settle(bytes[0] === tlsHandshake);
  };
  const settle = (isTls: boolean | undefined): void => {
    socket.setTimeout(0);
    socket.removeListener('timeout', end).removeListener('close', end).removeListener('readable', read);
    onDecided(isTls);
    // An error of a socket without a listener would end the process. The servers add their own listeners.
    if (isTls !== undefined) {
      socket.removeListener('error', end);
    }
  };
  socket.setTimeout(firstByteWithinMs);
  socket.once('timeout', end).once('close', end).once('readable', read).on('error', end);
}
