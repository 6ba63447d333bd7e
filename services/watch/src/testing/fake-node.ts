import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AccountState } from '../trigger/content-hash.ts';

/** A node of a chain that is what a test says, over real HTTP. */
export type FakeNode = {
  readonly url: string;
  /** What stands where; nothing stands at any other address. */
  readonly accounts: Map<string, AccountState>;
  slot: number;
  /** Answers with an error of HTTP instead. */
  failing: boolean;
  /** Tells whoever subscribed to an address by WebSocket what stands there. */
  readonly tell: (address: string) => void;
  /** The addresses that are subscribed to. */
  readonly subscribed: () => string[];
  /** Ends every WebSocket. */
  readonly cut: () => void;
  /** The addresses of every call. */
  readonly calls: string[][];
  readonly close: () => Promise<void>;
};

/** Starts a node on a loopback port. */
export async function startFakeNode(): Promise<FakeNode> {
  const accounts = new Map<string, AccountState>();
  const written = (address: string): object | null => {
    const account = accounts.get(address);
    return account === undefined
      ? null
      : { ...account, lamports: Number(account.lamports), data: [account.data, 'base64'], rentEpoch: 0 };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { params } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { params: [string[], unknown] };
      node.calls.push(params[0]);
      if (node.failing) {
        response.writeHead(502).end('bad gateway');
        return;
      }
      const value = params[0].map(written);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { context: { slot: node.slot }, value } }));
    });
  });
  const listeners = new Map<number, { readonly socket: WebSocket; readonly address: string }>();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket: WebSocket) => {
    socket.on('message', (message: Buffer) => {
      const { id, method, params } = JSON.parse(message.toString('utf8')) as {
        id: number;
        method: string;
        params: [string];
      };
      const number = listeners.size + 1;
      if (method === 'accountSubscribe') {
        listeners.set(number, { socket, address: params[0] });
      }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: number }));
    });
    socket.on('close', () => {
      for (const [number, listener] of listeners) {
        if (listener.socket === socket) {
          listeners.delete(number);
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const node: FakeNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/key`,
    accounts,
    slot: 100,
    failing: false,
    calls: [],
    tell: (address) => {
      for (const [subscription, listener] of listeners) {
        if (listener.address === address) {
          const result = { context: { slot: node.slot }, value: written(address) };
          const params = { subscription, result };
          listener.socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'accountNotification', params }));
        }
      }
    },
    subscribed: () => [...listeners.values()].map(({ address }) => address),
    cut: () => {
      for (const socket of sockets.clients) {
        socket.terminate();
      }
    },
    close: () =>
      new Promise((resolve) => {
        node.cut();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return node;
}
