import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { createAccount } from '@assay/stack/testing/accounts';
import {
  codes,
  lenientPolicy,
  micros,
  openGate,
  poolKinds,
  poorPayerOf,
  tradeIn,
  type GateScene,
} from './support/gate.ts';
import { nodeNames, nodesMeasuredWithinMs } from './support/nodes.ts';
import { assay } from './support/operator.ts';
import { getData, send, sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
const url = system.gatewayUrl;
let scene: GateScene;

beforeAll(async () => {
  scene = await openGate(system);
}, nodesMeasuredWithinMs + 10_000);

afterEach(() => scene.restore(), 70_000);

test.each(poolKinds)(
  'a trade in a %s pool within the policy is allowed, with both parts anchored at one slot and charged as direct calls',
  async (_, name) => {
    const pool = scene.fixtures.pool(name);
    const trade = tradeIn(pool);
    const policy = { maxPriceImpactBps: 100, maxRiskScore: 60, minLevel: 'anchored' };
    const answer = await scene.decide(trade, policy);
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
    expect(micros(answer.debitedCredits)).toBe(direct.reduce((sum, amount) => sum + amount, 0));
  },
);

test.each(poolKinds)(
  'a trade in the other direction of a %s pool checks the other mint, and no body can name a mint',
  async (_, kind) => {
    const pool = scene.fixtures.pool(kind);
    const trade = tradeIn(pool, { out: 'A' });
    for (const name of ['checkedMint', 'outputMint', 'mint', 'address']) {
      const claimed = await scene.gate({ ...trade, policy: lenientPolicy, [name]: pool.mintB });
      expect(claimed).toMatchObject({ status: 400, body: { code: 'INVALID_PARAM', param: name } });
    }
    const answer = await scene.decide(trade, lenientPolicy);
    expect(answer).toMatchObject({ checkedMint: pool.mintA, risk: { data: { address: pool.mintA } } });
  },
);

test.each(poolKinds)('in a %s pool each unjudged or unconfirmed part gives its own caveat', async (_, name) => {
  const pool = scene.fixtures.pool(name);
  const unjudged = await scene.decide(tradeIn(pool), { maxPriceImpactBps: 100 });
  expect(unjudged).toMatchObject({ decision: 'allow_with_caveat', reasons: [] });
  expect(codes(unjudged.caveats)).toEqual(['NO_MAX_RISK_SCORE']);

  const poor = await scene.decide(tradeIn(pool, { who: 'poorPayer' }), lenientPolicy);
  expect(poor).toMatchObject({ decision: 'allow_with_caveat', reasons: [], quote: { data: { simulated: false } } });
  expect(codes(poor.caveats)).toEqual(['NOT_SIMULATED']);
  expect(poor.caveats[0]?.message).toContain(poorPayerOf(pool).tokenAccountA);

  await scene.removeAccount(pool.payer.tokenAccountB);
  const absent = await scene.decide(tradeIn(pool), lenientPolicy);
  expect(absent).toMatchObject({ decision: 'allow_with_caveat', reasons: [], checkedMint: pool.mintB });
  expect(codes(absent.caveats)).toContain('OUTPUT_ACCOUNT_ABSENT');
});

test.each(poolKinds)(
  'a part from one node in a %s pool is a caveat, unless the policy names a level',
  async (_, name) => {
    await scene.inject(nodeNames.slice(1), { state: 'down' });
    await until(scene.levels, (levels) => levels.every((level) => level === 'single_source'), 15_000);
    const trade = tradeIn(scene.fixtures.pool(name));
    const alone = await scene.decide(trade, lenientPolicy);
    expect(alone.decision).toBe('allow_with_caveat');
    expect(codes(alone.caveats).toSorted()).toEqual(['NOT_SIMULATED', 'QUOTE_SINGLE_SOURCE', 'RISK_SINGLE_SOURCE']);
    const accepted = await scene.decide(trade, { ...lenientPolicy, minLevel: 'single_source' });
    expect(codes(accepted.caveats)).toEqual(['NOT_SIMULATED']);

    const poor = await createAccount(system, { creditMicros: 1_000_000n });
    const below = await scene.decide(trade, { ...lenientPolicy, minLevel: 'consensus' }, poor.key);
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

test.each(poolKinds)(
  'the price impact of a %s trade is compared with the policy to the basis point',
  async (_, name) => {
    const trade = tradeIn(scene.fixtures.pool(name), { amountIn: '500000000000' });
    const priceImpactBps = (await scene.decide(trade, lenientPolicy)).quote.data?.priceImpactBps ?? 0;
    expect(priceImpactBps).toBeGreaterThan(50);
    const within = await scene.decide(trade, { ...lenientPolicy, maxPriceImpactBps: priceImpactBps });
    expect(within).toMatchObject({ decision: 'allow', reasons: [] });
    const over = await scene.decide(trade, { ...lenientPolicy, maxPriceImpactBps: priceImpactBps - 0.5 });
    expect(over).toMatchObject({ decision: 'refuse', quote: { status: 'delivered' }, risk: { status: 'delivered' } });
    expect(over.reasons).toEqual([
      {
        code: 'PRICE_IMPACT_OVER_POLICY',
        message: `price impact ${priceImpactBps} bps exceeds the policy's ${priceImpactBps - 0.5}`,
      },
    ]);
    expect(over.debitedCredits).toBeGreaterThan(0);
  },
);

test.each(poolKinds)('the fee of a %s pool above the limit for the price impact is a caveat', async (_, name) => {
  const trade = tradeIn(scene.fixtures.pool(name), { amountIn: '1000000000' });
  const within = await scene.decide(trade, { ...lenientPolicy, maxPriceImpactBps: 100 });
  expect(within).toMatchObject({ decision: 'allow', caveats: [] });
  const dear = await scene.decide(trade, { ...lenientPolicy, maxPriceImpactBps: 10 });
  expect(dear).toMatchObject({ decision: 'allow_with_caveat', reasons: [] });
  expect(codes(dear.caveats)).toEqual(['FEE_NOT_IN_IMPACT']);
  expect(dear.caveats[0]?.message).toMatch(/a fee of \d+(\.\d+)? bps/);
});

test('a balance of exactly two holds serves two concurrent gates, and a micro-credit less serves none', async () => {
  const { body } = await send(`${url}/v1/types`, { key: scene.account.key });
  const listed = body['types'] as { type: string; maxDebitCredits: number }[];
  const heldMicros = ['chain.swap_quote', 'chain.token_risk'].reduce(
    (sum, type) => sum + micros(listed.find((entry) => entry.type === type)?.maxDebitCredits ?? 0),
    0,
  );
  const two = await createAccount(system, { creditMicros: BigInt(2 * heldMicros) });
  const request = { ...tradeIn(scene.fixtures.pool('cpmm')), policy: lenientPolicy };
  const served = await Promise.all([scene.gate(request, two.key), scene.gate(request, two.key)]);
  expect(served.map(({ status }) => status)).toEqual([200, 200]);
  const short = await createAccount(system, { creditMicros: BigInt(heldMicros - 1) });
  expect(await scene.gate(request, short.key)).toMatchObject({
    status: 402,
    body: { code: 'INSUFFICIENT_CREDITS', balance: (heldMicros - 1) / 1e6 },
  });
});

test('the trace of a gate has the decisions of both parts, its own decision and one charge', async () => {
  const { traceId } = await scene.decide(tradeIn(scene.fixtures.pool('dammV2')), {
    maxPriceImpactBps: 100,
    minLevel: 'consensus',
  });
  const stdout = await assay(system, 'trace', traceId, '--json');
  const trace = JSON.parse(stdout) as {
    decisions: { type: string; outcome: string; params: unknown; reason: string }[];
    charges: { operation: string; state: string }[];
  };
  expect(trace.decisions.map(({ type, outcome }) => [type, outcome])).toEqual([
    ['chain.swap_quote', 'delivered'],
    ['chain.token_risk', 'delivered'],
    ['gate', 'allow_with_caveat'],
  ]);
  expect(trace.decisions[2]?.params).toMatchObject({ policy: { maxPriceImpactBps: 100, minLevel: 'consensus' } });
  expect(trace.decisions[2]?.reason).toContain('the policy has no maxRiskScore');
  expect(trace.charges).toMatchObject([{ operation: 'gate' }]);
});
