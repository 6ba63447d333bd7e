import { expect, test } from '@jest/globals';
import { watch, webhookSecret } from '../../testing/fake-watches.ts';
import type { GatewayResponse } from '../../testing/gateway-response.ts';
import { useWatchGateway } from '../../testing/watch-gateway.ts';

const gateway = useWatchGateway();
const create = (body: unknown): Promise<GatewayResponse> => gateway.send('/v1/watch', { body, method: 'POST' });

test('a new watch is answered with 201, its record and its secret, and is free', async () => {
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

test("the watch service receives the caller's object without the optional fields that are null", async () => {
  const body = '{"type":5,"params":{"__proto__":"x"},"condition":{"field":1},"more":[1.50]}';
  await create(body.replace('"more"', '"minIntervalSeconds":null,"more"'));
  expect(gateway.watches.calls).toEqual([
    {
      method: 'CreateWatch',
      request: { account_id: 'acc_1', body_json: JSON.stringify(JSON.parse(body)), creation_id: '' },
    },
  ]);
});

test('a rejection is 400 with the reason that the watch service gives', async () => {
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

test('a request without a key does not reach the watch service', async () => {
  const answer = await gateway.sendWithoutKey('/v1/watch', { body: {}, method: 'POST' });
  expect(answer.status).toBe(401);
  expect(gateway.watches.calls).toEqual([]);
});

test('a body that is not a JSON object, or has another media type, is refused as on every route', async () => {
  expect((await create('[]')).body['code']).toBe('INVALID_JSON');
  const typed = await gateway.send('/v1/watch', { body: '{}', headers: { 'content-type': 'text/plain' } });
  expect(typed.status).toBe(415);
});
