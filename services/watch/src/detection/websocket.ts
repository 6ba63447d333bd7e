import { WebSocket } from 'ws';

/** A connection over which text goes both ways. */
export type Line = {
  /** Does nothing on a connection that is not open. */
  readonly send: (text: string) => void;
  /** Ends it at once. */
  readonly close: () => void;
};

/** What happens on a line; `closed` once, also when it could never be opened. */
export type LineEvents = {
  readonly opened: () => void;
  readonly message: (text: string) => void;
  readonly closed: () => void;
};

/** Begins to open a line; nothing is told before it returns. */
export type OpenLine = (events: LineEvents) => Line;

const handshakeMs = 5_000;
const longestMessageBytes = 32 * 1_024 * 1_024;

/** The WebSocket URL of a node: that of its JSON-RPC, by the other scheme. */
export function webSocketUrl(rpcUrl: string): string {
  return rpcUrl.replace(/^http/, 'ws');
}

/** Opens a WebSocket. Redirects are not followed, and nothing is compressed. */
export function openWebSocket(url: string, events: LineEvents): Line {
  const socket = new WebSocket(url, {
    handshakeTimeout: handshakeMs,
    maxPayload: longestMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
  });
  socket.on('open', events.opened);
  socket.on('message', (message: Buffer) => events.message(message.toString('utf8')));
  // The close that always follows an error does what there is to do.
  socket.on('error', () => undefined);
  socket.on('close', events.closed);
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(text);
      }
    },
    close: () => socket.terminate(),
  };
}
