import { connect, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import type { Address } from './addresses.ts';
import type { CheckedUrl } from './url.ts';

/** A connection that is ready for a request, or the reason why there is none. */
export type ConnectResult = { readonly socket: Socket } | { readonly failure: 'unreachable' | 'tls' };

/** Maximum number of addresses that one call connects to. */
export const maxDialled = 3;

/**
 * Connects to the first address that accepts, and starts TLS for an https URL. The certificate must be valid for the
 * URL's host and chain to a trusted authority. It does not resolve the name again, so it cannot connect to an address
 * that was not checked. It tries at most three addresses, each for an equal share of `connectMs`. Aborting `signal`
 * ends the attempt.
 */
export async function connectTo(
  url: CheckedUrl,
  addresses: readonly Address[],
  connectMs: number,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<ConnectResult> {
  const candidates = addresses.slice(0, maxDialled);
  for (const address of candidates) {
    const socket = await dial(address, url.port, connectMs / candidates.length, signal);
    if (socket !== undefined) {
      return url.protocol === 'http:' ? { socket } : startTls(socket, url, secureContext);
    }
    if (signal.aborted) {
      break;
    }
  }
  return { failure: 'unreachable' };
}

function dial(address: Address, port: number, timeoutMs: number, signal: AbortSignal): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: address.text, port, signal });
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    // Keep this listener: an error without any listener would end the process. A `close` event follows every error, and
    // resolves the promise.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

function startTls(socket: Socket, url: CheckedUrl, secureContext: SecureContext): Promise<ConnectResult> {
  return new Promise((resolve) => {
    const secured = connectTls({
      socket,
      host: url.hostname,
      // SNI cannot carry IP addresses. An empty name sends no SNI, and the certificate is checked against `host`.
      servername: url.literal === undefined ? url.hostname : '',
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Set explicitly, because the environment variable NODE_TLS_REJECT_UNAUTHORIZED can change the default.
      rejectUnauthorized: true,
    });
    secured.once('secureConnect', () => resolve({ socket: secured }));
    secured.on('error', () => undefined);
    secured.once('close', () => {
      socket.destroy();
      resolve({ failure: 'tls' });
    });
  });
}
