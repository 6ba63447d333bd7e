import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { Assay, type AssayOptions, type ReceivedResponse, type SentRequest } from './assay.ts';
import { busy, startScriptedServer, type ScriptedServer } from './testing/server.ts';
import { version } from './version.ts';

const apiKey = 'asy_a_key_of_this_test';
const traceId = `tr_${'0'.repeat(31)}1`;
const limits = { 'ratelimit-limit': '60', 'ratelimit-remaining': '58', 'ratelimit-reset': '12' };
const types = { status: 200, body: { types: [] }, headers: { 'x-trace-id': traceId } };

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const clientWith = (options: AssayOptions = {}): Assay => new Assay({ apiKey, baseUrl: server.url, ...options });

test('withResponse adds the trace id, the mode and the rate limit, and sends nothing again', async () => {
  server.script({ ...types, headers: { ...types.headers, ...limits, 'x-assay-mode': 'sandbox' } });
  const call = clientWith().types();
  expect(await call.withResponse()).toEqual({
    result: [],
    response: {
      status: 200,
      traceId,
      mode: 'sandbox',
      rateLimit: { limit: 60, remaining: 58, resetAfterMs: 12_000 },
    },
  });
  expect(await call).toEqual([]);
  expect(server.received).toHaveLength(1);
});

test('withResponse leaves out what the response does not state', async () => {
  server.script((response) => response.writeHead(204, { 'ratelimit-limit': '60' }).end());
  expect(await clientWith().watches.delete('w_1').withResponse()).toEqual({
    result: undefined,
    response: { status: 204, mode: 'live' },
  });
});

test('withResponse rejects with the error of the call', async () => {
  server.script({ ...busy, status: 401, body: { ...busy.body, code: 'INVALID_KEY' } });
  await expect(clientWith().ask('SOL?').withResponse()).rejects.toMatchObject({ code: 'INVALID_KEY' });
});

test('hooks and the logger receive every attempt, without the key and without headers', async () => {
  const sent: SentRequest[] = [];
  const received: ReceivedResponse[] = [];
  const lines: unknown[] = [];
  const assay = clientWith({
    defaultHeaders: { 'x-proxy-token': 'a_secret_of_the_proxy' },
    onRequest: (request) => sent.push(request),
    onResponse: (response) => received.push(response),
    logger: {
      debug: (message, fields) => lines.push(['debug', message, fields]),
      warn: (message, fields) => lines.push(['warn', message, fields]),
    },
  });
  server.script((response) => response.destroy(), busy, types);
  await assay.types();
  const request = { method: 'GET', url: `${server.url}/v1/types` };
  const durationMs = expect.any(Number);
  const responses = [
    { ...request, attempt: 1, durationMs, failure: 'AssayConnectionError' },
    { ...request, attempt: 2, durationMs, failure: 'UNAVAILABLE', status: 503 },
    { ...request, attempt: 3, durationMs, status: 200, traceId },
  ];
  expect(sent).toEqual([1, 2, 3].map((attempt) => ({ ...request, attempt })));
  expect(received).toEqual(responses);
  expect(lines).toEqual([
    ['debug', 'sent a request', sent[0]],
    ['warn', 'a request failed', responses[0]],
    ['debug', 'sent a request', sent[1]],
    ['warn', 'a request failed', responses[1]],
    ['debug', 'sent a request', sent[2]],
    ['debug', 'received a response', responses[2]],
  ]);
  expect(JSON.stringify([sent, received, lines])).not.toMatch(/asy_|secret|authorization/i);
});

test('a hook and a logger that throw or reject do not change the call', async () => {
  let calls = 0;
  const fail = (): never => {
    calls += 1;
    throw new Error('the log is full');
  };
  const reject = async (): Promise<never> => fail();
  server.script(types);
  const assay = clientWith({
    onRequest: fail,
    onResponse: reject as () => void,
    logger: { debug: fail, warn: fail },
  });
  await expect(assay.types()).resolves.toEqual([]);
  expect(calls).toBe(4);
});

test.each<[string, object]>([
  ['onRequest', { onRequest: 'log' }],
  ['onResponse', { onResponse: {} }],
  ['logger', { logger: { debug: () => undefined } }],
  ['logger', { logger: null }],
])('a wrong %s is refused by name', (name, options) => {
  expect(() => clientWith(options)).toThrow(new RegExp(`^${name}: `));
});

test('the User-Agent names the version of the package, unless the caller sets another', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(version).toBe(manifest.version);
  server.script(types);
  await clientWith().types();
  await clientWith({ defaultHeaders: { 'User-Agent': 'bot/1' } }).types();
  expect(server.received.map(({ headers }) => headers['user-agent'])).toEqual([`assay-client/${version}`, 'bot/1']);
});

test('a browser keeps its own User-Agent', async () => {
  server.script(types);
  Object.assign(globalThis, { document: {} });
  try {
    await clientWith().types();
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
  expect(server.received[0]?.headers['user-agent']).not.toContain('assay-client');
});

test('a type that is known only at run time is asked by its name', async () => {
  const body = { status: 'delivered', type: 'new.type', params: {}, data: { a: 1 }, debitedCredits: 0.001 };
  server.script({ status: 200, body });
  const name: string = ['new', 'type'].join('.');
  const answer = await clientWith().getDataByName(name, { token: 'SOL' }, { minLevel: 'consensus' });
  expect(server.received[0]?.body).toEqual({ type: name, params: { token: 'SOL' }, minLevel: 'consensus' });
  expect(answer).toEqual(body);
  if (answer.status === 'delivered') {
    const data: unknown = answer.data;
    // @ts-expect-error: the client does not know the shape of the datum
    const price: string = answer.data;
    expect(price).toBe(data);
  }
  // @ts-expect-error: getData takes only names that the compiler knows
  const call: Parameters<Assay['getData']>[0] = name;
  expect(call).toBe(name);
});
