import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { version } from './version.ts';

// Each test starts a process that compiles the server first.
jest.setTimeout(60_000);

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const args = ['--conditions=@assay/source', program];
const types = { types: [{ type: 'token.price' }] };
const apiKey = 'asy_of_this_test';
const received: IncomingHttpHeaders[] = [];
const opened: (() => unknown)[] = [];
let service: Server;
let env: Record<string, string>;

beforeAll(async () => {
  service = createServer((request, response) => {
    received.push(request.headers);
    const isFound = request.url === '/v1/types';
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isFound ? types : { status: 'error', code: 'NOT_FOUND', error: 'no such watch' }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  env = { PATH: process.env['PATH'] ?? '', ASSAY_API_KEY: apiKey, ASSAY_BASE_URL: baseUrl };
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});
afterAll(() => new Promise((resolve) => service.close(resolve)));

const typesResult = { structuredContent: types };
const missing = { isError: true, content: [{ type: 'text', text: 'NOT_FOUND: no such watch {}' }] };

test('a client of 2026-07-28 calls tools over standard input and output', async () => {
  const client = new ModernClient({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new ModernTransport({ command: process.execPath, args, env }));
  expect((await client.listTools()).tools).toHaveLength(8);
  expect(await client.callTool({ name: 'list_types', arguments: {} })).toMatchObject(typesResult);
  expect(await client.callTool({ name: 'delete_watch', arguments: { id: 'w_1/../2' } })).toMatchObject(missing);
  expect(received.at(-1)?.authorization).toBe(`Bearer ${apiKey}`);
  await client.close();
});

test('a client of 2025-11-25 calls tools over standard input and output', async () => {
  const client = new EarlierClient({ name: 'test', version: '1.0.0' });
  await client.connect(new EarlierTransport({ command: process.execPath, args, env }));
  expect(client.getServerVersion()).toMatchObject({ name: 'assay', version });
  expect((await client.listTools()).tools).toHaveLength(8);
  expect(await client.callTool({ name: 'list_types', arguments: null as never })).toMatchObject(typesResult);
  expect(await client.callTool({ name: 'list_types', arguments: {} })).toMatchObject(typesResult);
  expect(await client.callTool({ name: 'delete_watch', arguments: { id: 'w_1' } })).toMatchObject(missing);
  await client.close();
});

test('a call whose arguments nest 20,000 levels is an error of that call, and the program goes on', async () => {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (message: string): Promise<Record<string, unknown>> => {
    child.stdin.write(`${message}\n`);
    return JSON.parse(String((await lines.next()).value)) as Record<string, unknown>;
  };
  const info = '"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}';
  await ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{${info}}}`);
  const deep = `{"type":"token.price","params":{"token":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
  const call = (id: number, name: string, argumentsText: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${argumentsText}}}`;
  const refused = await ask(call(2, 'get_data', deep));
  expect(refused).toMatchObject({ id: 2 });
  expect(refused['error'] ?? (refused['result'] as { isError?: unknown }).isError).toBeTruthy();
  expect(await ask(call(3, 'list_types', '{}'))).toMatchObject({ id: 3, result: typesResult });
  child.stdin.end();
  await new Promise((resolve) => child.once('exit', resolve));
});

type Answer = (response: ServerResponse) => unknown;
const proxied: readonly [string, Answer, string][] = [
  [
    'redirect',
    (response) => response.writeHead(308, { location: 'https://a.example/?t=secret' }).end(),
    '308 redirects to https://a.example and',
  ],
  ['page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), '200'],
  ['answer without a body', (response) => response.writeHead(200).end(), '200'],
  ['answer without content', (response) => response.writeHead(204).end(), '204'],
  ['half a JSON', (response) => response.writeHead(200).end('{"debitedCredits":0,"ty'), '200'],
  ['list', (response) => response.writeHead(200).end('[]'), '200'],
  ["proxy's JSON", (response) => response.writeHead(200).end('{"message":"sign in first"}'), '200'],
  ["proxy's refusal", (response) => response.writeHead(403).end('{"code":"BLOCKED","error":"not allowed"}'), '403'],
  ['page of an error', (response) => response.writeHead(502).end('<html>'), '502'],
];

test('no response of something before the service passes as an answer of any tool', async () => {
  let answer: Answer = () => undefined;
  const proxy = createServer((request, response) => {
    request.resume().once('end', () => answer(response));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  opened.push(
    () => proxy.closeAllConnections(),
    () => proxy.close(),
  );
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/assay`;
  const client = new ModernClient({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new ModernTransport({ command: process.execPath, args, env: { ...env, ASSAY_BASE_URL: baseUrl } }),
  );
  const { tools } = await client.listTools();
  opened.push(() => client.close());
  const textOf = async (name: string): Promise<string> => {
    const { isError, content } = (await client.callTool({ name, arguments: { id: 'w_1', traceId: 'tr_1' } })) as {
      isError?: boolean;
      content: { text: string }[];
    };
    return `${String(isError)} ${content[0]?.text}`;
  };
  for (const [title, respond, problem] of proxied) {
    answer = respond;
    for (const { name } of tools) {
      if (title !== 'answer without content' || name !== 'delete_watch') {
        const expected = `the response with status ${problem} is not from Assay: check ASSAY_BASE_URL (${baseUrl}), and any`;
        expect([title, name, await textOf(name)]).toEqual([
          title,
          name,
          expect.stringContaining(`true UNEXPECTED_RESPONSE: ${expected} proxy before it`),
        ]);
      }
    }
  }
  answer = (response) => response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy());
  expect(await textOf('list_types')).toContain(`check ASSAY_BASE_URL (${baseUrl}), and any proxy before it`);
  await new Promise((resolve) => {
    proxy.close(resolve);
    proxy.closeAllConnections();
  });
  expect(await textOf('list_types')).toMatch(/true .*ECONNREFUSED; check ASSAY_BASE_URL/);
});

test('without a key the program says what to set and ends with 1', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { PATH: env['PATH'] ?? '' },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('set ASSAY_API_KEY');
});

test.each([
  [['--help'], 0, 'ASSAY_BASE_URL  the address of the service', ''],
  [['-h'], 0, 'Usage: assay-mcp', ''],
  [['--version'], 0, `${version}\n`, ''],
  [['-v'], 0, `${version}\n`, ''],
  [['--verbose'], 2, '', 'assay-mcp takes no arguments except --help and --version'],
  [['--version', 'now'], 2, '', 'Usage: assay-mcp'],
])('with %j and no key the program ends with %i and says what it is', (given, code, out, err) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...given], {
    env: { PATH: env['PATH'] ?? '' },
    encoding: 'utf8',
  });
  expect(status).toBe(code);
  expect([stdout.includes(out), stderr.includes(err)]).toEqual([true, true]);
  expect([stdout === '', stderr === '']).toEqual([code !== 0, code === 0]);
});

test('the version is the same in package.json, server.json and the server', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as {
      version: string;
      description: string;
      packages?: { version: string }[];
    };
  expect([
    read('package.json').version,
    read('server.json').version,
    read('server.json').packages?.[0]?.version,
  ]).toEqual([version, version, version]);
  // The MCP registry accepts at most 100 characters.
  expect(read('server.json').description.length).toBeLessThanOrEqual(100);
});
