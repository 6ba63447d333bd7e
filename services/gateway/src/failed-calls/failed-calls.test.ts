import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keyIdOf } from '@assay/identifiers/key-id';
import { hashApiKey } from '@assay/identifiers/api-key';
import { Fault } from '@assay/faults/faults';
import { startGateway, type GatewayRequest, type TestGateway } from '../testing/gateway.ts';
import type { GatewayResponse } from '../testing/gateway-response.ts';
import { keptPerMinute } from './sampling.ts';

let gateway: TestGateway;
let key: string;
beforeEach(async () => {
  gateway = await startGateway();
  key = gateway.billing.open().key;
});
afterEach(() => gateway.close());

/** Sends a call, and returns its response with the record that the gateway sent to the engine. */
async function fail(path: string, request: GatewayRequest = {}) {
  const response = await gateway.send(path, { key, ...request });
  const traceId = String(response.headers['x-trace-id']);
  return { response, traceId, record: await recordOf(traceId) };
}

async function recordOf(traceId: string) {
  const find = () => gateway.engine.failedCalls.find(({ trace_id: id }) => `tr_${id}` === traceId);
  for (let attempts = 0; attempts < 200 && find() === undefined; attempts += 1) {
    await gateway.failedCalls.flush();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return find();
}

test('an error names its call in the log: what was asked, the code, the sentence, the key and the time', async () => {
  const body = { type: 'spot.prices', params: { symbol: 'BTC', apiKey: 'hunter2' } };
  const { response, record } = await fail('/v1/get_data', { body });
  expect(response.status).toBe(404);
  expect(record).toMatchObject({
    account_id: 'acc_1',
    key_id: keyIdOf(hashApiKey(key)),
    method: 'POST',
    path: '/v1/get_data',
    http_status: 404,
    code: 'TYPE_NOT_FOUND',
    message: (response.body as { error?: unknown }).error,
    type: 'spot.prices',
  });
  expect(JSON.parse(record?.body_json ?? '')).toEqual({
    type: 'spot.prices',
    params: { symbol: 'BTC', apiKey: '[redacted]' },
  });
  expect(Math.abs(Number(record?.failed_at_ms) - Date.now())).toBeLessThan(60_000);
});

test('every kind of error of a known key is in the log, and the trace shows it with its remedy', async () => {
  const cases: [string, GatewayRequest, string][] = [
    ['/v1/get_data', { body: { type: 'spot.price' } }, 'MISSING_PARAM'],
    ['/v1/get_data', { body: { type: 'token.price', minLevle: 'anchored' } }, 'INVALID_PARAM'],
    ['/v1/get_data', { method: 'POST', body: '{"type": token.price}' }, 'INVALID_JSON'],
    [
      '/v1/get_data',
      { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['/v1/nothing?apikey=x', {}, 'NOT_FOUND'],
    ['/v1/ask', { method: 'DELETE' }, 'METHOD_NOT_ALLOWED'],
    ['/v1/gate', { body: {} }, 'MISSING_POLICY'],
    ['/v1/ask', { body: { query: ' ' } }, 'MISSING_QUERY'],
  ];
  for (const [path, request, code] of cases) {
    const { response, traceId, record } = await fail(path, request);
    expect([path, response.body, record?.code]).toMatchObject([path, { code, traceId }, code]);
    expect(record?.path).toBe(path.split('?')[0]);
    const trace = await gateway.send(`/v1/traces/${traceId}`, { key });
    expect(trace.body).toMatchObject({
      traceId,
      status: 'error',
      sources: [],
      charge: null,
      failure: { code, httpStatus: response.status, remedy: expect.any(String), leftOut: 0 },
    });
  }
});

test('no credit and a failure of the service are in the log, and a refusal, which has a decision, is not', async () => {
  const poor = gateway.billing.open(0n).key;
  const question = { body: { type: 'token.price' } };
  expect((await fail('/v1/get_data', { ...question, key: poor })).record).toMatchObject({
    code: 'INSUFFICIENT_CREDITS',
    type: 'token.price',
  });
  gateway.engine.verify = () => Promise.reject(new Fault('INTERNAL', 'password of the database'));
  const { record } = await fail('/v1/get_data', question);
  expect(record).toMatchObject({ code: 'RESOLVE_FAILED', http_status: 500 });
  expect(JSON.stringify(record)).not.toContain('password');
});

test('a call without a valid key is in no log', async () => {
  await gateway.send('/v1/types');
  await gateway.send('/v1/types', { key: `${key}x` });
  await gateway.failedCalls.flush();
  expect(gateway.engine.failedCalls).toEqual([]);
});

for (const corsOrigins of [[], ['https://example.com']]) {
  test(`a call over the rate limit is in the log with its words, and a flood is sampled (${corsOrigins.length} origins)`, async () => {
    await gateway.close();
    gateway = await startGateway({ corsOrigins });
    key = gateway.billing.open(10_000_000n, 1).key;
    await gateway.send('/v1/types', { key });
    const body = { query: 'what does SOL cost?' };
    const { response, record } = await fail('/v1/ask', { body });
    expect(response.status).toBe(429);
    expect(record).toMatchObject({ code: 'RATE_LIMIT', body_json: JSON.stringify(body), account_id: 'acc_1' });

    const flood: Promise<GatewayResponse>[] = [];
    for (let calls = 0; calls < keptPerMinute + 10; calls += 1) {
      flood.push(gateway.send('/v1/ask', { key, body }));
    }
    const traceIds = (await Promise.all(flood)).map(({ headers }) => String(headers['x-trace-id']));
    await recordOf(traceIds[0] ?? '');
    await gateway.failedCalls.flush();
    const minutes = new Set(gateway.engine.failedCalls.map((call) => Math.floor(Number(call.failed_at_ms) / 60_000)));
    expect(gateway.engine.failedCalls.length).toBeLessThanOrEqual(keptPerMinute * minutes.size);
    // If a new minute begins during the flood, the calls of each minute can stay below the limit, and none is left out.
    const sampled = gateway.leftOut.get('sampled') ?? 0;
    expect(sampled).toBeGreaterThanOrEqual(minutes.size === 1 ? 1 : 0);
    expect(gateway.engine.leftOut.reduce((sum, { calls = 0 }) => sum + calls, 0)).toBe(sampled);
  });
}

test('the log drops calls while the engine does not store them, and no response waits for it', async () => {
  gateway.engine.record = () => Promise.reject(new Fault('UNAVAILABLE'));
  const { status } = await gateway.send('/v1/nothing', { key });
  expect(status).toBe(404);
  const isDropped = () => gateway.leftOut.get('not_stored') === 1;
  for (let attempts = 0; attempts < 200 && !isDropped(); attempts += 1) {
    await gateway.failedCalls.flush();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(gateway.leftOut.get('not_stored')).toBe(1);
  expect(gateway.warnings).toEqual(['could not store failed calls']);
});

test('the failed call of another account is not found', async () => {
  const { traceId, record } = await fail('/v1/nothing');
  expect(record).toBeDefined();
  const own = gateway.engine.failedCalls[0];
  gateway.engine.failedCalls.splice(0, 1, { ...own, account_id: 'acc_other' });
  expect((await gateway.send(`/v1/traces/${traceId}`, { key })).status).toBe(404);
});
