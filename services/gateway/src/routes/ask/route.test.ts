import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { listed, resolved, undelivered } from '../../testing/fake-services.ts';
import { startGateway, type TestGateway } from '../../testing/gateway.ts';
import type { GatewayResponse } from '../../testing/gateway-response.ts';

let gateway: TestGateway;
let key: string;

beforeEach(async () => {
  gateway = await startGateway();
  key = gateway.billing.open().key;
});
afterEach(() => gateway.close());

const ask = (body: object): Promise<GatewayResponse> => gateway.send('/v1/ask', { key, body });
const question = { query: 'What is SOL worth?' };

test('a question is resolved, held for, verified and answered like a direct call', async () => {
  const answer = await ask({ ...question, minLevel: 'consensus' });
  expect(answer).toMatchObject({
    status: 200,
    body: { status: 'delivered', type: 'token.price', params: { token: 'SOL' }, debitedCredits: 0.001252 },
  });
  expect(gateway.resolver.queries).toEqual([question.query]);
  expect(gateway.engine.verified).toEqual([
    {
      type: 'token.price',
      params: { token: 'SOL' },
      params_json: '{"token":"SOL"}',
      min_level: 'LEVEL_CONSENSUS',
      account_id: 'acc_1',
      reads_decision: true,
      resolution: { model: 'embedded@1', confidence: 0.97, fallback_reason: '', query: question.query },
    },
  ]);
  expect(gateway.billing.state.admits).toMatchObject([{ hold_micros: '0', hold_id: '' }]);
});

test.each([
  ['absent', {}],
  ['null', { query: null }],
  ['a number', { query: 7 }],
  ['an object', { query: { text: 'SOL' } }],
  ['empty', { query: '' }],
  ['blank', { query: ' \n\u00a0\u3000 ' }],
])('a query that is %s is MISSING_QUERY', async (_title, body) => {
  expect(await ask(body)).toMatchObject({ status: 400, body: { code: 'MISSING_QUERY' } });
  expect(gateway.resolver.queries).toEqual([]);
});

test('a query has at most 1,000 characters, counted as code points', async () => {
  expect(await ask({ query: '🪙'.repeat(1_000) })).toMatchObject({ status: 200 });
  expect(await ask({ query: '🪙'.repeat(1_001) })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_PARAM', param: 'query' },
  });
});

test('a question that nothing measures is 200 no_source, free, and its decision is recorded', async () => {
  gateway.resolver.resolve = async () => ({ ...resolved, resolved: 'RESOLVED_NONE', type: '', message: 'no feed' });
  const answer = await ask({ query: 'who will win?' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    status: 'no_source',
    message: 'no feed',
    debitedCredits: 0,
    balanceAfter: 10,
    traceId: answer.headers['x-trace-id'],
  });
  expect(gateway.engine.unresolved).toMatchObject([{ outcome: 'unresolved', type: '', account_id: 'acc_1' }]);
  expect(gateway.billing.state.holds.size).toBe(0);
});

test('an answer to a message with further questions says so, and an answer to a single question does not', async () => {
  const message = 'This message asks more than one question, and Assay answered only token.price with token SOL.';
  expect((await ask(question)).body).not.toHaveProperty('notice');
  gateway.resolver.resolve = async () => ({ ...resolved, message });
  expect(await ask(question)).toMatchObject({ status: 200, body: { status: 'delivered', notice: message } });
});

test('no_source is answered even when its decision cannot be recorded, with a warning', async () => {
  gateway.resolver.resolve = async () => ({ ...resolved, resolved: 'RESOLVED_NONE', type: '' });
  gateway.engine.record = () => Promise.reject(new Fault('UNAVAILABLE'));
  const answer = await ask({ query: 'who will win?' });
  expect(answer.body).toMatchObject({ status: 'no_source', message: expect.stringContaining('data feeds') });
  expect(gateway.warnings).toHaveLength(1);
});

test('a question that lacks a parameter is MISSING_PARAM with the type and the parameters found', async () => {
  gateway.resolver.resolve = async () => ({
    ...resolved,
    resolved: 'RESOLVED_MISSING_PARAM',
    type: 'funding.rate',
    params: { symbol: 'BTC' },
    missing: ['venue'],
  });
  const answer = await ask({ query: 'BTC funding' });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'MISSING_PARAM', type: 'funding.rate', params: { symbol: 'BTC' }, missing: ['venue'] },
  });
  expect(gateway.engine.unresolved).toMatchObject([{ outcome: 'missing_param', type: 'funding.rate' }]);
});

test('parameters that a model found are validated like those of a caller', async () => {
  gateway.resolver.resolve = async () => ({ ...resolved, type: 'funding.rate', params: { symbol: 'BTC' } });
  expect(await ask(question)).toMatchObject({ status: 400, body: { code: 'MISSING_PARAM', missing: ['venue'] } });
  gateway.resolver.resolve = async () => ({ ...resolved, params: { token: '; drop table' } });
  expect(await ask(question)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_PARAM', param: 'token', type: 'token.price', params: { token: '; drop table' } },
  });
  gateway.resolver.resolve = async () => ({ ...resolved, params: { nonsense: '1' } });
  expect(await ask(question)).toMatchObject({ status: 400, body: { code: 'INVALID_PARAM', param: 'nonsense' } });
  expect(gateway.engine.verified).toEqual([]);
});

test('a question may lack a parameter that the service infers', async () => {
  gateway.resolver.resolve = async () => ({
    ...resolved,
    type: 'social.value',
    params: { handle: 'jay.bsky.team' },
  });
  gateway.engine.verify = async () => undelivered('no_source');
  expect(await ask(question)).toMatchObject({ status: 200 });
  expect(gateway.engine.verified.at(-1)?.params).toEqual({ handle: 'jay.bsky.team' });
});

test('a type that cannot be served now is no_source with the type and the parameters', async () => {
  gateway.engine.list = async () => listed.filter(({ type }) => type !== 'token.price');
  await gateway.catalog.refresh();
  expect(await ask(question)).toMatchObject({
    status: 200,
    body: { status: 'no_source', type: 'token.price', params: { token: 'SOL' }, debitedCredits: 0, balanceAfter: 10 },
  });
});

test.each([
  ['is unavailable', () => Promise.reject(new Fault('UNAVAILABLE'))],
  ['exceeds its deadline', () => Promise.reject(new Fault('DEADLINE_EXCEEDED'))],
  ['answers without an outcome', async () => ({ ...resolved, resolved: 'RESOLVED_UNSPECIFIED' as const })],
])('a resolver that %s is 500 RESOLVE_FAILED and free', async (_title, resolve) => {
  gateway.resolver.resolve = resolve;
  expect(await ask(question)).toMatchObject({ status: 500, body: { status: 'error', code: 'RESOLVE_FAILED' } });
  expect(gateway.billing.state.holds.size).toBe(0);
});

test('a question is resolved before the balance is checked, and a 402 has its type and parameters', async () => {
  const poor = await startGateway();
  const own = poor.billing.open(2_499n);
  const answer = await poor.send('/v1/ask', { key: own.key, body: question });
  expect(answer).toMatchObject({
    status: 402,
    body: { code: 'INSUFFICIENT_CREDITS', balance: 0.002499, type: 'token.price', params: { token: 'SOL' } },
  });
  poor.resolver.resolve = async () => ({ ...resolved, resolved: 'RESOLVED_NONE', type: '' });
  expect(await poor.send('/v1/ask', { key: own.key, body: question })).toMatchObject({ status: 200 });
  expect(poor.engine.verified).toEqual([]);
  await poor.close();
});

test('an error after resolution has the type and the parameters', async () => {
  gateway.engine.verify = () => Promise.reject(new Fault('RESOLVE_FAILED'));
  expect(await ask(question)).toMatchObject({
    status: 500,
    body: { code: 'RESOLVE_FAILED', type: 'token.price', params: { token: 'SOL' } },
  });
});
