import { bodyText } from '@assay/faults/body-text';
import { WebSocket } from 'ws';
import type { OpenTransport } from './transport.ts';

/**
 * Maximum size of a message, in bytes. A longer message ends the connection. The largest messages of venues are much
 * smaller.
 */
const maxMessageBytes = 1_048_576;
const handshakeTimeoutMs = 5_000;

const tooLarge = `a message is larger than ${maxMessageBytes} bytes`;

/**
 * Opens a WebSocket. It answers pings, follows no redirect and asks for no compression. Nevertheless, some venues and
 * proxies compress messages with gzip and send them as binary messages. It decompresses these.
 */
export const openWebSocket: OpenTransport = (url, events, headers = {}) => {
  const socket = new WebSocket(url, {
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
    headers: { 'user-agent': 'assay/0.1', ...headers },
  });
  let detail = 'the venue closed the connection';
  let httpStatus: number | undefined;
  socket.on('open', events.onOpen);
  socket.on('message', (data: Buffer) => {
    const decoded = bodyText(data, undefined, maxMessageBytes);
    if (decoded.kind === 'too_large') {
      detail = tooLarge;
      socket.terminate();
    } else {
      events.onMessage(decoded.text);
    }
  });
  socket.on('ping', events.onAlive);
  socket.on('pong', events.onAlive);
  // A `close` event follows every error. The error's text can contain a host name, so only the kind of the error is
  // passed on.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    httpStatus = statusOf(error);
    detail = detailOf(error);
  });
  socket.on('close', (code: number) =>
    events.onClose(
      code === 1006 ? detail : `closed with code ${code}`,
      ...(httpStatus === undefined ? [] : [httpStatus]),
    ),
  );
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

function statusOf(error: Error): number | undefined {
  const status = /Unexpected server response: (\d{3})/.exec(error.message)?.[1];
  return status === undefined ? undefined : Number(status);
}

function detailOf(error: NodeJS.ErrnoException): string {
  const status = statusOf(error);
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
