import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of requests that wait on one connection. A caller that sends more of them unasked loses the connection. */
const maxWaiting = 100;

type Pending = readonly [IncomingMessage, ServerResponse];

/**
 * Wraps a listener so that each connection has one request at a time. A pipelined request starts only when the response before it
 * was handed to the network completely. So a caller that reads slowly, or not at all, makes the service work for what it reads,
 * and a connection never has more than one response in the memory of the process.
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
