import { expect, test } from '@jest/globals';
import { watch, webhookSecret } from '../../testing/fake-watches.ts';
import type { GatewayResponse } from '../../testing/gateway-response.ts';
import { useWatchGateway } from '../../testing/watch-gateway.ts';

const gateway = useWatchGateway();
const create = (body: unknown): Promise<GatewayResponse> => gateway.send('/v1/watch', { body, method: 'POST' });
const good = {
  type: watch.type,
  params: watch.params,
  webhookUrl: watch.webhook_url,
};

test('a new watch is answered with 201, its record and its secret, and is free', async () => {
  const answer = await create(good);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: watch.id,
    type: watch.type,
    params: watch.params,
    condition: { field: 'onCurve', changes: true },
    minLevel: 'single_source',
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
  const body = `{"type":"${watch.type}","params":{"__proto__":"x","more":[1.50]},"webhookUrl":"${watch.webhook_url}"}`;
  await create(body.replace('"params"', '"minIntervalSeconds":null,"minLevel":null,"condition":null,"params"'));
  expect(gateway.watches.calls).toEqual([
    {
      method: 'CreateWatch',
      request: { account_id: 'acc_1', body_json: JSON.stringify(JSON.parse(body)), creation_id: '' },
    },
  ]);
});

test('a rejection is 400 with the reason that the watch service gives', async () => {
  gateway.watches.rejection = '"webhookUrl": the URL must not carry a user name or password';
  const answer = await create(good);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    status: 'error',
    code: 'WATCH_REJECTED',
    error: gateway.watches.rejection,
    traceId: answer.headers['x-trace-id'],
  });
});

test.each<[string, object, string]>([
  ['a misspelt condition', { ...good, conditions: {} }, 'a watch has no field "conditions"; did you mean "condition"?'],
  ['a type that cannot be watched', { ...good, type: 'token.price' }, '"token.price" cannot be watched'],
  ['a misspelt level', { ...good, minlevel: 'anchored' }, 'a watch has no field "minlevel"; did you mean "minLevel"?'],
  ['a level that does not exist', { ...good, minLevel: 'sure' }, '"minLevel" must be "single_source", "consensus" or'],
  ['no URL', { ...good, webhookUrl: null }, '"webhookUrl" must be the http or https URL'],
  ['a list in the place of params', { ...good, params: [] }, '"params" must be an object'],
  ['a fraction of a second', { ...good, minIntervalSeconds: 0.5 }, '"minIntervalSeconds" must be a whole number'],
])('%s is WATCH_REJECTED before the watch service is called', async (_title, body, words) => {
  const calls = gateway.watches.calls.length;
  expect(await create(body)).toMatchObject({
    status: 400,
    body: { code: 'WATCH_REJECTED', error: expect.stringContaining(words) },
  });
  expect(gateway.watches.calls).toHaveLength(calls);
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

test('a minimum level reaches the watch service', async () => {
  await create({ ...good, minLevel: 'anchored' });
  const [call] = gateway.watches.calls;
  expect(call?.request).toMatchObject({ body_json: expect.stringContaining('"minLevel":"anchored"') });
});
