import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of requests that wait on one connection. When a caller pipelines more requests, the server closes its
 * connection.
 */
const maxWaiting = 100;

type Pending = readonly [IncomingMessage, ServerResponse];

/**
 * Wraps a listener so that each connection has only one request in progress. A pipelined request starts only when the
 * previous response has been written to the network completely. So the service handles requests no faster than the
 * caller reads responses, and stores at most one response per connection.
 */
export function requestsInTurn(listener: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Pending[]>();
  const start = (socket: Socket, [request, response]: Pending): void => {
    response.once('close', () => {
      const next = connections.get(socket)?.shift();
      if (next === undefined || socket.destroyed) {
        connections.delete(socket);
      } else {
        start(socket, next);
      }
    });
    listener(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const waiting = connections.get(socket);
    if (waiting === undefined) {
      connections.set(socket, []);
      start(socket, [request, response]);
    } else if (waiting.length < maxWaiting) {
      waiting.push([request, response]);
    } else {
      socket.destroy();
    }
  };
}
