import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { delivered, undelivered } from '../../testing/fake-services.ts';
import { startGateway, type TestGateway } from '../../testing/gateway.ts';
import type { GatewayResponse } from '../../testing/gateway-response.ts';

let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  key = gateway.billing.open().key;
  gateway.engine.verify = async () => delivered;
});

const getData = (body: object): Promise<GatewayResponse> => gateway.send('/v1/get_data', { key, body });

test('a delivery has its datum unchanged, its verification, its price and the balance', async () => {
  const answer = await getData({ type: 'token.price', params: {} });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.text).toContain('"data":{"token":"SOL","price":"151.20000000000000001"');
  expect(answer.text).toContain('"debitedCredits":0.001252,"balanceAfter":9.998748,');
  expect(answer.body).toEqual({
    status: 'delivered',
    data: JSON.parse(delivered.data_json),
    verification: {
      level: 'single_source',
      origin: 'measured',
      source: 'sandbox.coinbase',
      cost: '0.001',
      traceId: answer.headers['x-trace-id'],
    },
    type: 'token.price',
    params: { token: 'SOL' },
    debitedCredits: 0.001252,
    balanceAfter: 9.998748,
    traceId: answer.headers['x-trace-id'],
  });
});

test('the engine receives normalized parameters, the level and the account, after one call to billing', async () => {
  const admits = gateway.billing.state.admits.length;
  await getData({ type: 'spot.price', params: { symbol: 'btc/usd' }, minLevel: 'consensus' });
  expect(gateway.engine.verified.at(-1)).toEqual({
    type: 'spot.price',
    params: { symbol: 'BTC-USD' },
    params_json: '{"symbol":"BTC-USD"}',
    min_level: 'LEVEL_CONSENSUS',
    account_id: 'acc_1',
    reads_decision: true,
  });
  expect(gateway.billing.state.admits.slice(admits)).toMatchObject([
    { hold_micros: '2500', operation: 'get_data spot.price' },
  ]);
});

test('a refusal is 409 with the required and the reached level, and is free', async () => {
  gateway.engine.verify = async () =>
    undelivered('refused', {
      level: 'single_source',
      required: 'anchored',
      reason: 'no reference answered',
    });
  const answer = await getData({ type: 'token.price', minLevel: 'anchored' });
  expect(answer).toMatchObject({
    status: 409,
    body: {
      status: 'refused',
      code: 'NO_QUALIFYING_DELIVERY',
      error: expect.any(String),
      reason: 'no reference answered',
      type: 'token.price',
      params: { token: 'SOL' },
      required: 'anchored',
      reached: 'single_source',
      traceId: answer.headers['x-trace-id'],
      debitedCredits: 0,
      balanceAfter: 10,
    },
  });
  gateway.engine.verify = async () => undelivered('refused');
  expect((await getData({ type: 'token.price' })).body).toMatchObject({ reached: null, required: 'single_source' });
});

test('an entity that no source knows is 200 no_source with type and params, and is free', async () => {
  gateway.engine.verify = async () =>
    undelivered('no_source', { params_json: '{"token":"VLORP"}', reason: 'no source knows VLORP' });
  const answer = await getData({ type: 'token.price', params: { token: 'VLORP' } });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    status: 'no_source',
    message: 'no source knows VLORP',
    type: 'token.price',
    params: { token: 'VLORP' },
    debitedCredits: 0,
    balanceAfter: 10,
    traceId: answer.headers['x-trace-id'],
  });
});

test('a question that no source answers is 500 RESOLVE_FAILED, free, and its hold is released', async () => {
  const poor = gateway.billing.open(2_500n);
  gateway.engine.verify = async () => undelivered('failed', { reason: 'all sources timed out' });
  const request = { key: poor.key, body: { type: 'token.price' } };
  const failed = await gateway.send('/v1/get_data', request);
  expect(failed).toMatchObject({ status: 500, body: { code: 'RESOLVE_FAILED', error: 'all sources timed out' } });
  gateway.engine.verify = async () => delivered;
  expect(await gateway.send('/v1/get_data', request)).toMatchObject({ status: 200, body: { balanceAfter: 0.001248 } });
});

test('an unavailable engine is 503, and its internal messages do not reach the caller', async () => {
  gateway.engine.verify = () => Promise.reject(new Fault('UNAVAILABLE'));
  expect(await getData({ type: 'token.price' })).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  gateway.engine.verify = () => Promise.reject(new Fault('OVERLOADED', 'queue of 10.0.0.7 is full'));
  const overloaded = await getData({ type: 'token.price' });
  expect(overloaded).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  gateway.engine.verify = () => Promise.reject(new Fault('INTERNAL', 'TypeError at engine.ts:1'));
  const broken = await getData({ type: 'token.price' });
  expect(broken).toMatchObject({ status: 500, body: { code: 'RESOLVE_FAILED' } });
  expect(overloaded.text + broken.text).not.toMatch(/10\.0\.0\.7|engine\.ts/);
});

test.each([
  ['no level', { level: '' }],
  ['no source', { source: '' }],
  ['no origin', { origin: '' }],
  ['no datum', { data_json: '' }],
  ['no outcome', { outcome: '' }],
])('an answer with %s is neither delivered nor charged', async (_title, lacking) => {
  gateway.engine.verify = async () => ({ ...delivered, ...lacking });
  expect(await getData({ type: 'token.price' })).toMatchObject({ status: 500, body: { code: 'RESOLVE_FAILED' } });
  expect([...gateway.billing.state.holds.values()].at(-1)?.captured).toBe(0n);
});

test.each([
  ['absent', {}],
  ['null', { type: null }],
  ['a number', { type: 5 }],
  ['blank', { type: ' ' }],
])('a type that is %s is MISSING_TYPE', async (_title, body) => {
  expect(await getData(body)).toMatchObject({ status: 400, body: { code: 'MISSING_TYPE' } });
});

test.each(['no.such', 'constructor', 'Token.Price', 'game.players', 'chain.pool_state'])(
  'the type %s, which cannot be served now, is TYPE_NOT_FOUND',
  async (type) => {
    expect(await getData({ type })).toMatchObject({ status: 404, body: { status: 'error', code: 'TYPE_NOT_FOUND' } });
  },
);

test.each([
  ['no.such', 'there is no type "no.such"; GET /v1/types lists the types'],
  ['spot.prices', 'there is no type "spot.prices"; did you mean "spot.price"? GET /v1/types lists the types'],
  ['Token.Price', 'there is no type "Token.Price"; did you mean "token.price"? GET /v1/types lists the types'],
  ['x'.repeat(999), `there is no type "${'x'.repeat(64)}…"; GET /v1/types lists the types`],
  ['game.players', 'this type cannot be served now; GET /v1/types lists those that can'],
])('the type %s is not found: %s', async (type, error) => {
  expect(await getData({ type })).toMatchObject({ status: 404, body: { code: 'TYPE_NOT_FOUND', error } });
});

test.each(['sure', '', 1, ['anchored'], 'ANCHORED'])('minLevel %p is BAD_MIN_LEVEL', async (minLevel) => {
  const answer = await getData({ type: 'token.price', minLevel });
  expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_MIN_LEVEL' } });
});

test.each(['BTC', 7, ['BTC']])('params %p are INVALID_PARAM', async (params) => {
  const answer = await getData({ type: 'token.price', params });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PARAM', param: 'params', type: 'token.price' } });
});

test('null for an optional field is absent', async () => {
  const [plain, nulls] = [
    await getData({ type: 'token.price' }),
    await getData({ type: 'token.price', params: null, minLevel: null }),
  ];
  expect([nulls.status, nulls.body['params'], nulls.body['code']]).toEqual([
    plain.status,
    plain.body['params'],
    plain.body['code'],
  ]);
});

test('MISSING_PARAM has the type, the given parameters and all missing names', async () => {
  const answer = await getData({ type: 'social.value', params: { metric: 'posts' } });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'MISSING_PARAM', type: 'social.value', params: { metric: 'posts' }, missing: ['handle', 'user_id'] },
  });
});

test('a declared type is 503 and not 404 while the catalog is not known', async () => {
  const fresh = await startGateway({ catalogKnown: false });
  const own = fresh.billing.open();
  const known = await fresh.send('/v1/get_data', { key: own.key, body: { type: 'token.price' } });
  expect(known).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  const unknown = await fresh.send('/v1/get_data', { key: own.key, body: { type: 'no.such' } });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'TYPE_NOT_FOUND' } });
  expect((await fresh.send('/v1/types', { key: own.key })).status).toBe(503);
  await fresh.close();
});

test('a balance of exactly n times the maximum price serves n concurrent calls and no more', async () => {
  const own = gateway.billing.open(25_000n);
  gateway.engine.verify = async () => ({ ...delivered, total_cost_micros: '2000' });
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => gateway.send('/v1/get_data', { key: own.key, body: { type: 'token.price' } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(6);
  expect(own.account.balance).toBe(0n);
});
