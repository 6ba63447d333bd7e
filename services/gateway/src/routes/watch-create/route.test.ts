import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { watch, webhookSecret } from '../../testing/fake-watches.ts';
import { startGateway, type Answer, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  key = gateway.billing.open(0n).key;
  gateway.watches.rejection = undefined;
  gateway.watches.calls.length = 0;
});

const create = (body: unknown): Promise<Answer> => gateway.send('/v1/watch', { key, body, method: 'POST' });

test('a watch is answered with 201, its record and its secret, and costs nothing even an account without credits', async () => {
  const answer = await create({ type: watch.type });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: watch.id,
    type: watch.type,
    params: JSON.parse(watch.params_json),
    condition: { field: 'onCurve', changes: true },
    webhookUrl: watch.webhook_url,
    minIntervalSeconds: 30,
    watchedAddress: watch.watched_address,
    createdAt: watch.created_at,
    lastTriggeredAt: null,
    lastDeliveredAt: null,
    lastAttempt: null,
    webhookSecret,
  });
  expect(gateway.billing.state.admits.at(-1)).toMatchObject({ hold_micros: '0' });
});

test("the caller's object reaches the watch service whole, whatever is in it", async () => {
  const body = '{"type":5,"params":{"__proto__":"x"},"condition":null,"more":[1.50]}';
  await create(body);
  expect(gateway.watches.calls).toEqual([
    { method: 'CreateWatch', request: { account_id: 'acc_1', body_json: JSON.stringify(JSON.parse(body)) } },
  ]);
});

test('a rejection is 400 with the reason that the watch service names', async () => {
  gateway.watches.rejection = '"webhookUrl": the URL must not carry a user name or password';
  const answer = await create({});
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    status: 'error',
    code: 'WATCH_REJECTED',
    error: gateway.watches.rejection,
    traceId: answer.headers['x-trace-id'],
  });
});

test('without a key nothing reaches the watch service', async () => {
  const answer = await gateway.send('/v1/watch', { body: {}, method: 'POST' });
  expect(answer.status).toBe(401);
  expect(gateway.watches.calls).toEqual([]);
});

test('what is no JSON object, or of another media type, is told as for every other body', async () => {
  expect((await create('[]')).body['code']).toBe('INVALID_JSON');
  const typed = await gateway.send('/v1/watch', { key, body: '{}', headers: { 'content-type': 'text/plain' } });
  expect(typed.status).toBe(415);
});
