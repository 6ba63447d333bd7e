import swapQuote from '@assay/catalog/types/chain-swap-quote/type';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import type { Decision, Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import { responseWith } from '@assay/rpc/testing/answers';
import { allowed, quoteDecision, recordOfEarlierGate, riskDecision } from '../../testing/fake-gate.ts';
import { listed } from '../../testing/fake-services.ts';
import { startGateway, type TestGateway } from '../../testing/gateway.ts';
import type { GatewayResponse } from '../../testing/gateway-response.ts';

const trade = swapQuote.example;
const policy = { maxPriceImpactBps: 100, maxRiskScore: 50, minLevel: 'consensus' };
const entryOf = (type: string, max_cost_micros: string) => ({ ...listed[0], type, max_cost_micros });
const chainListed = [entryOf('chain.swap_quote', '2000'), entryOf('chain.token_risk', '1000')] as typeof listed;
const holdMicros = 3_750n;
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
  gateway.engine.list = async () => [...listed, ...chainListed];
  await gateway.catalog.refresh();
});
afterAll(() => gateway.close());
beforeEach(() => {
  key = gateway.billing.open().key;
  gateway.gate.judge = async () => allowed;
});

const gate = (body: object): Promise<GatewayResponse> => gateway.send('/v1/gate', { key, body });
const undelivered = (decision: Decision__Output, more: Decision) =>
  responseWith({ decision: { ...decision, data_json: '', level: '', ...more } });

test('an allowed trade has both parts in the form of get_data, and one charge for both', async () => {
  const answer = await gate({ ...trade, policy });
  const traceId = answer.headers['x-trace-id'];
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    status: 'delivered',
    decision: 'allow',
    reasons: [],
    caveats: [],
    checkedMint: allowed.checked_mint,
    quote: {
      status: 'delivered',
      data: JSON.parse(quoteDecision.data_json),
      verification: { level: 'anchored', origin: 'derived', source: 'sandbox.node-a', cost: '0.001', traceId },
      type: 'chain.swap_quote',
      params: trade,
      debitedCredits: 0.001252,
      balanceAfter: 9.998121,
      traceId,
    },
    risk: {
      status: 'delivered',
      data: JSON.parse(riskDecision.data_json),
      verification: { level: 'consensus', origin: 'derived', source: 'sandbox.node-b', cost: '0.001', traceId },
      type: 'chain.token_risk',
      params: { address: allowed.checked_mint },
      debitedCredits: 0.000627,
      balanceAfter: 9.998121,
      traceId,
    },
    policy,
    traceId,
    debitedCredits: 0.001879,
    balanceAfter: 9.998121,
  });
});

test('the gate receives the normalized trade and the policy as sent, under one hold for both parts', async () => {
  const admits = gateway.billing.state.admits.length;
  await gate({ ...trade, pool: ` ${trade.pool} `, amountIn: '0001000000', policy });
  expect(gateway.gate.judged.at(-1)).toEqual({
    trade,
    trade_json: JSON.stringify(trade),
    account_id: 'acc_1',
    stores_decisions: true,
    reads_decisions: true,
    policy: { max_price_impact_bps: 100, max_risk_score: 50, min_level: 'LEVEL_CONSENSUS' },
  });
  await gate({ ...trade, policy: { maxPriceImpactBps: 0.5 } });
  expect(gateway.gate.judged.at(-1)?.policy).toEqual({ max_price_impact_bps: 0.5 });
  expect(gateway.billing.state.admits.slice(admits)).toMatchObject([
    { hold_micros: String(holdMicros), operation: 'gate' },
    { hold_micros: String(holdMicros), operation: 'gate' },
  ]);
});

test('a balance that does not cover both parts is 402, and the gate is not called', async () => {
  const judged = gateway.gate.judged.length;
  const poor = gateway.billing.open(holdMicros - 1n);
  const answer = await gateway.send('/v1/gate', { key: poor.key, body: { ...trade, policy } });
  expect(answer).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_CREDITS', balance: 0.003749 } });
  expect(gateway.gate.judged).toHaveLength(judged);
});

test('a refused trade is 200 with its reasons, and its delivered parts are charged', async () => {
  const reasons = [{ code: 'PRICE_IMPACT_OVER_POLICY', message: "price impact 12 bps exceeds the policy's 5" }];
  const caveats = [{ code: 'NOT_SIMULATED', message: 'no independent node simulated this swap' }];
  gateway.gate.judge = async () => ({ ...allowed, decision: 'DECISION_REFUSE', reasons, caveats });
  const answer = await gate({ ...trade, policy: { maxPriceImpactBps: 5 } });
  expect(answer).toMatchObject({
    status: 200,
    body: { decision: 'refuse', reasons, caveats, policy: { maxPriceImpactBps: 5 }, debitedCredits: 0.001879 },
  });
});

test('the usage of the account counts a gate as one call with its verdict and the lowest level of its parts', async () => {
  gateway.gate.judge = async () => ({ ...allowed, decision: 'DECISION_REFUSE' });
  await gate({ ...trade, policy });
  expect(gateway.billing.state.settlements.at(-1)).toMatchObject({ outcome: 'refuse', level: 'consensus' });
  gateway.gate.judge = () => Promise.reject(new Fault('UNAVAILABLE'));
  await gate({ ...trade, policy });
  expect(gateway.billing.state.settlements.at(-1)).toMatchObject({ outcome: 'error', capture_micros: '0' });
});

test('a refused part appears in the answer as a refusal and is free', async () => {
  gateway.gate.judge = async () => ({
    ...allowed,
    decision: 'DECISION_REFUSE',
    reasons: [{ code: 'RISK_REFUSED', message: 'two nodes contradict' }],
    risk: undelivered(riskDecision, { outcome: 'refused', reason: 'two nodes contradict' }),
  });
  const answer = await gate({ ...trade, policy });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      decision: 'refuse',
      quote: { status: 'delivered', debitedCredits: 0.001252 },
      risk: {
        status: 'refused',
        code: 'NO_QUALIFYING_DELIVERY',
        reason: 'two nodes contradict',
        type: 'chain.token_risk',
        reached: null,
        debitedCredits: 0,
      },
      debitedCredits: 0.001252,
      balanceAfter: 9.998748,
    },
  });
});

test('without a pool the quote is no_source, mint and risk are null, and nothing is charged', async () => {
  gateway.gate.judge = async () => ({
    ...allowed,
    decision: 'DECISION_REFUSE',
    reasons: [{ code: 'QUOTE_NO_SOURCE', message: 'there is no pool' }],
    caveats: [],
    checked_mint: '',
    quote: undelivered(quoteDecision, { outcome: 'no_source', reason: 'there is no pool' }),
    risk: null,
  });
  expect((await gate({ ...trade, policy })).body).toMatchObject({
    status: 'delivered',
    decision: 'refuse',
    checkedMint: null,
    quote: { status: 'no_source', message: 'there is no pool', params: trade },
    risk: null,
    debitedCredits: 0,
    balanceAfter: 10,
  });
});

test('parts that no source answered are errors inside a refusing answer, and are free', async () => {
  const failed = { outcome: 'failed', reason: 'no node answered' };
  gateway.gate.judge = async () => ({
    ...allowed,
    decision: 'DECISION_REFUSE',
    reasons: [{ code: 'QUOTE_FAILED', message: 'no node answered' }],
    quote: undelivered(quoteDecision, failed),
    risk: undelivered(riskDecision, { ...failed, reason: '' }),
  });
  const { status, body, headers } = await gate({ ...trade, policy });
  const error = { status: 'error', code: 'RESOLVE_FAILED', traceId: headers['x-trace-id'] };
  expect(status).toBe(200);
  expect(body).toMatchObject({
    decision: 'refuse',
    quote: { ...error, error: 'no node answered', type: 'chain.swap_quote', params: trade },
    risk: { ...error, type: 'chain.token_risk', params: { address: allowed.checked_mint } },
    debitedCredits: 0,
  });
});

test('the engine has stored the decisions, and the gateway stores nothing', async () => {
  const before = gateway.engine.gates.length;
  expect((await gate({ ...trade, policy })).status).toBe(200);
  expect(gateway.gate.judged.at(-1)?.stores_decisions).toBe(true);
  expect(gateway.engine.gates).toHaveLength(before);
});

test('the record of a gate of 0.1 is stored unchanged before the answer leaves', async () => {
  gateway.gate.judge = async () => ({ ...allowed, record: recordOfEarlierGate });
  let isStored = false;
  gateway.engine.record = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isStored = true;
  };
  expect((await gate({ ...trade, policy })).status).toBe(200);
  expect(isStored).toBe(true);
  expect(gateway.engine.gates.at(-1)).toEqual(recordOfEarlierGate);
});

test('a decision of a gate of 0.1 that cannot be stored is not delivered, and its capture is reversed', async () => {
  gateway.gate.judge = async () => ({ ...allowed, record: recordOfEarlierGate });
  gateway.engine.record = () => Promise.reject(new Fault('UNAVAILABLE'));
  expect(await gate({ ...trade, policy })).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  gateway.engine.record = async () => undefined;
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.undelivered).toContain([...gateway.billing.state.holds.keys()].at(-1));
});

test('an unavailable gate is 503, a broken one is 500, and both are free', async () => {
  gateway.gate.judge = () => Promise.reject(new Fault('UNAVAILABLE'));
  expect(await gate({ ...trade, policy })).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  gateway.gate.judge = () => Promise.reject(new Fault('INTERNAL', 'TypeError at decide.ts:1'));
  const broken = await gate({ ...trade, policy });
  expect(broken).toMatchObject({ status: 500, body: { code: 'RESOLVE_FAILED' } });
  expect(broken.text).not.toContain('decide.ts');
  expect([...gateway.billing.state.holds.values()].at(-1)?.captured).toBe(0n);
});

test.each([
  ['no decision', { decision: 'DECISION_UNSPECIFIED' as const }],
  ['no quote', { quote: null }],
  ['a quote without a level', { quote: responseWith({ decision: { ...quoteDecision, level: '' } }) }],
  ['a risk without a source', { risk: responseWith({ decision: { ...riskDecision, source: '' } }) }],
  ['a risk in place of the quote', { quote: responseWith({ decision: riskDecision }) }],
])('a response of the gate with %s is neither delivered nor charged', async (_title, lacking) => {
  gateway.gate.judge = async () => ({ ...allowed, ...lacking });
  expect(await gate({ ...trade, policy })).toMatchObject({ status: 500, body: { code: 'RESOLVE_FAILED' } });
  expect([...gateway.billing.state.holds.values()].at(-1)?.captured).toBe(0n);
});

const limitOf = (limits: object) => ({ ...trade, policy: { maxPriceImpactBps: 100, ...limits } });
const without = (name: string) => ({ ...trade, policy, [name]: undefined });

test.each<[string, object, string, object]>([
  ['no policy', { ...trade }, 'MISSING_POLICY', {}],
  ['a policy of null', { ...trade, policy: null }, 'MISSING_POLICY', {}],
  ['a policy without its required limit', { ...trade, policy: { maxRiskScore: 5 } }, 'MISSING_POLICY', {}],
  [
    'a misspelt limit in its place',
    { ...trade, policy: { maxPriceImpactBp: 5 } },
    'MISSING_POLICY',
    { error: expect.stringContaining('did you mean "policy.maxPriceImpactBps"?') },
  ],
  ['a limit of null', limitOf({ maxPriceImpactBps: null }), 'MISSING_POLICY', {}],
  ['neither policy nor trade', {}, 'MISSING_POLICY', {}],
  ['a policy that is a list', { ...trade, policy: [100] }, 'INVALID_PARAM', { param: 'policy' }],
  ['a policy that is a number', { ...trade, policy: 100 }, 'INVALID_PARAM', { param: 'policy' }],
  ['a limit in text', limitOf({ maxPriceImpactBps: '100' }), 'INVALID_PARAM', { param: 'policy.maxPriceImpactBps' }],
  ['a limit below zero', limitOf({ maxPriceImpactBps: -1 }), 'INVALID_PARAM', { param: 'policy.maxPriceImpactBps' }],
  ['a score below zero', limitOf({ maxRiskScore: -0.1 }), 'INVALID_PARAM', { param: 'policy.maxRiskScore' }],
  [
    'a misspelt score',
    limitOf({ maxRiskScor: 50 }),
    'INVALID_PARAM',
    { param: 'policy.maxRiskScor', error: expect.stringContaining('did you mean "maxRiskScore"?') },
  ],
  ['a limit with other capitals', limitOf({ MaxRiskScore: 50 }), 'INVALID_PARAM', { param: 'policy.MaxRiskScore' }],
  ['an unknown level', limitOf({ minLevel: 'sure' }), 'BAD_MIN_LEVEL', {}],
  ['a bad level and no trade', { policy: { maxPriceImpactBps: 1, minLevel: '' } }, 'BAD_MIN_LEVEL', {}],
  ['no pool', without('pool'), 'MISSING_PARAM', { missing: ['pool'], type: 'chain.swap_quote' }],
  [
    'no accounts',
    { policy, amountIn: '1', pool: trade.pool },
    'MISSING_PARAM',
    { missing: ['payer', 'inputTokenAccount', 'outputTokenAccount'] },
  ],
  ['no payer and a bad limit', { ...without('payer'), policy: { maxPriceImpactBps: -1 } }, 'MISSING_PARAM', {}],
  ['a pool that is not an address', { ...trade, policy, pool: 'nope' }, 'INVALID_PARAM', { param: 'pool' }],
  ['a payer of 31 bytes', { ...trade, policy, payer: '1'.repeat(31) }, 'INVALID_PARAM', { param: 'payer' }],
  [
    'an account in a list',
    { ...trade, policy, inputTokenAccount: [trade.payer] },
    'INVALID_PARAM',
    { param: 'inputTokenAccount' },
  ],
])('%s is refused with the name of the field, before the gate is called', async (_title, body, code, extra) => {
  const judged = gateway.gate.judged.length;
  expect(await gate(body)).toMatchObject({ status: 400, body: { status: 'error', code, ...extra } });
  expect(gateway.gate.judged).toHaveLength(judged);
});

test.each([
  '0',
  '-1',
  '+1',
  '1.5',
  '1e6',
  ' 1',
  '',
  'one',
  '0x10',
  '18446744073709551616',
  '9'.repeat(40),
  1_000_000,
  null,
])('amountIn %p is refused', async (amountIn) => {
  const answer = await gate({ ...trade, policy, amountIn });
  const code = amountIn === null ? 'MISSING_PARAM' : 'INVALID_PARAM';
  expect(answer).toMatchObject({ status: 400, body: { code } });
});

test.each(['1', '18446744073709551615'])('amountIn %p reaches the gate with all its digits', async (amountIn) => {
  expect((await gate({ ...trade, policy, amountIn })).status).toBe(200);
  expect(gateway.gate.judged.at(-1)?.trade).toMatchObject({ amountIn });
});

test('a limit that JSON parses to infinity does not pass as no limit', async () => {
  const text = JSON.stringify({ ...trade, policy: { maxPriceImpactBps: 'huge' } }).replace('"huge"', '1e999');
  const answer = await gateway.send('/v1/gate', { key, body: text, headers: { 'content-type': 'application/json' } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PARAM', param: 'policy.maxPriceImpactBps' } });
});

test.each(['checkedMint', 'outputMint', 'mint', 'slippage', 'minLevel'])(
  'the field %s, which no trade has, is refused by name',
  async (name) => {
    const judged = gateway.gate.judged.length;
    expect(await gate({ ...trade, policy, [name]: trade.payer })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAM', param: name, error: expect.stringContaining(`the body has no field "${name}"`) },
    });
    expect(gateway.gate.judged).toHaveLength(judged);
  },
);

test('the gate still answers while its types are not listed, under the hold of the last listing', async () => {
  gateway.engine.list = async () => listed;
  await gateway.catalog.refresh();
  const admits = gateway.billing.state.admits.length;
  expect((await gate({ ...trade, policy })).status).toBe(200);
  expect(gateway.billing.state.admits.slice(admits)).toMatchObject([{ hold_micros: String(holdMicros) }]);
});

test('the gate is 503 while the catalog, and with it the price, is not known', async () => {
  const fresh = await startGateway({ catalogKnown: false });
  const own = fresh.billing.open();
  const answer = await fresh.send('/v1/gate', { key: own.key, body: { ...trade, policy } });
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  await fresh.close();
});
