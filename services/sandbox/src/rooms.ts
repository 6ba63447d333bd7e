import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request as a room sees it. */
export type RoomRequest = {
  readonly method: string;
  /** What stands behind the room's own path, with its leading slash and without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** The sandbox's time, in milliseconds since the Unix epoch. */
  readonly nowMs: number;
};

/** An answer as it goes over the wire. */
export type RoomAnswer = {
  readonly status: number;
  readonly body: string;
  /** JSON when absent. */
  readonly contentType?: string;
};

/**
 * One name below the sandbox's port, such as a provider or a node, with everything that it says. The server takes care
 * of its state (down, slow and so on) and asks it only for what it would say itself.
 */
export type Room = {
  readonly name: string;
  /** Where it is below the port, without a leading slash; its name when absent. At most two parts. */
  readonly path?: string;
  readonly answer: (request: RoomRequest) => RoomAnswer;
  /** What it says to a caller who asks too often. */
  readonly rateLimited: (request: RoomRequest) => RoomAnswer;
  /** What it says when it is broken: HTTP 500 in its own style. */
  readonly failed: (request: RoomRequest) => RoomAnswer;
  /** Takes over a connection that is to become something else, such as a WebSocket; absent where there is none. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/** An answer in JSON. */
export function json(status: number, body: unknown): RoomAnswer {
  return { status, body: JSON.stringify(body) };
}

/** An answer in plain text. */
export function text(status: number, body: string): RoomAnswer {
  return { status, body, contentType: 'text/plain; charset=utf-8' };
}

/** The page that servers in between answer with, which no provider ever means. */
export function page(status: number, title: string): RoomAnswer {
  return {
    status,
    body: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
    contentType: 'text/html',
  };
}
