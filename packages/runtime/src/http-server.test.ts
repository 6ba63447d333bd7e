import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serveHttp, type HttpServer } from './http-server.ts';

let server: HttpServer;
afterEach(() => server.close(0));

async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString().split('\r\n')[0] ?? '';
}

test('a draining server takes no connections, and still answers on an idle one until it has lingered', async () => {
  server = await serveHttp((_request, response) => response.end('x'), 0, '127.0.0.1', { lingerMs: 300 });
  const socket = await open();
  expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
  const ended = once(socket, 'end');
  const closed = server.close(5_000);
  await expect(open()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
  await ended;
  socket.destroy();
  await closed;
});

test('a server that does not linger closes idle connections at once', async () => {
  server = await serveHttp((_request, response) => response.end('x'), 0, '127.0.0.1');
  const socket = await open();
  await ask(socket);
  const ended = once(socket, 'end');
  const closed = server.close(5_000);
  await ended;
  socket.destroy();
  await closed;
});

test('connections that are in use when the time is over are closed', async () => {
  server = await serveHttp(() => undefined, 0, '127.0.0.1', { lingerMs: 50 });
  const socket = await open();
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const gone = once(socket, 'close');
  await server.close(100);
  await gone;
});

test('a request with several Host headers is answered 400, and no handler sees it', async () => {
  let handled = 0;
  server = await serveHttp((_request, response) => response.end(String((handled += 1))), 0, '127.0.0.1');
  for (const more of ['host: y', 'Host: x', 'HOST: ']) {
    for (const expect100 of ['', 'expect: 100-continue\r\ncontent-length: 1\r\n']) {
      const socket = await open();
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${more}\r\n${expect100}\r\n`);
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      expect(bytes.toString()).toMatch(/^HTTP\/1\.1 400 /);
      socket.destroy();
    }
  }
  expect(handled).toBe(0);
});

test('a listener that throws ends its own connection, and the server answers the next one', async () => {
  const unexpected: unknown[] = [];
  const broken = new RangeError('a header that nobody thought of');
  let count = 0;
  server = await serveHttp(
    (_request, response) => {
      count += 1;
      if (count !== 2) {
        response.end('x');
        return;
      }
      throw broken;
    },
    0,
    '127.0.0.1',
    { onUnexpected: (error) => unexpected.push(error) },
  );
  const socket = await open();
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.resume();
  // Both requests arrive at once. The server starts the second one only after the first response has ended.
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await closed;
  expect(unexpected).toEqual([broken]);
  const next = await open();
  expect(await ask(next)).toBe('HTTP/1.1 200 OK');
  next.destroy();
});
