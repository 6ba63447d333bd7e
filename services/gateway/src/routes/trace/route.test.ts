import type { Charge__Output } from '@assay/rpc/gen/assay/billing/v1/Charge';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import { decisionWith } from '@assay/rpc/testing/answers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '../../testing/gateway.ts';
import type { GatewayResponse } from '../../testing/gateway-response.ts';

const digits = '4bf92f3577b34da6a3ce929d0e0e4736';
/** The account that the fake billing returns for every key that it admits. */
const ownAccount = 'acc_1';
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  key = gateway.billing.open(0n).key;
  gateway.engine.decisions.clear();
  gateway.engine.failedCalls.length = 0;
  gateway.billing.state.charges.clear();
});

const read = (traceId = `tr_${digits}`): Promise<GatewayResponse> => gateway.send(`/v1/traces/${traceId}`, { key });

const decision = decisionWith({
  trace_id: digits,
  decided_at_ms: '1800000000123',
  account_id: ownAccount,
  type: 'token.price',
  params_json: '{"token":"SOL"}',
  outcome: 'delivered',
  level: 'consensus',
  required: 'single_source',
  source: 'sandbox.coinbase',
  origin: 'measured',
  data_json: '{"token":"SOL","price":"151.20000000000000001"}',
  reason: 'an independent peer agrees',
  source_cost_micros: '1000',
  total_cost_micros: '1500',
  latency_ms: 12,
  attempts: [
    {
      provider: 'sandbox.coinbase',
      role: 'source',
      outcome: 'ok',
      asked_at_ms: '1800000000100',
      received_at_ms: '1800000000110',
      source_at_ms: '1800000000000',
      data_json: '{"price":"151.20000000000000001"}',
      detail: '',
      cost_micros: '1000',
      http_status: 200,
      coalesced: false,
      update: { path: 'direct', id: '4711', received_at_ms: '1800000000050' },
      difference_bps: '',
    },
    {
      provider: 'sandbox.kraken',
      role: 'peer',
      outcome: 'timeout',
      asked_at_ms: '1800000000100',
      received_at_ms: '0',
      source_at_ms: '0',
      data_json: '',
      detail: 'no answer from http://10.0.0.7:9000/kraken',
      cost_micros: '0',
      http_status: 0,
      coalesced: false,
      update: null,
      difference_bps: '12.5',
    },
  ],
  independence: [
    {
      one: 'coinbase',
      other: 'kraken',
      verdict: 'independent',
      nats: -3.5,
      observations: 40,
      since_ms: '0',
      measured_on: 'token.price:SOL',
      max_share_parts: 1_200,
      reason: '',
    },
    {
      one: 'coinbase',
      other: 'coingecko',
      verdict: 'unknown',
      nats: 0,
      observations: 0,
      since_ms: '0',
      measured_on: '',
      max_share_parts: 0,
      reason: 'coingecko states that its data come from other venues',
    },
  ],
  resolution: null,
  attempt_rank: 2,
  traceparent: `00-${digits}-00f067aa0ba902b7-01`,
});

const charge: Charge__Output = {
  hold_id: 'h_1',
  account_id: ownAccount,
  operation: 'get_data token.price',
  held_micros: '2500',
  captured_micros: '1875',
  state: 'confirmed',
  held_at: '',
  ended_at: '',
  entries: [],
};

function record(decisions: Decision__Output[], charges: Charge__Output[], accountId = ownAccount): void {
  gateway.engine.decisions.set(`${accountId} ${digits}`, decisions);
  gateway.billing.state.charges.set(`${accountId} ${digits}`, charges);
}

test('a trace has the decision, every source with its clocks, what was known of them, and the charge', async () => {
  record([decision], [charge]);
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toEqual({
    traceId: `tr_${digits}`,
    at: '2027-01-15T08:00:00.123Z',
    type: 'token.price',
    params: { token: 'SOL' },
    required: 'single_source',
    attempt: 2,
    status: 'delivered',
    level: 'consensus',
    reason: 'an independent peer agrees',
    answer: { token: 'SOL', price: '151.20000000000000001' },
    sources: [
      {
        source: 'sandbox.coinbase',
        role: 'source',
        outcome: 'ok',
        httpStatus: 200,
        askedAt: '2027-01-15T08:00:00.100Z',
        receivedAt: '2027-01-15T08:00:00.110Z',
        asOf: '2027-01-15T08:00:00.000Z',
        data: { price: '151.20000000000000001' },
        cost: '0.001',
        differenceBps: null,
        update: { path: 'direct', id: '4711', receivedAt: '2027-01-15T08:00:00.050Z' },
      },
      {
        source: 'sandbox.kraken',
        role: 'peer',
        outcome: 'timeout',
        httpStatus: null,
        askedAt: '2027-01-15T08:00:00.100Z',
        receivedAt: null,
        asOf: null,
        data: null,
        cost: '0',
        differenceBps: 12.5,
        update: null,
      },
    ],
    independence: [
      {
        a: 'coinbase',
        b: 'kraken',
        verdict: 'independent',
        nats: -3.5,
        observations: 40,
        since: null,
        measuredOn: 'token.price:SOL',
        maxShare: 0.12,
        reason: null,
      },
      {
        a: 'coinbase',
        b: 'coingecko',
        verdict: 'unknown',
        nats: 0,
        observations: 0,
        since: null,
        measuredOn: null,
        maxShare: null,
        reason: 'coingecko states that its data come from other venues',
      },
    ],
    charge: { heldCredits: 0.0025, debitedCredits: 0.001875, state: 'confirmed' },
  });
});

test('no address of a source or of an internal host is in a trace', async () => {
  record([decision], [charge]);
  expect((await read()).text).not.toMatch(/10\.0\.0\.7|https?:/);
});

test('a free answer has a decision too', async () => {
  const unresolved = {
    ...decision,
    type: '',
    outcome: 'unresolved',
    level: '',
    required: '',
    data_json: '',
    attempts: [],
  };
  record([{ ...unresolved, independence: [], params_json: '{}' }], []);
  expect((await read()).body).toMatchObject({
    type: null,
    params: {},
    required: null,
    status: 'no_source',
    level: null,
    answer: null,
    sources: [],
    charge: null,
  });
});

test.each([
  ['refused', 'refused'],
  ['no_source', 'no_source'],
  ['failed', 'error'],
  ['missing_param', 'error'],
])('the decision %s is shown as the status %s of its answer', async (outcome, status) => {
  record([{ ...decision, outcome, data_json: '' }], [{ ...charge, state: 'released', captured_micros: '0' }]);
  expect((await read()).body).toMatchObject({ status, answer: null, charge: { debitedCredits: 0, state: 'released' } });
});

test('a reversed charge cost nothing', async () => {
  record([decision], [{ ...charge, state: 'reversed' }]);
  expect((await read()).body['charge']).toEqual({ heldCredits: 0.0025, debitedCredits: 0, state: 'reversed' });
});

test("a gate's trace has its judgement and the decisions on both parts", async () => {
  const gate = { ...decision, type: 'gate', outcome: 'allow', level: '', attempts: [], independence: [] };
  const parts = [
    { ...decision, type: 'chain.swap_quote' },
    { ...decision, type: 'chain.token_risk' },
  ];
  record([...parts, { ...gate, data_json: '{"checkedMint":"m","reasons":[]}' }], [{ ...charge, operation: 'gate' }]);
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: 'gate',
    status: 'delivered',
    answer: { decision: 'allow', checkedMint: 'm', reasons: [] },
    sources: [],
    parts: [{ type: 'chain.swap_quote', sources: [{}, {}] }, { type: 'chain.token_risk' }],
  });
  record(parts, [{ ...charge, operation: 'gate' }]);
  expect((await read()).status).toBe(404);
});

test("another account's trace, an unknown one and a malformed id are 404", async () => {
  record([decision], [charge], 'acc_2');
  const { status, body } = await read();
  expect([status, body['code']]).toEqual([404, 'NOT_FOUND']);
  expect(body['error']).toContain('ask again');
  for (const id of [digits, 'tr_1', `tr_${digits.toUpperCase()}`, `tr_${'0'.repeat(32)}`]) {
    expect([id, (await read(id)).status]).toEqual([id, 404]);
  }
});

test('a failed call with a hold waits two seconds for its decision, and then has a trace without it', async () => {
  record([], [{ ...charge, state: 'released', captured_micros: '0' }]);
  const failed = {
    trace_id: digits,
    account_id: ownAccount,
    key_id: 'key_1',
    method: 'POST',
    path: '/v1/get_data',
    code: 'RESOLVE_FAILED',
    http_status: 500,
    message: 'failed',
    type: 'token.price',
    body_json: '{}',
    latency_ms: 12,
  };
  gateway.engine.failedCalls.push({ ...failed, failed_at_ms: Date.now() });
  expect((await read()).status).toBe(404);
  record([{ ...decision, outcome: 'failed', data_json: '' }], [{ ...charge, state: 'released' }]);
  expect((await read()).body).toMatchObject({ failure: { code: 'RESOLVE_FAILED' }, sources: [{}, {}] });
  gateway.engine.failedCalls.splice(0, 1, { ...failed, failed_at_ms: Date.now() - 2_000 });
  record([], [{ ...charge, state: 'released', captured_micros: '0' }]);
  expect((await read()).body).toMatchObject({ failure: { code: 'RESOLVE_FAILED' }, sources: [] });
});

test('a trace is free and counts to the rate limit', async () => {
  record([decision], [charge]);
  const { headers } = await read();
  expect(headers['ratelimit-remaining']).toBe('999');
  expect(gateway.billing.state.admits.at(-1)).toMatchObject({ hold_micros: '0' });
  expect((await gateway.send(`/v1/traces/tr_${digits}`)).status).toBe(401);
});
