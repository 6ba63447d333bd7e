import { connect, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import type { Address } from './addresses.ts';
import type { CheckedUrl } from './url.ts';

/** A connection that is ready for the request, or why there is none. */
export type Connected = { readonly socket: Socket } | { readonly failure: 'unreachable' | 'tls' };

const dialledMax = 3;

/**
 * Connects to the first of the given addresses that answers, and speaks TLS where the URL says https: the certificate
 * must be valid for the URL's host and lead to a trusted authority. Nothing is looked up, so an address that was judged
 * is the address that is dialled. At most three addresses are tried, sharing `connectMs` equally; an abort ends all.
 */
export async function connectTo(
  url: CheckedUrl,
  addresses: readonly Address[],
  connectMs: number,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<Connected> {
  const dialled = addresses.slice(0, dialledMax);
  for (const address of dialled) {
    const socket = await dial(address, url.port, connectMs / dialled.length, signal);
    if (socket !== undefined) {
      return url.protocol === 'http:' ? { socket } : secure(socket, url, secureContext);
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
    // This listener stays: a socket that breaks between two owners must not end the process. Every error is followed by
    // the close that settles what is still waiting.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

function secure(socket: Socket, url: CheckedUrl, secureContext: SecureContext): Promise<Connected> {
  return new Promise((resolve) => {
    const secured = connectTls({
      socket,
      host: url.hostname,
      // An empty name sends no SNI, which has no form for addresses; the certificate is then checked against the host.
      servername: url.literal === undefined ? url.hostname : '',
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Said although it is the default, since an environment variable of Node's can turn the default around.
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
