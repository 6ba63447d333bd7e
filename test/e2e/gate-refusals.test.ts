import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { createAccount } from '@assay/stack/testing/accounts';
import {
  codes,
  lenientPolicy,
  openGate,
  poolKinds,
  poorPayerOf,
  tradeIn,
  type GateScene,
  type TradeBody,
} from './support/gate.ts';
import { nodeNames, nodesMeasuredWithinMs } from './support/nodes.ts';
import { sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
let scene: GateScene;

beforeAll(async () => {
  scene = await openGate(system);
}, nodesMeasuredWithinMs + 10_000);

afterEach(() => scene.restore(), 70_000);

/** Returns a trade that buys the token of the pool that is neither SOL nor USDC. */
function tradeForOwnToken(name: string): TradeBody {
  const pool = scene.fixtures.pool(name);
  const { mintA, mintB } = scene.fixtures.pool('cpmm');
  return tradeIn(pool, { out: [mintA, mintB].includes(pool.mintA) ? 'B' : 'A' });
}

test.each([
  ['cpmm', 'cpmmRisky'],
  ['damm_v2', 'dammV2Risky'],
])('a risky token of a %s pool is refused when its score exceeds the policy', async (_, name) => {
  const trade = tradeForOwnToken(name);
  const riskScore = (await scene.decide(trade, lenientPolicy)).risk?.data?.overallRisk ?? 0;
  expect(riskScore).toBeGreaterThan(50);
  const refused = await scene.decide(trade, { maxPriceImpactBps: 100, maxRiskScore: riskScore - 1 });
  expect(refused.decision).toBe('refuse');
  expect(refused.reasons).toEqual([
    { code: 'RISK_OVER_POLICY', message: `risk ${riskScore} of 100 exceeds the policy's ${riskScore - 1}` },
  ]);
});

test.each([
  ['cpmm', 'cpmmDisabled', 'SWAP_DISABLED'],
  ['damm_v2', 'dammV2Disabled', 'SWAP_DISABLED'],
  ['cpmm', 'cpmmNotOpen', 'SWAP_NOT_OPEN'],
  ['damm_v2', 'dammV2NotOpen', 'SWAP_NOT_OPEN'],
])('a %s pool without open swaps (%s) is refused, and only the risk report is charged', async (_, name, code) => {
  const answer = await scene.decide(tradeIn(scene.fixtures.pool(name)), lenientPolicy);
  expect(answer).toMatchObject({
    decision: 'refuse',
    quote: { status: 'no_source', debitedCredits: 0 },
    risk: { status: 'delivered' },
  });
  expect(codes(answer.reasons)).toEqual([code]);
  expect(answer.debitedCredits).toBe(answer.risk?.debitedCredits);
});

test.each(poolKinds)('token accounts of another mint or owner are refused in a %s pool', async (_, name) => {
  const pool = scene.fixtures.pool(name);
  const other = scene.fixtures.pool('cpmmRisky');
  const trade = tradeIn(pool);
  const foreignMint =
    [other.mintA, other.mintB].indexOf(pool.mintA) === 0 ? other.payer.tokenAccountB : other.payer.tokenAccountA;
  const refusedBy = async (changed: object): Promise<string[]> => {
    const answer = await scene.decide({ ...trade, ...changed }, lenientPolicy);
    expect(answer.decision).toBe('refuse');
    return codes(answer.reasons);
  };
  expect(await refusedBy({ outputTokenAccount: poorPayerOf(pool).tokenAccountB })).toEqual([
    'OUTPUT_ACCOUNT_WRONG_OWNER',
  ]);
  expect(await refusedBy({ inputTokenAccount: poorPayerOf(pool).tokenAccountA })).toEqual([
    'INPUT_ACCOUNT_WRONG_OWNER',
  ]);
  expect(await refusedBy({ payer: poorPayerOf(pool).wallet })).toEqual([
    'INPUT_ACCOUNT_WRONG_OWNER',
    'OUTPUT_ACCOUNT_WRONG_OWNER',
  ]);
  expect(await refusedBy({ inputTokenAccount: foreignMint })).toContain('WRONG_TOKEN_ACCOUNTS');
  expect(await refusedBy({ outputTokenAccount: foreignMint })).toContain('WRONG_TOKEN_ACCOUNTS');
  expect(await refusedBy({ outputTokenAccount: trade.inputTokenAccount })).toContain('WRONG_TOKEN_ACCOUNTS');
  expect(await refusedBy({ outputTokenAccount: trade.payer })).toContain('WRONG_TOKEN_ACCOUNTS');
  const nowhere = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
  expect(await refusedBy({ outputTokenAccount: nowhere })).toContain('OUTPUT_ACCOUNT_UNKNOWN');
});

test('an address that is no pool is refused, and nothing is charged', async () => {
  const newAccount = await createAccount(system, { creditMicros: 1_000_000n });
  const pool = scene.fixtures.pool('cpmm');
  const answer = await scene.decide({ ...tradeIn(pool), pool: pool.payer.wallet }, lenientPolicy, newAccount.key);
  expect(answer).toMatchObject({
    decision: 'refuse',
    checkedMint: null,
    quote: { status: 'no_source', message: expect.stringContaining('not a CPMM or DAMM V2 pool') },
    risk: null,
    debitedCredits: 0,
    balanceAfter: 1,
  });
  expect(codes(answer.reasons)).toContain('QUOTE_NO_SOURCE');
});

test.each(poolKinds)(
  'nodes that contradict each other about the token of a %s pool give a refusal',
  async (_, name) => {
    await scene.inject(['node-b'], { state: 'up', skewBps: 300 });
    await scene.inject(['node-c'], { state: 'up', skewBps: 700 });
    const answer = await scene.decide(tradeIn(scene.fixtures.pool(name)), lenientPolicy);
    expect(answer).toMatchObject({ decision: 'refuse', risk: { status: 'refused', reached: null, debitedCredits: 0 } });
    expect(codes(answer.reasons)).toContain('RISK_REFUSED');
    expect(answer.debitedCredits).toBe(answer.quote.debitedCredits);
  },
);

test('nodes that contradict each other about the output of a trade give a refusal, uncharged', async () => {
  const newAccount = await createAccount(system, { creditMicros: 1_000_000n });
  await scene.inject(['node-b'], { state: 'up', skewBps: 300 });
  await scene.inject(['node-c'], { state: 'up', skewBps: 700 });
  const answer = await scene.decide(
    tradeIn(scene.fixtures.pool('cpmm'), { amountIn: '500000000000' }),
    lenientPolicy,
    newAccount.key,
  );
  expect(answer).toMatchObject({
    decision: 'refuse',
    quote: { status: 'refused', reached: null, debitedCredits: 0 },
    debitedCredits: 0,
    balanceAfter: 1,
  });
  expect(codes(answer.reasons)).toEqual(['QUOTE_REFUSED', 'RISK_REFUSED']);
});

test('with every node down the gate answers 200 with a refusal, uncharged, and both parts are errors', async () => {
  const newAccount = await createAccount(system, { creditMicros: 1_000_000n });
  await scene.inject(nodeNames, { state: 'down' });
  const answer = await scene.decide(tradeIn(scene.fixtures.pool('cpmm')), lenientPolicy, newAccount.key);
  expect(answer).toMatchObject({
    decision: 'refuse',
    checkedMint: null,
    quote: { status: 'error', code: 'RESOLVE_FAILED', type: 'chain.swap_quote' },
    risk: { status: 'error', code: 'RESOLVE_FAILED', type: 'chain.token_risk' },
    debitedCredits: 0,
    balanceAfter: 1,
  });
  expect(codes(answer.reasons)).toEqual(['QUOTE_FAILED', 'RISK_FAILED']);
  // The gate must still give the same answer when the catalog no longer lists the two types.
  await until(scene.levels, (levels) => levels.length === 0, 15_000);
  expect(await scene.decide(tradeIn(scene.fixtures.pool('cpmm')), lenientPolicy, newAccount.key)).toMatchObject({
    decision: 'refuse',
  });
});

test.each(poolKinds)('the largest 64-bit amount in a %s pool is refused with a reason', async (_, name) => {
  const answer = await scene.decide(tradeIn(scene.fixtures.pool(name), { amountIn: '18446744073709551615' }), {
    maxPriceImpactBps: 1_000,
    maxRiskScore: 100,
  });
  expect(answer.decision).toBe('refuse');
  expect(answer.reasons).not.toEqual([]);
});

test.each(['0', '-1', '1.5', '1e6', '18446744073709551616', 1_000_000])(
  'amountIn %p is 400 with the name of the parameter',
  async (amountIn) => {
    const answer = await scene.gate({ ...tradeIn(scene.fixtures.pool('cpmm')), amountIn, policy: lenientPolicy });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PARAM', param: 'amountIn' } });
  },
);

test.each<[string, object | undefined, string]>([
  ['no limit', undefined, 'MISSING_POLICY'],
  ['a misspelt limit', { maxPriceImpctBps: 100 }, 'MISSING_POLICY'],
  ['a misspelt further limit', { maxPriceImpactBps: 100, maxRiskscore: 50 }, 'INVALID_PARAM'],
  ['a limit below zero', { maxPriceImpactBps: -1 }, 'INVALID_PARAM'],
  ['a limit that is text', { maxPriceImpactBps: 100, maxRiskScore: '50' }, 'INVALID_PARAM'],
  ['a level that is none', { maxPriceImpactBps: 100, minLevel: 'certain' }, 'BAD_MIN_LEVEL'],
])('a policy with %s is 400', async (_, policy, code) => {
  const answer = await scene.gate({ ...tradeIn(scene.fixtures.pool('cpmm')), policy });
  expect(answer).toMatchObject({ status: 400, body: { status: 'error', code } });
});
