import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inspect } from 'node:util';
import { Assay, AssayConnectionError, AssayError, AssayTimeoutError, type Answer } from './assay.ts';
import { startScriptedServer, type ScriptedServer } from './testing/server.ts';

const apiKey = 'asy_a_key_of_this_test';
const traceId = `tr_${'0'.repeat(31)}1`;
const delivered = {
  status: 'delivered',
  data: { token: 'SOL', price: '151.2', currency: 'USD', asOf: '2026-11-20T12:00:00.000Z' },
  verification: { level: 'anchored', origin: 'measured', source: 'coinbase', cost: '0.001', traceId },
  type: 'token.price',
  params: { token: 'SOL' },
  debitedCredits: 0.00125,
  balanceAfter: 9.99875,
  traceId,
};
const errorBody = (code: string, more: object = {}): object => ({
  status: 'error',
  code,
  error: `what to do`,
  traceId,
  ...more,
});

let server: ScriptedServer;
let assay: Assay;

beforeAll(async () => {
  server = await startScriptedServer();
  assay = new Assay({ apiKey, baseUrl: `${server.url}/` });
});
afterAll(() => server.close());

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (thrown: unknown) => thrown,
  );
}

test('a question is sent with the key, its level and an idempotency key, and its answer is returned unchanged', async () => {
  server.script({ status: 200, body: delivered });
  const answer = await assay.getData('token.price', { token: 'SOL' }, { minLevel: 'consensus' });
  expect(answer).toEqual(delivered);
  expect(server.received).toMatchObject([
    {
      method: 'POST',
      path: '/v1/get_data',
      headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/) },
      body: { type: 'token.price', params: { token: 'SOL' }, minLevel: 'consensus' },
    },
  ]);
});

test('every method calls its operation', async () => {
  const body = { types: [], watches: [], debitedCredits: 0, traceId, decision: 'allow', webhookSecret: 'whsec_x' };
  server.script({ status: 200, body });
  await assay.ask('What is SOL worth?', { idempotencyKey: 'my-own-key' });
  await assay.types();
  await assay.watches.list();
  await assay.traces.get(traceId);
  await assay.gate({
    pool: 'p',
    payer: 'w',
    inputTokenAccount: 'i',
    outputTokenAccount: 'o',
    amountIn: '1',
    policy: { maxPriceImpactBps: 1 },
  });
  await assay.watches.create({ type: 'chain.pool_state', params: { pool: 'p' }, webhookUrl: 'https://example.com' });
  const calls = server.received.splice(0);
  server.script((response) => response.writeHead(204).end());
  await assay.watches.delete('w_1/../2');
  calls.push(...server.received);
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/ask',
    'GET /v1/types',
    'GET /v1/watch',
    `GET /v1/traces/${traceId}`,
    'POST /v1/gate',
    'POST /v1/watch',
    'DELETE /v1/watch/w_1%2F..%2F2',
  ]);
  expect(calls[0]?.headers['idempotency-key']).toBe('my-own-key');
});

test('a loop over the watches requests the next page only when it needs it', async () => {
  const pages = [
    { watches: [{ id: 'w_1' }, { id: 'w_2' }], nextCursor: 'a-cursor' },
    { watches: [{ id: 'w_3' }], nextCursor: null },
  ];
  server.script({ status: 200, body: pages[0] }, { status: 200, body: pages[1] });
  const ids: string[] = [];
  for await (const { id } of assay.watches.iterate({ pageSize: 2 })) {
    ids.push(id);
  }
  expect(ids).toEqual(['w_1', 'w_2', 'w_3']);
  expect(server.received.map(({ path }) => path)).toEqual(['/v1/watch?limit=2', '/v1/watch?limit=2&cursor=a-cursor']);
  server.script({ status: 200, body: pages[0] });
  for await (const { id } of assay.watches.iterate()) {
    expect(id).toBe('w_1');
    break;
  }
  expect(server.received.map(({ path }) => path)).toEqual(['/v1/watch?limit=100']);
});

test('a refusal and a no_source are results', async () => {
  server.script({ status: 409, body: { status: 'refused', code: 'NO_QUALIFYING_DELIVERY', reached: null } });
  expect(await assay.getData('token.price', {})).toMatchObject({ status: 'refused', reached: null });
  server.script({ status: 200, body: { status: 'no_source', message: 'nobody knows', debitedCredits: 0 } });
  expect(await assay.ask('How are you?')).toMatchObject({ status: 'no_source' });
  expect(server.received).toHaveLength(1);
});

test.each([
  [402, 'INSUFFICIENT_CREDITS', { balance: 0.5 }],
  [400, 'MISSING_PARAM', { missing: ['handle', 'user_id'] }],
  [400, 'INVALID_PARAM', { param: 'symbol' }],
  [401, 'INVALID_KEY', {}],
  [422, 'IDEMPOTENCY_MISMATCH', {}],
])('%i %s throws an AssayError with its fields, and is not sent again', async (status, code, more) => {
  server.script({ status, body: errorBody(code, more), headers: { 'x-trace-id': traceId } });
  const thrown = await failureOf(assay.getData('token.price', {}));
  expect(thrown).toBeInstanceOf(AssayError);
  expect(thrown).toMatchObject({ message: 'what to do', code, status, traceId, ...more });
  expect(server.received).toHaveLength(1);
});

test.each([
  ['429', { status: 429, body: errorBody('RATE_LIMIT'), headers: { 'retry-after': '0' } }],
  ['503', { status: 503, body: errorBody('UNAVAILABLE'), headers: { 'retry-after': '0' } }],
  ['500 RESOLVE_FAILED', { status: 500, body: errorBody('RESOLVE_FAILED'), headers: { 'retry-after': '0' } }],
  [
    '409 IDEMPOTENCY_IN_PROGRESS',
    { status: 409, body: errorBody('IDEMPOTENCY_IN_PROGRESS'), headers: { 'retry-after': '0' } },
  ],
])('a call is sent again under the same idempotency key after %s', async (_title, failure) => {
  server.script(failure, failure, { status: 200, body: delivered });
  expect(await assay.getData('token.price', {})).toMatchObject({ status: 'delivered' });
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

test('a call is sent again after a lost connection, at most maxRetries times', async () => {
  server.script((response) => response.destroy(), { status: 200, body: delivered });
  expect(await assay.getData('token.price', {})).toMatchObject({ status: 'delivered' });
  server.script((response) => response.destroy());
  const thrown = await failureOf(new Assay({ apiKey, baseUrl: server.url, maxRetries: 1 }).types());
  expect(thrown).toBeInstanceOf(AssayConnectionError);
  expect(thrown).not.toBeInstanceOf(AssayTimeoutError);
  expect(server.received).toHaveLength(2);
});

test('a body that ends too early is a connection error', async () => {
  server.script((response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"status":');
    setImmediate(() => response.destroy());
  });
  const thrown = await failureOf(new Assay({ apiKey, baseUrl: server.url, maxRetries: 0 }).types());
  expect(thrown).toBeInstanceOf(AssayConnectionError);
});

test('a Retry-After beyond the time of the call ends the call at once with the error', async () => {
  server.script({ status: 429, body: errorBody('RATE_LIMIT'), headers: { 'retry-after': '60' } });
  const thrown = await failureOf(assay.getData('token.price', {}, { timeoutMs: 5_000 }));
  expect(thrown).toMatchObject({ code: 'RATE_LIMIT', retryAfterMs: 60_000 });
  expect(server.received).toHaveLength(1);
});

test('a service that does not answer ends in a timeout, which is not sent again', async () => {
  server.script(() => undefined);
  // Long enough for the request to arrive on a busy machine.
  const thrown = await failureOf(assay.getData('token.price', {}, { timeoutMs: 1_000 }));
  expect(thrown).toBeInstanceOf(AssayTimeoutError);
  expect(server.received).toHaveLength(1);
});

test('an aborted call rejects with the reason of its signal, also while it waits for the next attempt', async () => {
  const reason = new Error('the user left');
  expect(await failureOf(assay.types({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  server.script(() => undefined);
  const during = new AbortController();
  const inFlight = failureOf(assay.types({ signal: during.signal }));
  setTimeout(() => during.abort(reason), 20);
  expect(await inFlight).toBe(reason);
  const waiting = new AbortController();
  server.script((response) => {
    response.writeHead(503, { 'retry-after': '20' }).end('{}');
    setTimeout(() => waiting.abort(reason), 20);
  });
  expect(await failureOf(assay.types({ signal: waiting.signal }))).toBe(reason);
});

test.each<[string, number, string]>([
  ['a page of a proxy', 502, '<html>'],
  ['a success that is not JSON', 200, '<html>'],
  ['a success without a body', 200, ''],
  ['a success with half a JSON', 200, '{"types":[{"ty'],
  ['a success that is a list', 200, '[]'],
  ['the JSON of a proxy', 200, '{"message":"sign in first"}'],
  ['an answer without content', 204, ''],
  ['the refusal of a proxy', 403, '{"code":"BLOCKED","error":"this site is not allowed"}'],
])('%s is UNEXPECTED_RESPONSE and names the base URL and the proxy', async (_title, status, text) => {
  const isNothing = status === 204;
  server.script((response) => response.writeHead(status).end(isNothing ? undefined : text));
  const message = expect.stringMatching(`check baseUrl \\(${server.url}\\), and any proxy before it`);
  expect(await failureOf(assay.types())).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status, message });
});

test('a deletion that a page answers is no deletion', async () => {
  server.script({ status: 200, body: { message: 'sign in first' } });
  expect(await failureOf(assay.watches.delete('w_1'))).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 200 });
});

test('a redirect is not followed, so that the key does not leave the service', async () => {
  server.script((response) => response.writeHead(302, { location: `${server.url}/elsewhere` }).end());
  const message = expect.stringContaining(`redirects to ${server.url} and`);
  expect(await failureOf(assay.types())).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 302, message });
  expect(server.received).toHaveLength(1);
});

test('a delete whose first answer was lost succeeds when the watch no longer exists', async () => {
  const missing = { status: 404, body: errorBody('NOT_FOUND') };
  server.script((response) => response.destroy(), missing);
  await expect(assay.watches.delete('w_1')).resolves.toBeUndefined();
  server.script(missing);
  expect(await failureOf(assay.watches.delete('w_1'))).toMatchObject({ code: 'NOT_FOUND' });
});

test.each<[string, ConstructorParameters<typeof Assay>[0], RegExp]>([
  ['no key', { baseUrl: 'http://localhost' }, /apiKey: .*ASSAY_API_KEY/],
  ['a key with a line break', { apiKey: 'asy_secret\n', baseUrl: 'http://localhost' }, /apiKey/],
  ['no address', { apiKey }, /baseUrl: .*ASSAY_BASE_URL/],
  ['an address of another scheme', { apiKey, baseUrl: 'ftp://localhost' }, /baseUrl/],
  ['an address with a password', { apiKey, baseUrl: 'http://a:b@localhost' }, /baseUrl/],
  ['a negative time', { apiKey, baseUrl: 'http://localhost', timeoutMs: -1 }, /timeoutMs/],
  ['half a retry', { apiKey, baseUrl: 'http://localhost', maxRetries: 0.5 }, /maxRetries/],
])('a client with %s is refused with the name of the option', (_title, options, message) => {
  expect(() => new Assay(options)).toThrow(message);
  expect(() => new Assay(options)).not.toThrow(/secret/);
});

test('the key appears neither in the client nor in its errors', async () => {
  server.script((response) => response.destroy());
  const thrown = await failureOf(new Assay({ apiKey, baseUrl: server.url, maxRetries: 0 }).types());
  expect(
    inspect(assay, { depth: 9, showHidden: true }) + inspect(thrown, { depth: 9 }) + JSON.stringify(assay),
  ).not.toContain(apiKey);
});

test('types narrow an answer by its status and its type, and a wrong parameter does not compile', () => {
  const read = (answer: Answer): string => {
    if (answer.status === 'refused') {
      return answer.reason;
    }
    if (answer.status === 'no_source') {
      return answer.message;
    }
    return answer.type === 'token.price' ? answer.data.price : answer.type;
  };
  expect(read(delivered as Answer)).toBe('151.2');
  // @ts-expect-error: a type without its required parameter
  const missing: Parameters<typeof assay.getData<'spot.price'>> = ['spot.price', {}];
  // @ts-expect-error: a parameter that the type does not have
  const unknown: Parameters<typeof assay.getData<'spot.price'>> = ['spot.price', { symbol: 'BTC', tokn: 'SOL' }];
  // @ts-expect-error: a type that does not exist
  const noType: Parameters<typeof assay.getData>[0] = 'no.such';
  expect([missing, unknown, noType]).toHaveLength(3);
});
