import { bodyText } from '@assay/faults/body-text';
import { WebSocket } from 'ws';

/** A connection that carries text in both directions. */
export type SocketConnection = {
  /** Sends a text. Does nothing on a connection that is not open. */
  readonly send: (text: string) => void;
  /** Ends the connection immediately. */
  readonly close: () => void;
};

/** Events of a connection. `onClose` happens exactly once, even for a connection that was never open. */
export type SocketEvents = {
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  readonly onClose: () => void;
};

/** Starts to open a connection. No event happens before this function returns. */
export type OpenSocket = (events: SocketEvents) => SocketConnection;

const handshakeTimeoutMs = 5_000;
const maxMessageBytes = 32 * 1_024 * 1_024;

/** Returns the WebSocket URL of a node: its JSON-RPC URL with the scheme ws or wss. */
export function webSocketUrl(rpcUrl: string): string {
  return rpcUrl.replace(/^http/, 'ws');
}

/** Opens a WebSocket without redirects and without compression. */
export function openWebSocket(url: string, events: SocketEvents): SocketConnection {
  const socket = new WebSocket(url, {
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
  });
  socket.on('open', events.onOpen);
  socket.on('message', (message: Buffer) => {
    const read = bodyText(message, undefined, maxMessageBytes);
    if (read.kind === 'too_large') {
      socket.terminate();
    } else {
      events.onMessage(read.text);
    }
  });
  // A close follows every error.
  socket.on('error', () => undefined);
  socket.on('close', events.onClose);
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(text);
      }
    },
    close: () => socket.terminate(),
  };
}
