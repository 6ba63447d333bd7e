import { bodyText } from '@assay/faults/body-text';
import { WebSocket } from 'ws';
import type { OpenTransport } from './transport.ts';

/** A longer message ends the connection. Snapshots of the venues are far below it. */
const maxMessageBytes = 1_048_576;
const handshakeTimeoutMs = 5_000;

const tooLarge = `a message is larger than ${maxMessageBytes} bytes`;

/**
 * Opens a WebSocket. It answers pings, follows no redirect and asks for no compression. A message can come as bytes and be
 * compressed all the same: some venues and proxies send gzip in binary messages.
 */
export const openWebSocket: OpenTransport = (url, events) => {
  const socket = new WebSocket(url, {
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
    headers: { 'user-agent': 'assay/0.1' },
  });
  let detail = 'the venue closed the connection';
  socket.on('open', events.onOpen);
  socket.on('message', (data: Buffer) => {
    const read = bodyText(data, undefined, maxMessageBytes);
    if (read.kind === 'too_large') {
      detail = tooLarge;
      socket.terminate();
    } else {
      events.onMessage(read.text);
    }
  });
  socket.on('ping', events.onAlive);
  socket.on('pong', events.onAlive);
  // An error is always followed by `close`. Its text can name a host, so only its class is passed on.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    detail = detailOf(error);
  });
  socket.on('close', (code: number) => events.onClose(code === 1006 ? detail : `closed with code ${code}`));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(text);
      }
    },
    pause: () => {
      if (socket.readyState === WebSocket.OPEN) {
        socket.pause();
      }
    },
    resume: () => {
      if (socket.readyState === WebSocket.OPEN) {
        socket.resume();
      }
    },
    close: () => socket.terminate(),
  };
};

function detailOf(error: NodeJS.ErrnoException): string {
  const status = /Unexpected server response: (\d{3})/.exec(error.message)?.[1];
  if (status !== undefined) {
    return `HTTP ${status}`;
  }
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'connection refused';
    case 'ENOTFOUND':
      return 'name not found';
    case 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH':
      return tooLarge;
    default:
      return 'connection lost';
  }
}
