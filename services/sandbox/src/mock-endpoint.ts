import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request to a mock endpoint. */
export type MockRequest = {
  readonly method: string;
  /** The path after the endpoint's own path. It begins with a slash and has no query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** The sandbox's time, in milliseconds since the Unix epoch. */
  readonly nowMs: number;
};

/** The response of a mock endpoint. */
export type MockResponse = {
  readonly status: number;
  readonly body: string;
  /** Media type of the body, `application/json` when absent. */
  readonly contentType?: string;
};

/**
 * A mock of a provider or a node, at a path below the sandbox's port. The endpoint defines only its own responses. The
 * server injects the faults of the endpoint's state, such as down or slow.
 */
export type MockEndpoint = {
  readonly name: string;
  /**
   * Path below the port, without a leading slash and with at most two parts. When absent, the path is the endpoint's
   * name.
   */
  readonly path?: string;
  readonly respond: (request: MockRequest) => MockResponse;
  /** Returns the provider's own response to a caller that exceeds its rate limit. */
  readonly rateLimited: (request: MockRequest) => MockResponse;
  /**
   * Returns the provider's own response when it refuses a key or a caller. When absent, the response is HTTP 401 with
   * JSON.
   */
  readonly accessDenied?: (request: MockRequest) => MockResponse;
  /** Returns HTTP 500 in the provider's own format. */
  readonly serverError: (request: MockRequest) => MockResponse;
  /** Upgrades a connection, for example to a WebSocket. Absent when the endpoint supports no upgrade. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /**
   * Takes over the response to a request for an event stream, which then stays open. For every other request, returns
   * false and does nothing. Absent when the endpoint has no event stream.
   */
  readonly stream?: (request: MockRequest, response: ServerResponse) => boolean;
};

/** Returns a JSON response. */
export function json(status: number, body: unknown): MockResponse {
  return { status, body: JSON.stringify(body) };
}

/** Returns a plain-text response. */
export function text(status: number, body: string): MockResponse {
  return { status, body, contentType: 'text/plain; charset=utf-8' };
}

/** Returns an HTML page with a title, as proxies and web servers send it in place of data. */
export function htmlPage(status: number, title: string): MockResponse {
  return {
    status,
    body: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
    contentType: 'text/html',
  };
}
