import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { generateApiKey } from '@assay/identifiers/api-key';
import { startGateway, type GatewayRequest, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway({ mode: 'sandbox' });
  key = gateway.billing.open().key;
});
afterAll(() => gateway.close());

const post = (body: unknown, headers: Record<string, string> = {}): GatewayRequest => ({
  method: 'POST',
  body,
  headers,
});
const tooLong = `{${' '.repeat(65_536)}`;
const noMedia = { 'content-type': 'text/plain' };
const fundingRate = (params: object, more: object = {}): GatewayRequest =>
  post({ type: 'funding.rate', params, ...more });

test.each<[string, string, GatewayRequest, number, string]>([
  ['an unknown path before a wrong method', '/v1/nothing', { method: 'PUT' }, 404, 'NOT_FOUND'],
  ['an unknown path before a wrong media type', '/v1/nothing', post('x', noMedia), 404, 'NOT_FOUND'],
  ['a wrong method before a wrong media type', '/v1/types', post('x', noMedia), 405, 'METHOD_NOT_ALLOWED'],
  ['a wrong media type before a long body', '/v1/ask', post(tooLong, noMedia), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a long body before one that is not JSON', '/v1/ask', post(tooLong), 413, 'PAYLOAD_TOO_LARGE'],
  ['a missing type before a bad minLevel', '/v1/get_data', post({ minLevel: 1 }), 400, 'MISSING_TYPE'],
  ['an unknown type before a bad minLevel', '/v1/get_data', post({ type: 'x', minLevel: 1 }), 404, 'TYPE_NOT_FOUND'],
  [
    'a bad minLevel before an unknown parameter',
    '/v1/get_data',
    fundingRate({ x: 1 }, { minLevel: 1 }),
    400,
    'BAD_MIN_LEVEL',
  ],
  ['an unknown parameter before a missing one', '/v1/get_data', fundingRate({ x: 1 }), 400, 'INVALID_PARAM'],
  [
    'a missing parameter before a malformed one',
    '/v1/get_data',
    fundingRate({ venue: 'nowhere' }),
    400,
    'MISSING_PARAM',
  ],
  ['a missing query before a bad minLevel', '/v1/ask', post({ query: ' ', minLevel: 1 }), 400, 'MISSING_QUERY'],
  [
    'a long query before a bad minLevel',
    '/v1/ask',
    post({ query: 'x'.repeat(1_001), minLevel: 1 }),
    400,
    'INVALID_PARAM',
  ],
])('errors are reported in order: %s', async (_title, path, sent, status, code) => {
  const answer = await gateway.send(path, { ...sent, key });
  expect(answer).toMatchObject({ status, body: { status: 'error', code, traceId: answer.headers['x-trace-id'] } });
  expect(answer.headers['ratelimit-limit']).toBe('1000');
});

const getData = post({ type: 'token.price' });

test.each<[string, GatewayRequest, string, string]>([
  ['/v1/types?typ=x', {}, 'typ', 'this operation takes no fields; leave it out'],
  ['/v1/types?x', {}, 'x', 'this operation takes no fields; leave it out'],
  ['/v1/watch?offset=5', {}, 'offset', 'this operation takes limit and cursor'],
  ['/v1/traces/tr_1?x=1', {}, 'x', 'this operation takes no fields; leave it out'],
  ['/v1/watch/w_1?x=1', { method: 'DELETE' }, 'x', 'this operation takes no fields; leave it out'],
  ['/v1/get_data?minLevel=anchored', getData, 'minLevel', 'send it as a field of the JSON body'],
  ['/v1/get_data?min_level=anchored', getData, 'min_level', 'send fields in the JSON body; did you mean "minLevel"?'],
  ['/v1/get_data?other=1', getData, 'other', 'send fields in the JSON body; it takes type, params, minLevel'],
])('a query string of %s is refused by name', async (path, sent, param, remedy) => {
  const error = `the query string has "${param}", which is not read: ${remedy}`;
  const answer = await gateway.send(path, { ...sent, key });
  expect(answer).toMatchObject({ status: 400, body: { status: 'error', code: 'INVALID_PARAM', param, error } });
});

test('an empty query string is none, and pages without a key take any', async () => {
  expect((await gateway.send('/v1/types?', { key })).status).toBe(200);
  expect((await gateway.send('/v1/openapi.json?from=docs')).status).toBe(200);
  expect((await gateway.send('/llms.txt?from=docs')).status).toBe(200);
});

test.each<[string, string, GatewayRequest]>([
  ['an unknown path', '/v1/nothing', {}],
  ['a wrong method', '/v1/types', post({})],
  ['a wrong media type', '/v1/ask', post('x', noMedia)],
  ['a long body', '/v1/ask', post(tooLong)],
  ['a valid request', '/v1/get_data', post({ type: 'token.price' })],
  ['a key in the address', `/v1/types?key=${generateApiKey()}&api_key=x`, {}],
])('without a valid key, %s is 401 and nothing else', async (_title, path, sent) => {
  const admitsBefore = gateway.billing.state.admits.length;
  for (const headers of [{}, { authorization: 'Bearer asy_nonsense' }, { authorization: 'Basic eA==' }]) {
    const answer = await gateway.send(path, { ...sent, headers: { ...sent.headers, ...headers } });
    expect(answer).toMatchObject({ status: 401, body: { status: 'error', code: 'INVALID_KEY' } });
    expect(answer.body['error']).toContain('x-api-key');
    expect(answer.body['error']).toContain('/docs');
    expect(answer.headers['ratelimit-limit']).toBeUndefined();
    expect(answer.headers['www-authenticate']).toContain('Bearer');
    expect(answer.headers['allow']).toBeUndefined();
  }
  expect(gateway.billing.state.admits.length).toBe(admitsBefore);
});

test('a rate-limited key gets 429 before any other error of its request, and the request is not counted', async () => {
  const limited = gateway.billing.open(0n, 7);
  limited.account.counted = 7;
  for (const [path, sent] of [
    ['/v1/nothing', {}],
    ['/v1/types', post({})],
    ['/v1/ask', post('x', noMedia)],
    ['/v1/get_data', post('{')],
    ['/v1/get_data', post({ type: 'token.price' })],
  ] as const) {
    const answer = await gateway.send(path, { ...sent, key: limited.key });
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT', error: 'rate limit exceeded: 7/min' } });
    expect(answer.headers).toMatchObject({
      // The limit resets in 13 seconds, minus the time that the earlier requests took.
      'retry-after': expect.stringMatching(/^([1-9]|1[0-3])$/),
      'ratelimit-limit': '7',
      'ratelimit-remaining': '0',
      'ratelimit-reset': answer.headers['retry-after'],
    });
  }
  expect(limited.account.counted).toBe(7);
});

test('every request with a key counts, whatever its outcome', async () => {
  const own = gateway.billing.open(0n);
  await gateway.send('/v1/nothing', { key: own.key });
  await gateway.send('/v1/types', { ...post({}), key: own.key });
  await gateway.send('/v1/get_data', { ...post('{'), key: own.key });
  await gateway.send('/v1/get_data', { ...post(tooLong), key: own.key });
  await gateway.send('/v1/get_data', { ...post({ type: 'token.price' }), key: own.key });
  const last = await gateway.send('/v1/types', { key: own.key });
  expect(own.account.counted).toBe(6);
  expect(last.headers['ratelimit-remaining']).toBe('994');
});

test('a malformed parameter is reported before an insufficient balance, and that before any work', async () => {
  const poor = gateway.billing.open(1n);
  const verified = gateway.engine.verified.length;
  const malformed = await gateway.send('/v1/get_data', {
    ...fundingRate({ symbol: 'BTC', venue: 'nowhere' }),
    key: poor.key,
  });
  expect(malformed).toMatchObject({
    status: 400,
    body: { code: 'INVALID_PARAM', param: 'venue', type: 'funding.rate' },
  });
  const unpaid = await gateway.send('/v1/get_data', { ...post({ type: 'token.price' }), key: poor.key });
  expect(unpaid).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_CREDITS', balance: 0.000001 } });
  expect(unpaid.body['error']).toMatch(
    /^this call may cost up to 0\.\d+ credits; the balance of 0\.000001 credits, minus the holds of calls in flight, does not cover that;/,
  );
  expect(unpaid.text).toContain('"balance":0.000001');
  expect(gateway.engine.verified.length).toBe(verified);
});

test('both headers accept a key, and Authorization wins', async () => {
  expect(await gateway.send('/v1/types', { headers: { 'x-api-key': key } })).toMatchObject({ status: 200 });
  expect(await gateway.send('/v1/types', { headers: { authorization: `bEaReR   ${key}` } })).toMatchObject({
    status: 200,
  });
  const both = { authorization: `Bearer ${generateApiKey()}`, 'x-api-key': key };
  expect(await gateway.send('/v1/types', { headers: both })).toMatchObject({ status: 401 });
});

test('billing is asked for an unknown key once, and the cache refuses the next request', async () => {
  const unknown = generateApiKey();
  const admitsBefore = gateway.billing.state.admits.length;
  expect((await gateway.send('/v1/types', { key: unknown })).status).toBe(401);
  expect((await gateway.send('/v1/types', { key: unknown })).status).toBe(401);
  expect(gateway.billing.state.admits.length).toBe(admitsBefore + 1);
});

test('every response has its trace, its mode, and headers against caches and frames', async () => {
  for (const [path, sent] of [
    ['/v1/types', { key }],
    ['/v1/types', {}],
    ['/v1/openapi.json', {}],
    ['/docs', {}],
  ] as const) {
    const answer = await gateway.send(path, sent);
    const isKeyed = path === '/v1/types';
    expect(answer.headers).toMatchObject({
      'x-assay-mode': 'sandbox',
      'cache-control': isKeyed ? 'no-store' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.headers.etag === undefined).toBe(isKeyed);
  }
});

test('a wrong method gets the allowed ones, and HEAD is a GET without its body', async () => {
  const wrong = await gateway.send('/v1/get_data', { key });
  expect(wrong).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  const unsupported = await gateway.send('/v1/types', { method: 'DELETE', key });
  expect(unsupported).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  const head = await gateway.send('/v1/types', { method: 'HEAD', key });
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
});

test.each(['/V1/types', '/v1//types', '/v1/types/x', '/v1/gates', '/%', '/docs/%ff', '/constructor'])(
  '%s has no route',
  async (path) => {
    const answer = await gateway.send(path, { key });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  },
);

test('an unavailable billing is 503, a broken one is 500, and neither response shows internals', async () => {
  gateway.billing.state.before.Admit = () => {
    throw new Fault('UNAVAILABLE', undefined, { cause: new Error('connect ECONNREFUSED 10.0.0.7:9001') });
  };
  const unavailable = await gateway.send('/v1/types', { key });
  expect(unavailable).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '1' } });
  gateway.billing.state.before.Admit = () => {
    throw new Error('relation "holds" does not exist at 10.0.0.7');
  };
  const broken = await gateway.send('/v1/types', { key });
  expect(broken).toMatchObject({ status: 500, body: { code: 'RESOLVE_FAILED' } });
  expect(unavailable.text + broken.text).not.toMatch(/10\.0\.0\.7|holds/);
  delete gateway.billing.state.before.Admit;
});

test('requests are counted by route and status, never by path or key', async () => {
  gateway.ends.length = 0;
  await gateway.send('/v1/types', { key });
  await gateway.send('/v1/something/else?x=1', { key });
  await gateway.send('/v1/types', { method: 'PATCH', key });
  expect(gateway.ends.map(({ operation, status }) => [operation, status])).toEqual([
    ['GET /v1/types', 200],
    ['unmatched', 404],
    ['other /v1/types', 405],
  ]);
});
