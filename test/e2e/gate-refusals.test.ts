import { afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  codes,
  lenient,
  nodes,
  nodesMeasuredWithinMs,
  openGate,
  poolKinds,
  poorPayerOf,
  tradeIn,
  type GateScene,
  type Trade,
} from './support/gate.ts';
import { createAccount, sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
let scene: GateScene;

beforeAll(async () => {
  scene = await openGate(system);
}, nodesMeasuredWithinMs + 10_000);

afterEach(() => scene.restore(), 70_000);

/** The trade in a pool that gives the token other than SOL and USDC. */
function tradeForOwnToken(name: string): Trade {
  const pool = scene.fixtures.pool(name);
  const { mintA, mintB } = scene.fixtures.pool('cpmm');
  return tradeIn(pool, { out: [mintA, mintB].includes(pool.mintA) ? 'B' : 'A' });
}

test.each([
  ['cpmm', 'cpmmRisky'],
  ['damm_v2', 'dammV2Risky'],
])('a risky token out of a %s pool is refused by the score that the caller set', async (_kind, name) => {
  const trade = tradeForOwnToken(name);
  const measured = (await scene.judged(trade, lenient)).risk?.data?.overallRisk ?? 0;
  expect(measured).toBeGreaterThan(50);
  const refused = await scene.judged(trade, { maxPriceImpactBps: 100, maxRiskScore: measured - 1 });
  expect(refused.decision).toBe('refuse');
  expect(refused.reasons).toEqual([
    { code: 'RISK_OVER_POLICY', message: `risk ${measured} of 100 exceeds the policy's ${measured - 1}` },
  ]);
});

test.each([
  ['cpmm', 'cpmmDisabled', 'SWAP_DISABLED'],
  ['damm_v2', 'dammV2Disabled', 'SWAP_DISABLED'],
  ['cpmm', 'cpmmNotOpen', 'SWAP_NOT_OPEN'],
  ['damm_v2', 'dammV2NotOpen', 'SWAP_NOT_OPEN'],
])(
  'a %s pool that cannot be swapped in now (%s) is refused, and only its risk is charged',
  async (_kind, name, code) => {
    const answer = await scene.judged(tradeIn(scene.fixtures.pool(name)), lenient);
    expect(answer).toMatchObject({
      decision: 'refuse',
      quote: { status: 'no_source', debitedCredits: 0 },
      risk: { status: 'delivered' },
    });
    expect(codes(answer.reasons)).toEqual([code]);
    expect(answer.debitedCredits).toBe(answer.risk?.debitedCredits);
  },
);

test.each(poolKinds)(
  "accounts that are not of a %s pool's tokens, or not the payer's, are refused",
  async (_kind, name) => {
    const pool = scene.fixtures.pool(name);
    const other = scene.fixtures.pool('cpmmRisky');
    const trade = tradeIn(pool);
    const foreignMint =
      [other.mintA, other.mintB].indexOf(pool.mintA) === 0 ? other.payer.tokenAccountB : other.payer.tokenAccountA;
    const refusedBy = async (changed: object): Promise<string[]> => {
      const answer = await scene.judged({ ...trade, ...changed }, lenient);
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
  },
);

test('where there is no pool nothing is checked, and nothing is charged', async () => {
  const own = await createAccount(system, { creditMicros: 1_000_000n });
  const pool = scene.fixtures.pool('cpmm');
  const answer = await scene.judged({ ...tradeIn(pool), pool: pool.payer.wallet }, lenient, own.key);
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
  'nodes that contradict each other about the token of a %s pool make a refusal',
  async (_kind, name) => {
    await scene.behave(['node-b'], { state: 'up', skewBps: 300 });
    await scene.behave(['node-c'], { state: 'up', skewBps: 700 });
    const answer = await scene.judged(tradeIn(scene.fixtures.pool(name)), lenient);
    expect(answer).toMatchObject({ decision: 'refuse', risk: { status: 'refused', reached: null, debitedCredits: 0 } });
    expect(codes(answer.reasons)).toContain('RISK_REFUSED');
    expect(answer.debitedCredits).toBe(answer.quote.debitedCredits);
  },
);

test('nodes that contradict each other about what a trade would give make a refusal, uncharged', async () => {
  const own = await createAccount(system, { creditMicros: 1_000_000n });
  await scene.behave(['node-b'], { state: 'up', skewBps: 300 });
  await scene.behave(['node-c'], { state: 'up', skewBps: 700 });
  const answer = await scene.judged(
    tradeIn(scene.fixtures.pool('cpmm'), { amountIn: '500000000000' }),
    lenient,
    own.key,
  );
  expect(answer).toMatchObject({
    decision: 'refuse',
    quote: { status: 'refused', reached: null, debitedCredits: 0 },
    debitedCredits: 0,
    balanceAfter: 1,
  });
  expect(codes(answer.reasons)).toEqual(['QUOTE_REFUSED', 'RISK_REFUSED']);
});

test('with every node down the trade is refused with 200, uncharged, and the parts say that nobody answered', async () => {
  const own = await createAccount(system, { creditMicros: 1_000_000n });
  await scene.behave(nodes, { state: 'down' });
  const answer = await scene.judged(tradeIn(scene.fixtures.pool('cpmm')), lenient, own.key);
  expect(answer).toMatchObject({
    decision: 'refuse',
    checkedMint: null,
    quote: { status: 'error', code: 'RESOLVE_FAILED', type: 'chain.swap_quote' },
    risk: { status: 'error', code: 'RESOLVE_FAILED', type: 'chain.token_risk' },
    debitedCredits: 0,
    balanceAfter: 1,
  });
  expect(codes(answer.reasons)).toEqual(['QUOTE_FAILED', 'RISK_FAILED']);
  // Also once the types are no longer listed, since nothing serves them.
  await until(scene.levels, (levels) => levels.length === 0, 15_000);
  expect(await scene.judged(tradeIn(scene.fixtures.pool('cpmm')), lenient, own.key)).toMatchObject({
    decision: 'refuse',
  });
});

test.each(poolKinds)(
  'the most that fits into 64 bits is asked of a %s pool and refused with a reason',
  async (_kind, name) => {
    const answer = await scene.judged(tradeIn(scene.fixtures.pool(name), { amountIn: '18446744073709551615' }), {
      maxPriceImpactBps: 1_000,
      maxRiskScore: 100,
    });
    expect(answer.decision).toBe('refuse');
    expect(answer.reasons).not.toEqual([]);
  },
);

test.each(['0', '-1', '1.5', '1e6', '18446744073709551616', 1_000_000])(
  'amountIn %p is refused by name, before any source is asked',
  async (amountIn) => {
    const answer = await scene.gate({ ...tradeIn(scene.fixtures.pool('cpmm')), amountIn, policy: lenient });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PARAM', param: 'amountIn' } });
  },
);

test.each<[string, object | undefined, string]>([
  ['no policy', undefined, 'MISSING_POLICY'],
  ['a misspelt limit', { maxPriceImpctBps: 100 }, 'MISSING_POLICY'],
  ['a misspelt further limit', { maxPriceImpactBps: 100, maxRiskscore: 50 }, 'INVALID_PARAM'],
  ['a limit below zero', { maxPriceImpactBps: -1 }, 'INVALID_PARAM'],
  ['a limit that is text', { maxPriceImpactBps: 100, maxRiskScore: '50' }, 'INVALID_PARAM'],
  ['a level that is none', { maxPriceImpactBps: 100, minLevel: 'certain' }, 'BAD_MIN_LEVEL'],
])('%s is refused rather than taken for no limit', async (_what, policy, code) => {
  const answer = await scene.gate({ ...tradeIn(scene.fixtures.pool('cpmm')), policy });
  expect(answer).toMatchObject({ status: 400, body: { status: 'error', code } });
});
