import { beforeAll, expect, test } from '@jest/globals';
import { rootContext } from '@assay/rpc/context';
import { pause } from '@assay/runtime/clock';
import { createAccount, withBilling, type TestAccount } from '@assay/stack/testing/accounts';
import { getData, send, sharedSystem } from './support/system.ts';

const system = sharedSystem();
const url = system.gatewayUrl;
const tracePattern = /^tr_[0-9a-f]{32}$/;
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(system);
});

test('a delivery has its datum, verification, debit and balance', async () => {
  const { status, headers, body } = await getData(url, account.key, 'token.price', { token: 'SOL' });
  expect(status).toBe(200);
  expect(body).toEqual({
    status: 'delivered',
    type: 'token.price',
    params: { token: 'SOL' },
    data: {
      token: 'SOL',
      price: expect.stringMatching(/^\d+(\.\d+)?$/),
      currency: 'USD',
      asOf: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
    verification: {
      level: expect.stringMatching(/^(single_source|consensus|anchored)$/),
      origin: 'measured',
      source: expect.stringMatching(/^sandbox\.[a-z]+$/),
      cost: expect.stringMatching(/^0\.\d{1,6}$/),
      traceId: expect.stringMatching(tracePattern),
    },
    debitedCredits: expect.any(Number),
    balanceAfter: expect.any(Number),
    traceId: expect.stringMatching(tracePattern),
  });
  expect(headers.get('x-trace-id')).toBe(body['traceId']);
  expect(headers.get('x-assay-mode')).toBe('sandbox');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test.each([
  ['spot.price', { symbol: 'BTC' }, 'price'],
  ['spot.price', { symbol: 'ETH-USD' }, 'price'],
  ['funding.rate', { symbol: 'BTC', venue: 'hyperliquid' }, 'rate'],
  ['funding.rate', { symbol: 'BTC', venue: 'binance' }, 'rate'],
  ['game.players', { game: 'Counter-Strike 2' }, 'players'],
  ['game.players', { game: '730' }, 'players'],
  ['social.value', { handle: 'jay.bsky.team', user_id: 'did:plc:oky5czdrnfjpqslsw2a5iclo' }, 'value'],
  ['social.value', { handle: 'XDevelopers', user_id: '2244994945' }, 'value'],
  ['social.value', { handle: '@Gargron@mastodon.social', user_id: '1', metric: 'posts' }, 'value'],
  ['social.value', { handle: 'v', user_id: '2', platform: 'farcaster' }, 'value'],
])('%s answers for %p', async (type, params, field) => {
  const { status, body } = await getData(url, account.key, type, params);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'delivered', type, data: { [field]: expect.anything() } });
});

test('the catalog lists each type with its highest level and the reason for a cap', async () => {
  const { status, body } = await send(`${url}/v1/types`, { key: account.key });
  expect(status).toBe(200);
  const types = body['types'] as { type: string; maxLevel: string; capReason: string | null }[];
  expect(types.map(({ type }) => type).toSorted()).toEqual([
    'chain.can_sign',
    'chain.pool_state',
    'chain.resolve_address',
    'chain.swap_quote',
    'chain.token_account_owner',
    'chain.token_risk',
    'funding.rate',
    'game.players',
    'social.value',
    'spot.price',
    'token.price',
  ]);
  for (const entry of types) {
    expect(entry).toMatchObject({
      providers: expect.any(Number),
      requiredParams: expect.any(Array),
      maxLevel: expect.stringMatching(/^(single_source|consensus|anchored)$/),
      maxDebitCredits: expect.any(Number),
    });
    if (entry.maxLevel === 'anchored') {
      expect(entry.capReason).toBeNull();
    } else {
      expect(entry.capReason).toMatch(/.{10,}/);
    }
  }
  expect(types.find(({ type }) => type === 'social.value')).toMatchObject({ requiredParams: ['handle', 'user_id'] });
});

test('a request without a valid key is 401 and reveals nothing else', async () => {
  for (const attempt of [
    send(`${url}/v1/types`),
    send(`${url}/v1/no_such_path`),
    send(`${url}/v1/get_data`, { body: 'not json' }),
    send(`${url}/v1/types`, { key: 'asy_nonsense' }),
    send(`${url}/v1/types`, { key: `${account.key.slice(0, -1)}${account.key.endsWith('0') ? '1' : '0'}` }),
    send(`${url}/v1/get_data?key=${account.key}`, { body: {} }),
  ]) {
    const { status, body, headers } = await attempt;
    expect(status).toBe(401);
    expect(body).toMatchObject({ status: 'error', code: 'INVALID_KEY', error: expect.stringContaining('x-api-key') });
    expect(headers.get('ratelimit-limit')).toBeNull();
    expect(headers.get('x-trace-id')).toMatch(tracePattern);
  }
});

test('both key headers are accepted, and Authorization takes precedence', async () => {
  const viaHeader = await send(`${url}/v1/types`, { headers: { 'x-api-key': account.key } });
  expect(viaHeader.status).toBe(200);
  const both = await send(`${url}/v1/types`, { key: 'asy_wrong', headers: { 'x-api-key': account.key } });
  expect(both.status).toBe(401);
});

test.each([
  ['an unknown path', '/v1/nothing', { method: 'GET' }, 404, 'NOT_FOUND'],
  ['a wrong method', '/v1/get_data', { method: 'GET' }, 405, 'METHOD_NOT_ALLOWED'],
  [
    'another media type',
    '/v1/get_data',
    { body: 'type=x', headers: { 'content-type': 'text/plain' } },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a content encoding',
    '/v1/get_data',
    { body: {}, headers: { 'content-encoding': 'gzip' } },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a body over 64 KiB', '/v1/get_data', { body: `{"type":"${'x'.repeat(65_536)}"}` }, 413, 'PAYLOAD_TOO_LARGE'],
  ['no JSON', '/v1/get_data', { body: '{' }, 400, 'INVALID_JSON'],
  ['an array', '/v1/get_data', { body: '[]' }, 400, 'INVALID_JSON'],
  ['a byte order mark', '/v1/get_data', { body: '\uFEFF{}' }, 400, 'INVALID_JSON'],
  ['no type', '/v1/get_data', { body: {} }, 400, 'MISSING_TYPE'],
  ['an unknown type', '/v1/get_data', { body: { type: 'no.such', params: {} } }, 404, 'TYPE_NOT_FOUND'],
  [
    'a type of the chain without its parameter',
    '/v1/get_data',
    { body: { type: 'chain.pool_state' } },
    400,
    'MISSING_PARAM',
  ],
  [
    'a bad minLevel',
    '/v1/get_data',
    { body: { type: 'token.price', params: {}, minLevel: 'sure' } },
    400,
    'BAD_MIN_LEVEL',
  ],
  [
    'an unknown parameter',
    '/v1/get_data',
    { body: { type: 'token.price', params: { tokn: 'SOL' } } },
    400,
    'INVALID_PARAM',
  ],
  [
    'a missing parameter',
    '/v1/get_data',
    { body: { type: 'funding.rate', params: { symbol: 'BTC' } } },
    400,
    'MISSING_PARAM',
  ],
  [
    'a malformed parameter',
    '/v1/get_data',
    { body: { type: 'token.price', params: { token: '<b>' } } },
    400,
    'INVALID_PARAM',
  ],
  [
    'an unknown venue',
    '/v1/get_data',
    { body: { type: 'funding.rate', params: { symbol: 'BTC', venue: 'mtgox' } } },
    400,
    'INVALID_PARAM',
  ],
  ['no query', '/v1/ask', { body: {} }, 400, 'MISSING_QUERY'],
  ['a blank query', '/v1/ask', { body: { query: '  ' } }, 400, 'MISSING_QUERY'],
  ['a query over 1,000 characters', '/v1/ask', { body: { query: 'x'.repeat(1_001) } }, 400, 'INVALID_PARAM'],
  ['a gate without a policy', '/v1/gate', { body: {} }, 400, 'MISSING_POLICY'],
])('%s has its own error code, counts to the rate limit and costs nothing', async (_, path, options, status, code) => {
  const answer = await send(`${url}${path}`, { key: account.key, ...options });
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({
    status: 'error',
    code,
    error: expect.any(String),
    traceId: expect.stringMatching(tracePattern),
  });
  expect(answer.headers.get('x-trace-id')).toBe(answer.body['traceId']);
  expect(Number(answer.headers.get('ratelimit-remaining'))).toBeGreaterThan(0);
  if (status === 405) {
    expect(answer.headers.get('allow')).toContain('POST');
  }
});

test('MISSING_PARAM names the type and the missing parameters, and INVALID_PARAM names the parameter', async () => {
  const missing = await getData(url, account.key, 'social.value', {});
  expect(missing.body).toMatchObject({ type: 'social.value', missing: ['handle', 'user_id'] });
  const invalid = await getData(url, account.key, 'spot.price', { symbol: 'BTC', extra: 1 });
  expect(invalid.body).toMatchObject({ param: 'extra' });
});

test('a name that occurs twice is refused with its place, and an unknown field with the one that was meant', async () => {
  const twice = '{"type":"token.price","params":{"token":"ETH"},\n"type":"spot.price"}';
  expect(await send(`${url}/v1/get_data`, { key: account.key, body: twice })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_JSON', error: expect.stringContaining('line 2, column 1: the name "type" occurs twice') },
  });
  const questions = {
    '/v1/get_data': { type: 'token.price', params: {} },
    '/v1/ask': { query: 'price of SOL' },
  };
  for (const [path, question] of Object.entries(questions)) {
    const body = { ...question, minLevl: 'anchored' };
    expect(await send(`${url}${path}`, { key: account.key, body })).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_PARAM',
        param: 'minLevl',
        error: expect.stringContaining('did you mean "minLevel"?'),
      },
    });
  }
});

test('a type that is similar to one of the catalog is not found, and the message names that one', async () => {
  expect(await getData(url, account.key, 'spot.prices', { symbol: 'BTC' })).toMatchObject({
    status: 404,
    body: { code: 'TYPE_NOT_FOUND', error: expect.stringContaining('did you mean "spot.price"?') },
  });
});

test('an entity that no source knows is no_source: 200 and uncharged, with type and params', async () => {
  for (const [type, params] of [
    ['token.price', { token: 'VLORP' }],
    ['spot.price', { symbol: 'VLORP-USD' }],
    ['social.value', { handle: 'nobody-here.bsky.social', user_id: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' }],
    ['social.value', { handle: 'xdevelopers', user_id: '783214' }],
    ['social.value', { handle: 'gargron@a-host-that-nobody-listed.social', user_id: '1' }],
    ['game.players', { game: '999999999' }],
  ] as const) {
    const { status, body } = await getData(url, account.key, type, params);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'no_source', message: expect.any(String), type, debitedCredits: 0 });
    expect(body['traceId']).toMatch(tracePattern);
    expect(body).not.toHaveProperty('data');
  }
});

test('a ticker that means different assets at different venues is no_source, and the message says so', async () => {
  const { body } = await getData(url, account.key, 'spot.price', { symbol: 'LUNA' });
  expect(body).toMatchObject({
    status: 'no_source',
    message: expect.stringContaining('venues can mean different assets by it'),
    debitedCredits: 0,
  });
});

test('a level that no answer reaches is refused with the reason, uncharged', async () => {
  const poor = await createAccount(system, { creditMicros: 1_000_000n });
  const { status, body } = await getData(url, poor.key, 'spot.price', { symbol: 'BTC' }, { minLevel: 'anchored' });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    status: 'refused',
    code: 'NO_QUALIFYING_DELIVERY',
    reason: expect.stringMatching(/.{10,}/),
    type: 'spot.price',
    required: 'anchored',
    reached: expect.stringMatching(/^(single_source|consensus)$/),
    debitedCredits: 0,
    balanceAfter: 1,
  });
});

test('an account without credits gets 402 with its balance', async () => {
  const broke = await createAccount(system, { creditMicros: 1n });
  const { status, body } = await getData(url, broke.key, 'token.price', {});
  expect(status).toBe(402);
  expect(body).toMatchObject({ status: 'error', code: 'INSUFFICIENT_CREDITS', balance: 0.000001 });
});

test('the debit is cost times markup, and the balance agrees to the micro-credit', async () => {
  const newAccount = await createAccount(system, { creditMicros: 5_000_000n });
  const first = await getData(url, newAccount.key, 'game.players', { game: 'cs2' });
  const { verification, debitedCredits, balanceAfter } = first.body as {
    verification: { cost: string };
    debitedCredits: number;
    balanceAfter: number;
  };
  expect(Math.round(debitedCredits * 1e6)).toBe(Math.ceil(Math.round(Number(verification.cost) * 1e6) * 1.25));
  expect(Math.round((5 - balanceAfter) * 1e6)).toBe(Math.round(debitedCredits * 1e6));
});

test('every gateway refuses a revoked key within a second', async () => {
  const newAccount = await createAccount(system);
  expect((await send(`${url}/v1/types`, { key: newAccount.key })).status).toBe(200);
  await withBilling(system, (billing) => billing.RevokeKey({ key: newAccount.key }, rootContext(5_000)));
  await pause(1_000);
  for (const gateway of system.gatewayUrls) {
    expect((await send(`${gateway}/v1/types`, { key: newAccount.key })).status).toBe(401);
  }
});

test('the OpenAPI document and the docs page need no key', async () => {
  const openapi = await send(`${url}/v1/openapi.json`);
  expect(openapi.status).toBe(200);
  expect(openapi.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  expect(Object.keys(openapi.body['paths'] as object)).toEqual(
    expect.arrayContaining(['/v1/types', '/v1/ask', '/v1/get_data']),
  );
  const docs = await send(`${url}/docs/`);
  expect(docs.status).toBe(200);
  expect(docs.text).toContain('<html');
});
