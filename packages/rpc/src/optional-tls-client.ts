import { ChannelCredentials } from '@grpc/grpc-js';
import { connect, type Socket } from 'node:net';

type SecureConnector = ReturnType<ChannelCredentials['_createSecureConnector']>;
type Connected = Awaited<ReturnType<SecureConnector['connect']>>;

/** Called with the error of the handshake when a connection opens without TLS. */
export type OnPlainFallback = (error: unknown) => void;

/**
 * Returns credentials that try `mutual` first. If a handshake fails, the connection opens again without TLS. So a client
 * reaches servers with and without TLS while a release changes from one to the other.
 */
export function preferMutualTls(mutual: ChannelCredentials, onFallback: OnPlainFallback): ChannelCredentials {
  return new OptionalTlsCredentials(mutual, onFallback);
}

class OptionalTlsCredentials extends ChannelCredentials {
  readonly #mutual: ChannelCredentials;
  readonly #onFallback: OnPlainFallback;

  constructor(mutual: ChannelCredentials, onFallback: OnPlainFallback) {
    super();
    this.#mutual = mutual;
    this.#onFallback = onFallback;
  }

  _isSecure(): boolean {
    // Never counts as secure, because a connection of this class may be plain. gRPC then sends no credentials of calls
    // over it.
    return false;
  }

  _equals(other: ChannelCredentials): boolean {
    return this === other;
  }

  _createSecureConnector(...parameters: Parameters<ChannelCredentials['_createSecureConnector']>): SecureConnector {
    const mutual = this.#mutual._createSecureConnector(...parameters);
    return {
      connect: (socket) => connectEitherWay(mutual, socket, this.#onFallback),
      waitForReady: () => mutual.waitForReady(),
      getCallCredentials: () => mutual.getCallCredentials(),
      destroy: () => mutual.destroy(),
    };
  }
}

async function connectEitherWay(
  mutual: SecureConnector,
  socket: Socket,
  onFallback: OnPlainFallback,
): Promise<Connected> {
  // Read the address now, because a closed socket no longer has it.
  const { remoteAddress: host, remotePort: port } = socket;
  try {
    return await mutual.connect(socket);
  } catch (error) {
    socket.destroy();
    if (host === undefined || port === undefined) {
      throw error;
    }
    const plain = await openTcp(host, port);
    onFallback(error);
    return { socket: plain, secure: false };
  }
}

function openTcp(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });
}
