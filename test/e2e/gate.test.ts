import { afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  codes,
  lenient,
  micros,
  nodes,
  nodesMeasuredWithinMs,
  openGate,
  poolKinds,
  poorPayerOf,
  tradeIn,
  type GateScene,
} from './support/gate.ts';
import { assay } from './support/operator.ts';
import { createAccount, getData, send, sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
const url = system.gatewayUrl;
let scene: GateScene;

beforeAll(async () => {
  scene = await openGate(system);
}, nodesMeasuredWithinMs + 10_000);

afterEach(() => scene.restore(), 70_000);

test.each(poolKinds)(
  'a trade in a %s pool within the policy is allowed, both parts anchored at one slot and priced as two direct calls',
  async (_kind, name) => {
    const pool = scene.fixtures.pool(name);
    const trade = tradeIn(pool);
    const policy = { maxPriceImpactBps: 100, maxRiskScore: 60, minLevel: 'anchored' };
    const answer = await scene.judged(trade, policy);
    expect(answer).toMatchObject({
      decision: 'allow',
      reasons: [],
      caveats: [],
      checkedMint: pool.mintB,
      quote: {
        status: 'delivered',
        type: 'chain.swap_quote',
        params: trade,
        data: { inputMint: pool.mintA, outputMint: pool.mintB, simulated: true },
        verification: { level: 'anchored', traceId: answer.traceId },
      },
      risk: {
        status: 'delivered',
        type: 'chain.token_risk',
        params: { address: pool.mintB },
        data: { address: pool.mintB },
        verification: { level: 'anchored', traceId: answer.traceId },
      },
    });
    expect(answer.quote.data?.slot).toBe(answer.risk?.data?.slot);
    const quote = await getData(url, scene.account.key, 'chain.swap_quote', trade);
    const risk = await getData(url, scene.account.key, 'chain.token_risk', { address: pool.mintB });
    const direct = [quote, risk].map(({ body }) => micros(body['debitedCredits'] as number));
    expect([answer.quote, answer.risk].map((part) => micros(part?.debitedCredits ?? 0))).toEqual(direct);
    expect(micros(answer.debitedCredits)).toBe(direct.reduce((sum, each) => sum + each, 0));
  },
);

test.each(poolKinds)(
  'the other direction through a %s pool checks the other mint, whatever the body claims',
  async (_kind, name) => {
    const pool = scene.fixtures.pool(name);
    const claims = { checkedMint: pool.mintB, outputMint: pool.mintB, mint: pool.mintB, address: pool.mintB };
    const answer = await scene.judged({ ...tradeIn(pool, { out: 'A' }), ...claims }, lenient);
    expect(answer).toMatchObject({ checkedMint: pool.mintA, risk: { data: { address: pool.mintA } } });
  },
);

test.each(poolKinds)('in a %s pool each thing left unjudged or unconfirmed is a caveat', async (_kind, name) => {
  const pool = scene.fixtures.pool(name);
  const unjudged = await scene.judged(tradeIn(pool), { maxPriceImpactBps: 100 });
  expect(unjudged).toMatchObject({ decision: 'allow_with_caveat', reasons: [] });
  expect(codes(unjudged.caveats)).toEqual(['NO_MAX_RISK_SCORE']);

  const poor = await scene.judged(tradeIn(pool, { who: 'poorPayer' }), lenient);
  expect(poor).toMatchObject({ decision: 'allow_with_caveat', reasons: [], quote: { data: { simulated: false } } });
  expect(codes(poor.caveats)).toEqual(['NOT_SIMULATED']);
  expect(poor.caveats[0]?.message).toContain(poorPayerOf(pool).tokenAccountA);

  await scene.empty(pool.payer.tokenAccountB);
  const absent = await scene.judged(tradeIn(pool), lenient);
  expect(absent).toMatchObject({ decision: 'allow_with_caveat', reasons: [], checkedMint: pool.mintB });
  expect(codes(absent.caveats)).toContain('OUTPUT_ACCOUNT_ABSENT');
});

test.each(poolKinds)(
  'a %s part of one node alone is a caveat, unless the policy names the level that it wants',
  async (_kind, name) => {
    await scene.behave(nodes.slice(1), { state: 'down' });
    await until(scene.levels, (levels) => levels.every((level) => level === 'single_source'), 15_000);
    const trade = tradeIn(scene.fixtures.pool(name));
    const alone = await scene.judged(trade, lenient);
    expect(alone.decision).toBe('allow_with_caveat');
    expect(codes(alone.caveats).toSorted()).toEqual(['NOT_SIMULATED', 'QUOTE_SINGLE_SOURCE', 'RISK_SINGLE_SOURCE']);
    const accepted = await scene.judged(trade, { ...lenient, minLevel: 'single_source' });
    expect(codes(accepted.caveats)).toEqual(['NOT_SIMULATED']);

    const poor = await createAccount(system, { creditMicros: 1_000_000n });
    const below = await scene.judged(trade, { ...lenient, minLevel: 'consensus' }, poor.key);
    expect(below).toMatchObject({
      decision: 'refuse',
      quote: { status: 'refused', required: 'consensus', reached: 'single_source', debitedCredits: 0 },
      risk: { status: 'refused', required: 'consensus', reached: 'single_source', debitedCredits: 0 },
      debitedCredits: 0,
      balanceAfter: 1,
    });
    expect(codes(below.reasons)).toEqual(['QUOTE_BELOW_MIN_LEVEL', 'RISK_BELOW_MIN_LEVEL']);
  },
);

test.each(poolKinds)('a %s price impact is judged by the policy to the basis point', async (_kind, name) => {
  const trade = tradeIn(scene.fixtures.pool(name), { amountIn: '500000000000' });
  const measured = (await scene.judged(trade, lenient)).quote.data?.priceImpactBps ?? 0;
  expect(measured).toBeGreaterThan(50);
  const within = await scene.judged(trade, { ...lenient, maxPriceImpactBps: measured });
  expect(within).toMatchObject({ decision: 'allow', reasons: [] });
  const over = await scene.judged(trade, { ...lenient, maxPriceImpactBps: measured - 0.5 });
  expect(over).toMatchObject({ decision: 'refuse', quote: { status: 'delivered' }, risk: { status: 'delivered' } });
  expect(over.reasons).toEqual([
    {
      code: 'PRICE_IMPACT_OVER_POLICY',
      message: `price impact ${measured} bps exceeds the policy's ${measured - 0.5}`,
    },
  ]);
  expect(over.debitedCredits).toBeGreaterThan(0);
});

test('a balance of exactly n times what both parts are held for serves n gates, however concurrent', async () => {
  const { body } = await send(`${url}/v1/types`, { key: scene.account.key });
  const listed = body['types'] as { type: string; maxDebitCredits: number }[];
  const held = ['chain.swap_quote', 'chain.token_risk'].reduce(
    (sum, type) => sum + micros(listed.find((entry) => entry.type === type)?.maxDebitCredits ?? 0),
    0,
  );
  const two = await createAccount(system, { creditMicros: BigInt(2 * held) });
  const body1 = { ...tradeIn(scene.fixtures.pool('cpmm')), policy: lenient };
  const served = await Promise.all([scene.gate(body1, two.key), scene.gate(body1, two.key)]);
  expect(served.map(({ status }) => status)).toEqual([200, 200]);
  const short = await createAccount(system, { creditMicros: BigInt(held - 1) });
  expect(await scene.gate(body1, short.key)).toMatchObject({
    status: 402,
    body: { code: 'INSUFFICIENT_CREDITS', balance: (held - 1) / 1e6 },
  });
});

test("a gate's trace has the decisions of both parts and its own, and one charge", async () => {
  const { traceId } = await scene.judged(tradeIn(scene.fixtures.pool('dammV2')), {
    maxPriceImpactBps: 100,
    minLevel: 'consensus',
  });
  const stdout = await assay(system, 'trace', traceId, '--json');
  const trace = JSON.parse(stdout) as {
    decisions: { type: string; outcome: string; params_json: string; reason: string }[];
    charges: { operation: string; state: string }[];
  };
  expect(trace.decisions.map(({ type, outcome }) => [type, outcome])).toEqual([
    ['chain.swap_quote', 'delivered'],
    ['chain.token_risk', 'delivered'],
    ['gate', 'allow_with_caveat'],
  ]);
  expect(trace.decisions[2]?.params_json).toContain('"policy":{"maxPriceImpactBps":100,"minLevel":"consensus"}');
  expect(trace.decisions[2]?.reason).toContain('the policy has no maxRiskScore');
  expect(trace.charges).toMatchObject([{ operation: 'gate' }]);
});
