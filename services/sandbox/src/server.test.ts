import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createProviderStates } from './control/provider-states.ts';
import { json, text, type MockEndpoint } from './mock-endpoint.ts';
import { createSandboxServer } from './server.ts';

const nowMs = Date.parse('2026-11-21T10:00:00.900Z');
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const echo: MockEndpoint = {
  name: 'echo',
  respond: ({ method, path, query, body }) => json(200, { method, path, query: [...query], body }),
  rateLimited: () => json(429, { slow: 'down' }),
  serverError: () => text(500, 'broken'),
  upgrade: (_request, socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n');
  },
};

async function start(endpoint: MockEndpoint = echo) {
  const states = createProviderStates([endpoint.name], [], () => {});
  const server = createSandboxServer({
    endpoints: [endpoint],
    states,
    control: ({ method, path, body }) => json(200, { control: [method, path, body] }),
    mailbox: () => json(200, {}),
    now: () => nowMs,
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, states, server };
}

test('an endpoint receives the path after its name, the decoded query and the body', async () => {
  const { url } = await start();
  const response = await fetch(`${url}/echo/a/b?ids%5B%5D=1&x=%2F`, { method: 'POST', body: 'hi' });
  expect(await response.json()).toEqual({
    method: 'POST',
    path: '/a/b',
    query: [
      ['ids[]', '1'],
      ['x', '/'],
    ],
    body: 'hi',
  });
});

test('an endpoint with a path of two parts receives the rest, and its first part alone is 404', async () => {
  const { url, states } = await start({ ...echo, path: 'deep/echo' });
  expect(await (await fetch(`${url}/deep/echo?x=1`)).json()).toMatchObject({ path: '', query: [['x', '1']] });
  expect(await (await fetch(`${url}/deep/echo/more`)).json()).toMatchObject({ path: '/more' });
  expect((await fetch(`${url}/deep`)).status).toBe(404);
  expect((await fetch(`${url}/deep/other`)).status).toBe(404);
  states.section.put('echo', { state: 'error' });
  expect((await fetch(`${url}/deep/echo`)).status).toBe(500);
});

test('every response has the sandbox header and the date of the sandbox clock', async () => {
  const { url } = await start();
  for (const path of ['/echo/', '/echo', '/control', '/control/prices/BTC', '/nobody/x', '/']) {
    const { headers } = await fetch(`${url}${path}`);
    expect(headers.get('x-assay-sandbox')).toBe('true');
    expect(headers.get('date')).toBe('Sat, 21 Nov 2026 10:00:00 GMT');
  }
  expect((await fetch(`${url}/nobody/x`)).status).toBe(404);
});

test('the state of an endpoint determines its response', async () => {
  const { url, states } = await start();
  const read = async (state: string): Promise<string> => {
    states.section.put('echo', { state });
    const response = await fetch(`${url}/echo/x`);
    return `${response.status} ${(await response.text()).slice(0, 10)}`;
  };
  expect([await read('error'), await read('rate_limited'), await read('garbage'), await read('up')]).toEqual([
    '500 broken',
    '429 {"slow":"d',
    '200 <html><hea',
    '200 {"method":',
  ]);
  states.section.put('echo', { state: 'down' });
  await expect(fetch(`${url}/echo/x`)).rejects.toThrow();
});

test('a delayed request that the caller aborts never reaches its endpoint', async () => {
  const paths: string[] = [];
  const { url, states } = await start({ ...echo, respond: ({ path }) => (paths.push(path), json(200, {})) });
  states.section.put('echo', { state: 'slow', delayMs: 150 });
  const impatient = fetch(`${url}/echo/impatient`, { signal: AbortSignal.timeout(5) });
  await expect(impatient).rejects.toThrow();
  await fetch(`${url}/echo/patient`);
  expect(paths).toEqual(['/patient']);
});

test('an endpoint can upgrade a connection, and loses it when it cannot or is down', async () => {
  const { port, states } = await start();
  const upgraded = async (): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /echo/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString().slice(0, 12);
  };
  expect(await upgraded()).toBe('HTTP/1.1 101');
  states.section.put('echo', { state: 'down' });
  expect(await upgraded()).toBe('');
});

test('closeAllConnections also closes upgraded connections', async () => {
  const { port, server } = await start({ ...echo, upgrade: (_request, socket) => void socket.write('taken') });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /echo/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n');
  await once(socket, 'data');
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
  expect(server.listening).toBe(false);
});

test('a body over the limit is refused and not buffered', async () => {
  const { url } = await start();
  const response = await fetch(`${url}/echo/x`, { method: 'POST', body: 'x'.repeat(8 * 1_024 * 1_024 + 1) });
  expect(response.status).toBe(413);
});
