import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Assay, type AssayOptions, type RequestOptions } from './assay.ts';
import { busy, startScriptedServer, type ScriptedServer } from './testing/server.ts';

const apiKey = 'asy_a_key_of_this_test';

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const clientWith = (options: AssayOptions = {}): Assay => new Assay({ apiKey, baseUrl: server.url, ...options });

test.each([0, -1, Number.NaN, 3e9, '50' as unknown as number])(
  'a timeoutMs of %p is refused, for a client and for a call',
  async (timeoutMs) => {
    server.script({ status: 200, body: { types: [] } });
    expect(() => clientWith({ timeoutMs })).toThrow(/^timeoutMs: /);
    await expect(clientWith().types({ timeoutMs })).rejects.toThrow(/^timeoutMs: .*Infinity/);
    await expect(clientWith().gate({} as never, { timeoutMs })).rejects.toThrow(/^timeoutMs: /);
    expect(server.received).toHaveLength(0);
  },
);

test('a timeoutMs of Infinity means no limit, for a client and for a call', async () => {
  // A timer of more than 2^31 - 1 ms fires at once, so a client that started one would report a timeout.
  server.script((response) => setTimeout(() => response.writeHead(200).end('{"types":[]}'), 50));
  await expect(clientWith({ timeoutMs: Infinity }).types()).resolves.toEqual([]);
  await expect(clientWith().types({ timeoutMs: Infinity })).resolves.toEqual([]);
});

test('the maxRetries of a call replaces that of the client, and is checked alike', async () => {
  server.script(busy);
  await expect(clientWith().types({ maxRetries: 0 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(server.received).toHaveLength(1);
  server.script(busy);
  await expect(clientWith({ maxRetries: 0 }).types({ maxRetries: 3 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(server.received).toHaveLength(4);
  await expect(clientWith().types({ maxRetries: 0.5 })).rejects.toThrow(/^maxRetries: /);
});

test('headers of the client and of a call are sent, and those of the call win', async () => {
  server.script({ status: 200, body: { types: [] } });
  const assay = clientWith({ defaultHeaders: { 'X-Tenant': 'a', 'X-Proxy': 'p' } });
  await assay.types({ headers: { 'x-tenant': 'b' } });
  expect(server.received[0]?.headers).toMatchObject({
    'x-tenant': 'b',
    'x-proxy': 'p',
    authorization: `Bearer ${apiKey}`,
  });
});

test.each<[string, Record<string, string>, RegExp]>([
  ['the key', { Authorization: 'Bearer secret' }, /leave out authorization/],
  ['the idempotency key', { 'Idempotency-Key': 'secret' }, /leave out idempotency-key/],
  ['a name with a space', { 'x y': 'secret' }, /"x y"/],
  ['a value with a line break', { 'x-a': 'secret\r\nx: y' }, /"x-a"/],
  ['a value that is no text', { 'x-a': 7 as unknown as string }, /"x-a"/],
])('headers with %s are refused by name, and the value is not repeated', async (_title, headers, message) => {
  const thrown = await clientWith()
    .types({ headers })
    .catch((error: unknown) => String(error));
  expect(thrown).toMatch(/^TypeError: headers: /);
  expect(thrown).toMatch(message);
  expect(thrown).not.toContain('secret');
  expect(() => clientWith({ defaultHeaders: headers })).toThrow(/^defaultHeaders: /);
});

test.each([
  ['', '/v1/types'],
  ['/', '/v1/types'],
  ['/v1', '/v1/types'],
  ['/v1/', '/v1/types'],
  ['/assay/v1/', '/assay/v1/types'],
  ['/v1/assay', '/v1/assay/v1/types'],
  ['/v12', '/v12/v1/types'],
])('the base URL of the service may end in %p', async (end, path) => {
  server.script({ status: 200, body: { types: [] } });
  await clientWith({ baseUrl: server.url + end }).types();
  expect(server.received[0]?.path).toBe(path);
});

test('options of a wrong type do not compile', () => {
  // @ts-expect-error: a header's value is text
  const header: RequestOptions = { headers: { 'x-a': 7 } };
  // @ts-expect-error: maxRetries is a number
  const retries: RequestOptions = { maxRetries: '3' };
  expect([header, retries]).toHaveLength(2);
});
