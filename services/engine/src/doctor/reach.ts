import { connect } from 'node:net';

/** Whether a host accepts a connection, and how long the connection took. */
export type Reach = { readonly connected: boolean; readonly tookMs: number; readonly detail: string };

/** Opens and closes a TCP connection to the host of a URL. Never rejects. */
export type ReachHost = (url: string, timeoutMs: number) => Promise<Reach>;

const details: Readonly<Record<string, string>> = {
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'no name server answers',
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
};

/**
 * Opens and closes a TCP connection. When a request times out, its error does not say whether it had a connection. So
 * the check of a provider tests the connection separately.
 */
export const reachHost: ReachHost = (url, timeoutMs) =>
  new Promise((resolve) => {
    const { hostname, port, protocol } = new URL(url);
    const startedAt = performance.now();
    const isPlain = protocol === 'http:' || protocol === 'ws:';
    const socket = connect({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (isPlain ? 80 : 443) : Number(port),
      autoSelectFamily: true,
    });
    const end = (connected: boolean, detail: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ connected, tookMs: performance.now() - startedAt, detail });
    };
    const timer = setTimeout(() => end(false, 'no connection in time'), timeoutMs);
    socket.once('connect', () => end(true, ''));
    socket.once('error', (error: NodeJS.ErrnoException) => end(false, details[error.code ?? ''] ?? 'no connection'));
  });
