import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.destroy();
  }
  await gateway.close();
});

async function open(): Promise<Socket> {
  const socket = connect(gateway.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

test('a caller that asks for much and reads nothing loses its connection', async () => {
  gateway = await startGateway({ limits: { progressTimeoutMs: 300 } });
  const socket = await open();
  socket.pause();
  // Many pipelined requests fill the kernel's buffers on both sides.
  socket.write('GET /docs/large.js HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20));
  const ended = await new Promise<string>((resolve) => {
    const poll = setInterval(() => {
      if (gateway.ends.some(({ status }) => status === undefined)) {
        clearInterval(poll);
        resolve('closed');
      }
    }, 20);
    sockets[0]?.once('close', () => clearInterval(poll));
  });
  expect(ended).toBe('closed');
});

test('a caller that reads slowly but steadily receives the whole response', async () => {
  gateway = await startGateway({ limits: { progressTimeoutMs: 400 } });
  const socket = await open();
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  const closed = once(socket, 'close');
  socket.write('GET /docs/large.js HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await closed;
  expect(bytes).toBeGreaterThan(1_700_000);
});

test('an address has at most so many connections, and a closed one makes room', async () => {
  gateway = await startGateway({ limits: { maxConnectionsPerAddress: 2 } });
  const [first] = [await open(), await open()];
  const third = await open();
  await once(third, 'close');
  first?.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const fourth = await open();
  fourth.write('GET /docs/gate HTTP/1.1\r\nhost: x\r\n\r\n');
  const [answer] = (await once(fourth, 'data')) as [Buffer];
  expect(answer.toString()).toContain('200 OK');
});

test.each(['http://[', 'http://a:b/v1/types'])(
  'a target that is no path, %s, gets an error with its trace id',
  async (target) => {
    gateway = await startGateway();
    const socket = await open();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const { key } = gateway.billing.open();
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\nconnection: close\r\n\r\n`);
    await once(socket, 'close');
    const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
    const traceId = /^x-trace-id: (tr_[0-9a-f]{32})\r?$/im.exec(head)?.[1];
    expect(JSON.parse(body)).toMatchObject({ status: 'error', code: 'NOT_FOUND', traceId });
  },
);
