import { beforeEach, expect, test } from '@jest/globals';
import { rootContext } from '@assay/rpc/context';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import { responseWith } from '@assay/rpc/testing/answers';
import { Fault } from '@assay/faults/faults';
import type { DecideSwapRequest } from '@assay/rpc/gen/assay/engine/v1/DecideSwapRequest';
import type { VerifySwapRequest } from '@assay/rpc/gen/assay/engine/v1/VerifySwapRequest';
import type { VerifySwapResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifySwapResponse';
import { gateHandlers } from './handlers.ts';
import { createJudge } from './judge.ts';

const payer = 'EWT3NX11eVVyoyQ6WwtxF5C2wsyXXzKC4DcGSwAhCfzv';
const sol = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const trade = {
  pool: '66eAZP6ZNtNDR7niVZgdvt1L74u1DKyBR3SVuc9oHuYp',
  payer,
  inputTokenAccount: 'pHRNTvXFmBxriWAr3XNWzWK2iM7LxX44JSP3raNt8J9',
  outputTokenAccount: 'BA1gS5NMnxyKDSa56hatrAGb7x8gRS3DpTNqXWXjmwHc',
  amountIn: '1000000',
};

const part = (type: string, data: object, changed: Decision = {}): VerifyResponse__Output =>
  responseWith({
    decision: {
      type,
      params_json: '{}',
      outcome: 'delivered',
      data_json: JSON.stringify({ ...data, slot: 77 }),
      level: 'anchored',
      required: 'single_source',
      origin: 'derived',
      source: 'sandbox.node-a',
      source_cost_micros: 100,
      total_cost_micros: 300,
      ...changed,
    },
  });
const quoted = (data: object, changed?: Decision) => part('chain.swap_quote', data, changed);
const rated = (data: object, changed?: Decision) => part('chain.token_risk', data, changed);
const account = (address: string, mint: string) => ({ address, exists: true, mint, owner: payer });
const sound: VerifySwapResponse__Output = {
  quote: quoted({ inputMint: sol, outputMint: usdc, priceImpactBps: 12, simulated: true, amountOut: '1' }),
  risk: rated({ address: usdc, overallRisk: 20 }),
  checked_mint: usdc,
  input_account: account(trade.inputTokenAccount, sol),
  output_account: account(trade.outputTokenAccount, usdc),
  decisions: Buffer.alloc(0),
  fee_bps: '25',
  undecided_id: 'swap 1',
};

const context = rootContext(5_000);
let verified: VerifySwapResponse__Output;
let requests: VerifySwapRequest[];
let verdicts: DecideSwapRequest[];
let decideSwap: () => Promise<object>;
let observed: string[];
let handlers: ReturnType<typeof gateHandlers>;

beforeEach(() => {
  verified = sound;
  requests = [];
  verdicts = [];
  decideSwap = async () => ({});
  observed = [];
  let nowMs = 0;
  const judge = createJudge({
    engine: {
      VerifySwap: async (request) => {
        requests.push(request);
        return verified;
      },
      DecideSwap: async (request) => {
        verdicts.push(request);
        return decideSwap();
      },
    },
    clock: { monotonic: () => (nowMs += 7) },
  });
  handlers = gateHandlers(judge, (decision) => observed.push(decision));
});

const judge = (
  policy: object | null = { max_price_impact_bps: 100, max_risk_score: 50 },
  tradeJson?: string,
  storesDecisions = true,
) =>
  handlers.Judge(
    {
      trade: tradeJson === undefined ? trade : {},
      trade_json: tradeJson ?? '',
      policy: policy === null ? null : { min_level: 'LEVEL_UNSPECIFIED', ...policy },
      account_id: 'acc_1',
      stores_decisions: storesDecisions,
      reads_decisions: storesDecisions,
    },
    context,
  );

test('one call to the engine asks for both parts, and both are answered unchanged', async () => {
  expect(await judge()).toMatchObject({
    decision: 'DECISION_ALLOW',
    reasons: [],
    caveats: [],
    checked_mint: usdc,
    quote: sound.quote,
    risk: sound.risk,
  });
  expect(requests).toEqual([
    {
      params: trade,
      params_json: JSON.stringify(trade),
      account_id: 'acc_1',
      names_verdict: true,
      reads_decisions: true,
    },
  ]);
  expect(observed).toEqual(['allow']);
});

test("both parts must reach the policy's minLevel", async () => {
  await judge({ max_price_impact_bps: 100, min_level: 'LEVEL_CONSENSUS' });
  expect(requests).toMatchObject([{ min_level: 'LEVEL_CONSENSUS' }]);
});

const tight = { max_price_impact_bps: 10, min_level: 'LEVEL_ANCHORED' };
const overPolicy = { code: 'PRICE_IMPACT_OVER_POLICY', message: "price impact 12 bps exceeds the policy's 10" };
const unjudged = [
  {
    code: 'FEE_NOT_IN_IMPACT',
    message: 'the pool takes a fee of 25 bps, which the price impact excludes; the policy allows an impact of 10',
  },
  { code: 'NO_MAX_RISK_SCORE', message: 'the risk of 20 was not judged: the policy has no maxRiskScore' },
];

test('the engine gets the verdict with the policy, and nothing else is left to store', async () => {
  const { record, ...judged } = await judge(tight);
  expect([judged.decision, record]).toEqual(['DECISION_REFUSE', undefined]);
  expect(verdicts).toEqual([
    { undecided_id: 'swap 1', decision: 'refuse', reasons: [overPolicy], caveats: unjudged, ...tight },
  ]);
});

test('a verdict that the engine cannot store is not answered', async () => {
  decideSwap = () => Promise.reject(new Fault('UNAVAILABLE'));
  await expect(judge()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(observed).toEqual([]);
});

test.each([
  ['an engine of 0.1', true],
  ['a gateway of 0.1', false],
])(
  'beside %s the gateway stores the trade, the policy, the reasons, the caveats and both parts',
  async (_title, isNew) => {
    verified = { ...sound, undecided_id: '', decisions: Buffer.from('both parts') };
    expect(await judge(tight, undefined, isNew)).toMatchObject({
      decision: 'DECISION_REFUSE',
      record: {
        account_id: 'acc_1',
        question_json: JSON.stringify({ ...trade, policy: { maxPriceImpactBps: 10, minLevel: 'anchored' } }),
        decision: 'refuse',
        judgement_json: JSON.stringify({ checkedMint: usdc, reasons: [overPolicy], caveats: unjudged }),
        reason: "price impact 12 bps exceeds the policy's 10",
        latency_ms: 7,
        decisions: verified.decisions,
      },
    });
    expect([requests[0]?.names_verdict, requests[0]?.reads_decisions, verdicts]).toEqual([isNew, isNew, []]);
  },
);

test('a trade without a derivable mint is refused, without a risk and without a checked mint', async () => {
  const nothing = quoted({}, { outcome: 'no_source', data_json: '', level: '', reason: 'there is no pool' });
  verified = {
    quote: nothing,
    risk: null,
    checked_mint: '',
    input_account: null,
    output_account: null,
    decisions: Buffer.alloc(0),
    fee_bps: '',
    undecided_id: 'swap 2',
  };
  const answer = await judge();
  expect(answer).toMatchObject({
    decision: 'DECISION_REFUSE',
    reasons: [{ code: 'QUOTE_NO_SOURCE', message: 'there is no pool' }, { code: 'RISK_NOT_CHECKED' }],
    checked_mint: '',
    risk: null,
  });
  expect(verdicts).toMatchObject([{ undecided_id: 'swap 2', decision: 'refuse' }]);
});

test.each<[string, Partial<VerifySwapResponse__Output>]>([
  ['has no quote', { quote: null }],
  ['has another checked mint than the quote', { checked_mint: sol }],
  ['has the risk of another mint', { risk: rated({ address: sol, overallRisk: 0 }) }],
  ['has a checked mint and no risk', { risk: null }],
  [
    'has a delivery without a level',
    { quote: quoted({ inputMint: sol, outputMint: usdc, priceImpactBps: 12, simulated: true }, { level: '' }) },
  ],
  ['has a part without an outcome', { risk: rated({}, { outcome: '' }) }],
  [
    'has a datum of another shape',
    { quote: quoted({ inputMint: sol, outputMint: usdc, priceImpactBps: '12', simulated: true }) },
  ],
  ['has a datum that is not JSON', { risk: rated({}, { data_json: '{' }) }],
])('an answer of the engine that %s leads to no decision', async (_title, broken) => {
  verified = { ...sound, ...broken };
  await expect(judge()).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(observed).toEqual([]);
});

test.each<[string, object | null, string | undefined]>([
  ['no policy', null, undefined],
  ['no required limit', { max_risk_score: 50 }, undefined],
  ['a limit that is not a number', { max_price_impact_bps: Number.NaN }, undefined],
  ['an infinite limit', { max_price_impact_bps: Infinity }, undefined],
  ['a limit below zero', { max_price_impact_bps: 100, max_risk_score: -1 }, undefined],
  ['a level of a later version', { max_price_impact_bps: 100, min_level: 9 }, undefined],
  ['a trade that is not JSON', { max_price_impact_bps: 100 }, '{'],
  ['a trade without its payer', { max_price_impact_bps: 100 }, JSON.stringify({ ...trade, payer: undefined })],
])(
  'a message with %s leads to an error and no verdict, before the engine is asked',
  async (_title, policy, tradeJson) => {
    await expect(judge(policy, tradeJson)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(requests).toEqual([]);
  },
);
