import { createEventStreamTransport } from './event-stream.ts';
import type { OpenTransport } from './transport.ts';
import { openWebSocket } from './websocket.ts';

const openEventStream = createEventStreamTransport();

/** Opens the transport for a URL: a WebSocket for `ws` and `wss`, and server-sent events for `http` and `https`. */
export const openTransport: OpenTransport = (url, events, headers) =>
  (/^wss?:/.test(url) ? openWebSocket : openEventStream)(url, events, headers);
