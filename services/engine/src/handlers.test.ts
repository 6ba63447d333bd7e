import { expect, test } from '@jest/globals';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { Fault } from '@assay/faults/faults';
import { priced, priceType } from '@assay/providers/testing/test-providers';
import { context, play, request, traceId } from './testing/test-handlers.ts';
import { deferred, openTestSources, portsOf, settled, startMs, type FakeProvider } from './testing/test-sources.ts';
import { verify } from './verification/verify.ts';

const up: FakeProvider = () => priced('41000.10', startMs);
const down: FakeProvider = () => ({ kind: 'unreachable', detail: 'connection refused' });

test('a decision carries the rank of the attempt that made it', async () => {
  const { handlers, recorded } = play({ b: up });
  await handlers.Verify(request, { ...context, attempt: 102 });
  expect(recorded[0]?.attempt_rank).toBe(102);
});

test('a gateway of 0.1 sends its parameters as text and reads them as text', async () => {
  const { handlers, recorded } = play({ b: up });
  const old = { ...request, params: {}, params_json: '{"symbol":"BTC"}', reads_decision: false };
  const response = await handlers.Verify(old, context);
  expect([response.params_json, recorded[0]?.params_json]).toEqual(['{"symbol":"BTC"}', '{"symbol":"BTC"}']);
});

test('a gateway of 0.1 gets the fields of a delivery instead of the decision', async () => {
  const { handlers } = play({ a: down, b: up });
  expect(await handlers.Verify({ ...request, reads_decision: false }, context)).toEqual({
    outcome: 'OUTCOME_DELIVERED',
    data_json: '{"symbol":"BTC","price":"41000.10","asOf":"2026-01-01T00:00:00.000Z"}',
    params: { symbol: 'BTC' },
    params_json: '{"symbol":"BTC"}',
    level: 'LEVEL_SINGLE_SOURCE',
    origin: 'measured',
    source: 'sandbox.b',
    source_cost_micros: 100,
    total_cost_micros: 200,
    reason: expect.stringContaining('no independent peer answered'),
    required: 'LEVEL_SINGLE_SOURCE',
    problem_code: '',
  });
});

test('a delivery is its stored decision, without the attempts that the decision lists', async () => {
  const { handlers, recorded } = play({ a: down, b: up });
  const response = await handlers.Verify(request, context);
  const data_json = '{"symbol":"BTC","price":"41000.10","asOf":"2026-01-01T00:00:00.000Z"}';
  const sent = {
    trace_id: traceId,
    decided_at_ms: startMs,
    account_id: 'acc_1',
    type: 'test.price',
    params_json: '{"symbol":"BTC"}',
    outcome: 'delivered',
    level: 'single_source',
    required: 'single_source',
    source: 'sandbox.b',
    origin: 'measured',
    data_json,
    reason: expect.stringContaining('no independent peer answered'),
    source_cost_micros: 100,
    total_cost_micros: 200,
    latency_ms: 0,
    resolution: request.resolution,
    traceparent: `00-${traceId}-${'b'.repeat(16)}-01`,
    attempt_rank: 1,
  };
  expect(response).toEqual({ decision: sent });
  expect(recorded).toEqual([
    {
      ...sent,
      attempts: [
        expect.objectContaining({ provider: 'sandbox.a', role: 'source', outcome: 'unreachable', cost_micros: 100 }),
        expect.objectContaining({
          provider: 'sandbox.b',
          outcome: 'ok',
          asked_at_ms: startMs,
          received_at_ms: startMs,
          source_at_ms: startMs,
          http_status: 200,
          data_json,
        }),
      ],
      independence: [],
    },
  ]);
});

test('a refusal carries the reached and the required level, and no data', async () => {
  const { handlers, recorded } = play({ a: up });
  const response = await handlers.Verify({ ...request, min_level: 'LEVEL_ANCHORED' }, context);
  const refusal = { outcome: 'refused', data_json: '', level: 'single_source', required: 'anchored' };
  expect([response.decision, recorded[0]]).toMatchObject([refusal, refusal]);
});

test('a level that only a later version knows is an error, and not the lowest level', async () => {
  const { handlers, recorded } = play({});
  const later = { min_level: 9 as unknown as 'LEVEL_ANCHORED' };
  await expect(handlers.Verify({ ...request, ...later }, context)).rejects.toMatchObject({ code: 'INTERNAL' });
  const swap = handlers.VerifySwap({ ...swapRequest, ...later, names_verdict: true }, context);
  await expect(swap).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(recorded).toEqual([]);
});

test('a call without an answer is a recorded outcome without a level', async () => {
  const { handlers, recorded } = play({ a: down });
  const failure = { outcome: 'failed', level: '', source: '', data_json: '' };
  const { decision } = await handlers.Verify(request, context);
  expect([decision, recorded[0]]).toMatchObject([failure, failure]);
});

test('no answer leaves before its decision is durable', async () => {
  const durable = deferred<void>();
  const { handlers } = play({ a: up }, { record: () => durable.promise });
  let answered = false;
  const response = handlers.Verify(request, context).then(() => (answered = true));
  await settled();
  await settled();
  expect(answered).toBe(false);
  durable.resolve();
  await response;
});

test('an answer whose decision cannot be stored does not leave', async () => {
  const { handlers } = play({ a: up }, { record: () => Promise.reject(new Fault('UNAVAILABLE')) });
  await expect(handlers.Verify(request, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a query without a matching type is recorded, and so is one without a required parameter', async () => {
  const { handlers, recorded } = play({});
  const unresolved = { resolution: request.resolution, account_id: 'acc_1' };
  await handlers.RecordUnresolved({ ...unresolved, outcome: 'none', type: '' }, context);
  await handlers.RecordUnresolved({ ...unresolved, outcome: 'missing_param', type: 'social.value' }, context);
  expect(recorded).toMatchObject([
    { trace_id: traceId, outcome: 'unresolved', type: '' },
    { trace_id: traceId, outcome: 'missing_param', type: 'social.value' },
  ]);
});

test("a gate's decision is recorded with its policy, alongside the decisions of its parts", async () => {
  const { handlers, recorded } = play({});
  const judged = {
    account_id: 'acc_1',
    question_json: '{"pool":"p","policy":{"maxPriceImpactBps":100}}',
    decision: 'refuse',
    judgement_json: '{"checkedMint":"m","reasons":[],"caveats":[]}',
    reason: "price impact 182 bps exceeds the policy's 100",
    latency_ms: 84,
    decisions: Buffer.alloc(0),
  };
  await handlers.RecordGate(judged, context);
  expect(recorded).toMatchObject([
    {
      trace_id: traceId,
      account_id: 'acc_1',
      type: 'gate',
      outcome: 'refuse',
      params_json: judged.question_json,
      data_json: judged.judgement_json,
      reason: judged.reason,
      latency_ms: 84,
    },
  ]);
});

const otherTrace = {
  ...context,
  trace: trace.setSpanContext(ROOT_CONTEXT, { traceId: 'c'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
};
const swapRequest = {
  params: { pool: 'p' },
  params_json: '',
  min_level: 'LEVEL_UNSPECIFIED',
  account_id: 'acc_1',
  reads_decisions: true,
} as const;
const verdict = {
  decision: 'refuse',
  reasons: [{ code: 'RISK_OVER_POLICY', message: 'too risky' }],
  caveats: [],
  max_price_impact_bps: 100,
  max_risk_score: 40,
  min_level: 'LEVEL_CONSENSUS',
} as const;

/** Returns an engine that has delivered the quote and the risk of a swap, but has not decided the swap. */
async function playSwap() {
  const part = await verify(
    { type: priceType.id, params: request.params, required: 'single_source' },
    context,
    portsOf(openTestSources({ a: up }, { mode: 'sandbox', urls: { a: 'http://a.test' } })),
  );
  const decided: unknown[] = [];
  const played = play(
    {},
    {
      verifySwap: async () => ({ quote: part, risk: { ...part, params: { address: 'm' } }, checkedMint: 'm' }),
      onDecision: (answer) => decided.push(answer.params),
    },
  );
  return { ...played, decided };
}

test("both parts wait for the gate's verdict, and all three decisions are stored in one write", async () => {
  const { handlers, recorded, restedOn, decided } = await playSwap();
  const swap = await handlers.VerifySwap({ ...swapRequest, names_verdict: true }, context);
  expect([recorded, swap.decisions]).toEqual([[], undefined]);
  expect(decided).toEqual([request.params, { address: 'm' }]);
  const decision = { ...verdict, reasons: [...verdict.reasons], caveats: [], undecided_id: swap.undecided_id ?? '' };
  await handlers.DecideSwap(decision, context);
  expect(restedOn).toMatchObject([
    {
      trace_id: traceId,
      params_json: '{"symbol":"BTC"}',
      data_json: swap.quote?.decision?.data_json,
      account_id: 'acc_1',
    },
    { trace_id: traceId, params_json: '{"address":"m"}', data_json: swap.risk?.decision?.data_json },
  ]);
  expect(recorded).toMatchObject([
    {
      trace_id: traceId,
      account_id: 'acc_1',
      type: 'gate',
      outcome: 'refuse',
      level: swap.quote?.decision?.level,
      params_json: '{"pool":"p","policy":{"maxPriceImpactBps":100,"maxRiskScore":40,"minLevel":"consensus"}}',
      data_json: '{"checkedMint":"m","reasons":[{"code":"RISK_OVER_POLICY","message":"too risky"}],"caveats":[]}',
      reason: 'too risky',
    },
  ]);
  await expect(handlers.DecideSwap(decision, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(recorded).toHaveLength(1);
});

test('a verdict that comes too late, of another trace or to another replica stores nothing, and may be asked again', async () => {
  const { handlers, recorded, clock } = await playSwap();
  const swap = await handlers.VerifySwap({ ...swapRequest, names_verdict: true }, context);
  const decision = { ...verdict, reasons: [], caveats: [], undecided_id: swap.undecided_id ?? '' };
  const elsewhere = (await playSwap()).handlers;
  await expect(elsewhere.DecideSwap(decision, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(handlers.DecideSwap(decision, otherTrace)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await clock.advance(5_000);
  await expect(handlers.DecideSwap(decision, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(recorded).toEqual([]);
});

test('a gate of 0.1 gets the decisions of both parts unrecorded, and the gateway stores them with the record', async () => {
  const { handlers, recorded, restedOn } = await playSwap();
  const swap = await handlers.VerifySwap({ ...swapRequest, names_verdict: false, reads_decisions: false }, context);
  expect(recorded).toEqual([]);
  const decisions = swap.decisions as Buffer;
  const judged = {
    account_id: 'acc_1',
    question_json: '{}',
    judgement_json: '{}',
    reason: '',
    latency_ms: 1,
    decisions,
  };
  await handlers.RecordGate({ ...judged, decision: 'allow' }, context);
  expect(restedOn).toMatchObject([
    { trace_id: traceId, params_json: '{"symbol":"BTC"}', data_json: swap.quote?.data_json, account_id: 'acc_1' },
    { trace_id: traceId, params_json: '{"address":"m"}', data_json: swap.risk?.data_json },
  ]);
  expect(recorded).toMatchObject([{ type: 'gate', outcome: 'allow' }]);
  for (const [bytes, call] of [
    [decisions, otherTrace],
    [decisions.subarray(0, 9), context],
  ] as const) {
    const record = handlers.RecordGate({ ...judged, decisions: bytes, decision: 'allow' }, call);
    await expect(record).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('decisions'),
    });
  }
});

test('one trace id finds all decisions of its trace', async () => {
  const recordedAt = 'now';
  const both = ['chain.swap_quote', 'gate'].map((type) => ({ decisionJson: JSON.stringify({ type }), recordedAt }));
  const decisionOfType = (type: string) => ({
    decision: { type },
    decision_json: `{"type":"${type}"}`,
    recorded_at: recordedAt,
  });
  const { handlers } = play({}, { findDecisions: async (id) => (id === traceId ? both : []) });
  expect(await handlers.GetDecision({ trace_id: traceId }, context)).toEqual({
    found: true,
    ...decisionOfType('gate'),
    earlier: [decisionOfType('chain.swap_quote')],
  });
  expect(await handlers.GetDecision({ trace_id: 'c'.repeat(32) }, context)).toEqual({ found: false, earlier: [] });
  await expect(handlers.GetDecision({ trace_id: `tr_${traceId}` }, context)).rejects.toMatchObject({
    code: 'INVALID_PARAM',
  });
});

test('the decisions of an account are looked up with the account, in the shape of their message', async () => {
  const lookups: unknown[] = [];
  const document = { type: 'gate', account_id: 'acc_1', attempts: [{ provider: 'coinbase' }] };
  const { handlers } = play(
    {},
    {
      findDecisions: async (id, _context, accountId) => {
        lookups.push([id, accountId]);
        return [{ decisionJson: JSON.stringify(document), recordedAt: 'now' }];
      },
    },
  );
  const request = { account_id: 'acc_1', trace_id: traceId };
  expect(await handlers.GetAccountDecisions(request, context)).toEqual({ decisions: [document] });
  expect(lookups).toEqual([[traceId, 'acc_1']]);
  const nobody = handlers.GetAccountDecisions({ ...request, account_id: '' }, context);
  await expect(nobody).rejects.toMatchObject({ code: 'INTERNAL' });
});

test('while the database is unavailable a lookup of decisions fails as UNAVAILABLE', async () => {
  const { handlers } = play({}, { findDecisions: () => Promise.reject(new Error('connection refused')) });
  await expect(handlers.GetDecision({ trace_id: traceId }, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('the history of a pair is what the database has, and UNAVAILABLE without the database', async () => {
  const points = [{ at_ms: '1', verdict: 'unknown', nats: 2, nats_against: 1, observations: 3 }];
  const pairRequest = { key: 'test.price:BTC', a: 'a', b: 'b' };
  const { handlers } = play({}, { pairEvidence: async (pair) => (pair.key === pairRequest.key ? points : []) });
  expect(await handlers.ListPairEvidence(pairRequest, context)).toEqual({ points });
  const broken = play({}, { pairEvidence: () => Promise.reject(new Error('connection refused')) });
  await expect(broken.handlers.ListPairEvidence(pairRequest, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
