import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AccountState } from '../accounts.ts';

/** A chain node over real HTTP and WebSocket. The test sets its responses. */
export type FakeNode = {
  readonly url: string;
  /** Accounts by their address. Every other address is empty. */
  readonly accounts: Map<string, AccountState>;
  slot: number;
  /** Whether the node answers every JSON-RPC call with HTTP 502. */
  failing: boolean;
  /** Sends the present account of an address to every WebSocket that subscribed to it. */
  readonly notify: (address: string) => void;
  /** The addresses that a WebSocket subscribed to. */
  readonly subscribed: () => string[];
  /** Ends every WebSocket. */
  readonly disconnectAll: () => void;
  /** The addresses of each JSON-RPC call. */
  readonly calls: string[][];
  readonly close: () => Promise<void>;
};

type Subscriber = { readonly socket: WebSocket; readonly address: string };

/** Starts a node on a loopback port. */
export async function startFakeNode(): Promise<FakeNode> {
  const accounts: FakeNode['accounts'] = new Map();
  const subscribers = new Map<number, Subscriber>();
  const server = createServer();
  const sockets = openSockets(server, subscribers);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const disconnectAll = (): void => sockets.clients.forEach((socket) => socket.terminate());
  const node: FakeNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/key`,
    accounts,
    slot: 100,
    failing: false,
    calls: [],
    notify: (address) => {
      for (const [subscription, subscriber] of subscribers) {
        if (subscriber.address === address) {
          const result = { context: { slot: node.slot }, value: encoded(accounts.get(address)) };
          const params = { subscription, result };
          subscriber.socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'accountNotification', params }));
        }
      }
    },
    subscribed: () => [...subscribers.values()].map(({ address }) => address),
    disconnectAll,
    close: () =>
      new Promise((resolve) => {
        disconnectAll();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  answerCalls(server, node);
  return node;
}

function answerCalls(server: Server, node: FakeNode): void {
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { params } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { params: [string[], unknown] };
      node.calls.push(params[0]);
      if (node.failing) {
        response.writeHead(502).end('bad gateway');
        return;
      }
      const value = params[0].map((address) => encoded(node.accounts.get(address)));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { context: { slot: node.slot }, value } }));
    });
  });
}

function openSockets(server: Server, subscribers: Map<number, Subscriber>): WebSocketServer {
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket: WebSocket) => {
    socket.on('message', (message: Buffer) => {
      const { id, method, params } = JSON.parse(message.toString('utf8')) as {
        id: number;
        method: string;
        params: [string];
      };
      const subscription = subscribers.size + 1;
      if (method === 'accountSubscribe') {
        subscribers.set(subscription, { socket, address: params[0] });
      }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: subscription }));
    });
    socket.on('close', () => {
      for (const [subscription, subscriber] of subscribers) {
        if (subscriber.socket === socket) {
          subscribers.delete(subscription);
        }
      }
    });
  });
  return sockets;
}

function encoded(account: AccountState | undefined): object | null {
  return account === undefined
    ? null
    : { ...account, lamports: Number(account.lamports), data: [account.data, 'base64'], rentEpoch: 0 };
}
