import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { WebSocketServer } from 'ws';
import { openWebSocket } from './websocket.ts';

const servers: WebSocketServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.clients.forEach((client) => client.terminate());
    server.close();
  }
});

/** Connects to a venue that sends one message. Returns the text that arrived, or how the connection ended. */
async function received(message: string | Uint8Array): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  servers.push(server);
  await new Promise<void>((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => socket.send(message));
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    const connection = openWebSocket(`ws://127.0.0.1:${port}`, {
      onOpen: () => undefined,
      onAlive: () => undefined,
      onMessage: (text) => {
        connection.close();
        resolve(text);
      },
      onClose: (detail) => resolve(`closed: ${detail}`),
    });
  });
}

test.each([
  ['text', '{"a":1}'],
  ['text after a byte order mark', '\uFEFF{"a":1}'],
  ['bytes', Buffer.from('{"a":1}')],
  ['compressed bytes', gzipSync('{"a":1}')],
])('a message of %s is read as its text', async (_what, message) => {
  expect(await received(message)).toBe('{"a":1}');
});

test('a message that grows beyond its limit when it is decompressed ends the connection', async () => {
  expect(await received(gzipSync(Buffer.alloc(2_000_000)))).toBe('closed: a message is larger than 1048576 bytes');
});
