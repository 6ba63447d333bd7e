import { expect, test } from '@jest/globals';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { getData, send, sharedSystem, until, type HttpAnswer } from './support/system.ts';

const system = sharedSystem();

/** One source in a trace, with the fields that the tests read. */
type TracedSource = {
  readonly receivedAt: string;
  readonly asOf: string;
  readonly update: { readonly receivedAt: string } | null;
};

function read(account: TestAccount, traceId: unknown): Promise<HttpAnswer> {
  return send(`${system.gatewayUrl}/v1/traces/${String(traceId)}`, { key: account.key });
}

/** Returns the trace of an answer. The trace may appear up to two seconds after the answer. */
function traceOf(account: TestAccount, answer: HttpAnswer): Promise<HttpAnswer> {
  return until(
    () => read(account, answer.body['traceId']),
    ({ status }) => status === 200,
    2_000,
  );
}

test('the trace of a delivery has its sources, what was known of them, and its charge', async () => {
  const account = await createAccount(system);
  const answer = await getData(system.gatewayUrl, account.key, 'spot.price', { symbol: 'BTC-USD' });
  const trace = await traceOf(account, answer);
  expect(trace.body).toMatchObject({
    traceId: answer.body['traceId'],
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    type: 'spot.price',
    params: answer.body['params'],
    required: 'single_source',
    status: 'delivered',
    level: (answer.body['verification'] as { level: string }).level,
    answer: answer.body['data'],
    charge: { debitedCredits: answer.body['debitedCredits'] },
  });
  const sources = trace.body['sources'] as { source: string; role: string; data: unknown; cost: string }[];
  const { source: delivered, cost } = answer.body['verification'] as { source: string; cost: string };
  expect(sources.find(({ source }) => source === delivered)).toMatchObject({
    outcome: 'ok',
    data: answer.body['data'],
    cost,
  });
  expect(trace.body['independence']).not.toEqual([]);
  expect(trace.text).not.toMatch(/https?:|127\.0\.0\.1|localhost/);
});

test('a source that answered from its stream names the update: trade id, time of arrival, and connection', async () => {
  const account = await createAccount(system);
  const streamed = await until(
    async () => {
      const answer = await getData(system.gatewayUrl, account.key, 'spot.price', { symbol: 'BTC-USD' });
      const { body } = await traceOf(account, answer);
      return (body['sources'] as TracedSource[]).find(({ update }) => update !== null);
    },
    (streamSource) => streamSource !== undefined,
    10_000,
  );
  expect(streamed).toMatchObject({
    outcome: 'ok',
    httpStatus: null,
    update: { path: expect.stringMatching(/^(direct|shared)$/), id: expect.stringMatching(/^\d+$/) },
  });
  const [receivedAtMs, arrivedAtMs, asOfMs] = [streamed?.receivedAt, streamed?.update?.receivedAt, streamed?.asOf].map(
    (time) => Date.parse(time ?? ''),
  ) as [number, number, number];
  expect(receivedAtMs).toBeGreaterThanOrEqual(arrivedAtMs);
  expect(receivedAtMs - asOfMs).toBeLessThanOrEqual(2_000);
});

test('the trace of a free answer is found: a refusal, no_source, and a question that no type matches', async () => {
  const account = await createAccount(system);
  const refused = await getData(
    system.gatewayUrl,
    account.key,
    'funding.rate',
    { symbol: 'BTC', venue: 'bybit' },
    {
      minLevel: 'anchored',
    },
  );
  const unknown = await getData(system.gatewayUrl, account.key, 'spot.price', { symbol: 'NOSUCHSYMBOL' });
  const unresolved = await send(`${system.gatewayUrl}/v1/ask`, {
    key: account.key,
    body: { query: 'Who was the first emperor of Rome?' },
  });
  for (const [answer, status] of [
    [refused, 'refused'],
    [unknown, 'no_source'],
    [unresolved, 'no_source'],
  ] as const) {
    expect(answer.body['status']).toBe(status);
    const { body } = await traceOf(account, answer);
    expect(body).toMatchObject({ status, answer: null });
    expect((body['charge'] as { debitedCredits: number } | null)?.debitedCredits ?? 0).toBe(0);
  }
});

test("another account's trace, an unknown id and a malformed one are 404 and reveal no difference", async () => {
  const [account, other] = await Promise.all([createAccount(system), createAccount(system)]);
  const answer = await getData(system.gatewayUrl, account.key, 'spot.price', { symbol: 'BTC-USD' });
  await traceOf(account, answer);
  const foreign = await read(other, answer.body['traceId']);
  const unknown = await read(other, `tr_${'0123456789abcdef'.repeat(2)}`);
  for (const { status, body } of [foreign, unknown]) {
    expect([status, body['code'], body['error']]).toEqual([404, 'NOT_FOUND', unknown.body['error']]);
  }
  expect((await read(account, 'tr_1')).status).toBe(404);
  expect((await read(account, `${String(answer.body['traceId'])}%00`)).status).toBe(404);
});

test('a trace is free and counts to the rate limit', async () => {
  const account = await createAccount(system, { rateLimitPerMinute: 2 });
  const answer = await getData(system.gatewayUrl, account.key, 'spot.price', { symbol: 'BTC-USD' });
  const first = await read(account, answer.body['traceId']);
  expect(first.headers.get('ratelimit-remaining')).toBe('0');
  expect((await read(account, answer.body['traceId'])).status).toBe(429);
  const types = await createAccount(system);
  expect((await read(types, answer.body['traceId'])).status).toBe(404);
});
