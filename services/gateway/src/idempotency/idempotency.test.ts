import { Fault } from '@assay/faults/faults';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { delivered, undelivered } from '../testing/fake-services.ts';
import { startGateway, type GatewayRequest, type TestGateway } from '../testing/gateway.ts';
import type { GatewayResponse } from '../testing/gateway-response.ts';

const question = { type: 'token.price', params: { token: 'SOL' } };
let gateway: TestGateway;
let key: string;
let account: ReturnType<TestGateway['billing']['open']>['account'];

beforeEach(async () => {
  gateway = await startGateway();
  ({ key, account } = gateway.billing.open());
});
afterEach(() => gateway.close());

const post = (
  idempotencyKey: string,
  body: unknown = question,
  path = '/v1/get_data',
  more: GatewayRequest = {},
): Promise<GatewayResponse> =>
  gateway.send(path, { key, body, ...more, headers: { 'idempotency-key': idempotencyKey, ...more.headers } });

const isReplay = ({ headers }: GatewayResponse): boolean => headers['idempotency-replayed'] === 'true';

test('a repeated request gets the same status and body again, marked as a replay, and is charged once', async () => {
  const first = await post('k1');
  const again = await post('k1');
  expect([first.status, isReplay(first)]).toEqual([200, false]);
  expect([again.status, again.text, isReplay(again)]).toEqual([200, first.text, true]);
  expect(account.balance).toBe(10_000_000n - 1_252n);
  expect(account.counted).toBe(2);
  expect(gateway.engine.verified).toHaveLength(1);
});

test('of 24 equal requests at once one runs; the others are told to wait, and then get its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, () => post('k1')));
  const ran = answers.filter(({ status }) => status === 200);
  const waiting = answers.filter(({ status }) => status === 409);
  expect(new Set(ran.map(({ text }) => text)).size).toBe(1);
  expect(ran.length + waiting.length).toBe(24);
  for (const { body, headers } of waiting) {
    expect([body['code'], headers['retry-after']]).toEqual(['IDEMPOTENCY_IN_PROGRESS', '1']);
  }
  expect(gateway.engine.verified).toHaveLength(1);
  expect((await post('k1')).text).toBe(ran[0]?.text);
});

test('a key with another body or another path is a mismatch', async () => {
  await post('k1');
  const otherBody = await post('k1', { ...question, minLevel: 'anchored' });
  const otherPath = await post('k1', question, '/v1/ask');
  for (const { status, body } of [otherBody, otherPath]) {
    expect([status, body['code']]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  }
});

test('a replayed answer and a replayed error state one trace id, which opens their call', async () => {
  for (const body of [question, { ...question, minLevel: 'anchoredd' }]) {
    const first = await post(JSON.stringify(body), body);
    const again = await post(JSON.stringify(body), body);
    const { traceId, verification } = again.body as Record<string, unknown> & { verification?: { traceId: string } };
    expect(isReplay(again)).toBe(true);
    expect([again.headers['x-trace-id'], traceId ?? verification?.traceId]).toEqual([
      first.headers['x-trace-id'],
      first.headers['x-trace-id'],
    ]);
  }
});

test('a replayed answer without a trace id, such as a new watch, states that of its own request', async () => {
  const body = { type: 'chain.resolve_address', params: {}, webhookUrl: 'https://hooks.example.com/' };
  const first = await post('k1', body, '/v1/watch');
  const again = await post('k1', body, '/v1/watch');
  expect([first.status, isReplay(again)]).toEqual([201, true]);
  expect(again.headers['x-trace-id']).not.toBe(first.headers['x-trace-id']);
});

test.each([
  ['an invalid request', { type: 'token.price', params: { token: 5 } }, 400],
  ['a body that is not JSON', '{', 400],
  ['an unknown type', { type: 'no.such' }, 404],
])('the answer to %s is stored too', async (_name, body, status) => {
  const first = await post('k1', body);
  const again = await post('k1', body);
  expect(first.status).toBe(status);
  expect([again.status, again.text, isReplay(again)]).toEqual([status, first.text, true]);
});

test('a refusal is stored too', async () => {
  gateway.engine.verify = async () => undelivered('refused', { reason: 'sources contradict' });
  const refused = await post('k1');
  expect([refused.status, (await post('k1')).text]).toEqual([409, refused.text]);
});

test('an answer without credit is not stored: after a top-up the same request is answered and charged once', async () => {
  account.balance = 0n;
  expect((await post('k1')).status).toBe(402);
  expect((await post('k1')).status).toBe(402);
  account.balance = 10_000_000n;
  const answer = await post('k1');
  expect([answer.status, isReplay(answer)]).toEqual([200, false]);
  expect([(await post('k1')).text, account.balance]).toEqual([answer.text, 10_000_000n - 1_252n]);
});

test('a type that no source serves now is not stored: it may come back', async () => {
  for (const [type, replayed] of [
    ['game.players', false],
    ['no.such', true],
  ] as const) {
    const body = { type, params: {} };
    const first = await post(`key-${type}`, body);
    const again = await post(`key-${type}`, body);
    expect([first.status, again.status, isReplay(again)]).toEqual([404, 404, replayed]);
  }
});

test.each([true, false])('a refused watch is stored unless its cause can be mended (%s)', async (mendable) => {
  const body = { type: 'chain.resolve_address', params: {}, webhookUrl: 'https://hooks.example.com/' };
  gateway.watches.rejection = new Fault('WATCH_REJECTED', 'too many', { mendable });
  expect((await post('k1', body, '/v1/watch')).status).toBe(400);
  gateway.watches.rejection = undefined;
  expect((await post('k1', body, '/v1/watch')).status).toBe(mendable ? 201 : 400);
});

test('a failure is not stored: the next request runs at once and is charged once', async () => {
  gateway.engine.verify = () => Promise.reject(new Fault('UNAVAILABLE'));
  expect((await post('k1')).status).toBe(503);
  gateway.engine.verify = async () => delivered;
  const answer = await post('k1');
  expect([answer.status, isReplay(answer)]).toEqual([200, false]);
  expect(account.balance).toBe(10_000_000n - 1_252n);
});

test('a request over the limit or without a valid key stores nothing', async () => {
  account.limit = 0;
  expect((await post('k1')).status).toBe(429);
  expect((await post('k1', question, '/v1/get_data', { key: undefined })).status).toBe(401);
  expect(gateway.billing.state.idempotent.begun).toBe(0);
});

test('an answer that billing could not store is not sent, and its charge is reversed', async () => {
  gateway.billing.state.idempotent.beforeFinish = () => {
    throw new Fault('UNAVAILABLE');
  };
  expect((await post('k1')).status).toBe(503);
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.undelivered).toHaveLength(1);
  expect(gateway.billing.state.delivered).toEqual([]);
});

test('an attempt that lost its lease sends no answer, and its charge is reversed', async () => {
  gateway.billing.state.idempotent.lost = true;
  const answer = await post('k1');
  expect([answer.status, answer.body['code']]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.undelivered).toHaveLength(1);
});

test('a stored answer needs no confirmation', async () => {
  expect((await post('k1')).status).toBe(200);
  await gateway.confirmations.flush(1_000);
  expect([gateway.billing.state.delivered, gateway.billing.state.undelivered]).toEqual([[], []]);
});

test('a new watch gets the id that all attempts of its creation share', async () => {
  const body = { type: 'chain.resolve_address', params: {}, webhookUrl: 'https://hooks.example.com/' };
  const first = await post('k1', body, '/v1/watch');
  expect([first.status, (await post('k1', body, '/v1/watch')).text]).toEqual([201, first.text]);
  await gateway.send('/v1/watch', { key, body });
  expect(gateway.watches.calls.map(({ request }) => request)).toMatchObject([
    { creation_id: 'call_0' },
    { creation_id: '' },
  ]);
});

test.each(['', ' ', 'a b', 'ü', 'k'.repeat(256), 'a\tb', 'two, keys'])(
  'the key %j is refused and named',
  async (bad) => {
    const { status, body } = await post(bad);
    expect([status, body['code'], body['param']]).toEqual([400, 'INVALID_PARAM', 'Idempotency-Key']);
  },
);

test('the longest key and the first and last visible character are accepted', async () => {
  for (const good of ['k'.repeat(255), '!', '~']) {
    expect((await post(good)).status).toBe(200);
  }
});

test('a request without a body ignores the header', async () => {
  const answer = await gateway.send('/v1/types', { key, headers: { 'idempotency-key': 'k1' } });
  expect(answer.status).toBe(200);
  expect(gateway.billing.state.idempotent.begun).toBe(0);
});

test('a request without the header costs no call to billing for it', async () => {
  expect((await gateway.send('/v1/get_data', { key, body: question })).status).toBe(200);
  expect(gateway.billing.state.idempotent.begun).toBe(0);
});
