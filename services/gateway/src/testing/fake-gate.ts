import swapQuote from '@assay/catalog/types/chain-swap-quote/type';
import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import type { JudgeRequest } from '@assay/rpc/gen/assay/gate/v1/JudgeRequest';
import type { JudgeResponse__Output } from '@assay/rpc/gen/assay/gate/v1/JudgeResponse';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import { responseWith } from '@assay/rpc/testing/answers';
import type { CallContext } from '@assay/rpc/context';
import type { ServiceClients } from '../service-clients.ts';
import { delivered } from './fake-services.ts';

/** The mint that the example trade pays out. */
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** The decision of the default quote. */
export const quoteDecision: Decision__Output = {
  ...delivered,
  type: swapQuote.id,
  params_json: JSON.stringify(swapQuote.example),
  data_json: JSON.stringify({
    pool: swapQuote.example.pool,
    kind: 'cpmm',
    inputMint: 'So11111111111111111111111111111111111111112',
    outputMint: usdc,
    amountIn: '1000000',
    amountOut: '151',
    feeAmount: '2500',
    priceImpactBps: 12,
    simulated: true,
    slot: 77,
  }),
  level: 'anchored',
  origin: 'derived',
  source: 'sandbox.node-a',
};

/** The engine's decision on the risk of the token, which the gate returns unless a test sets another one. */
export const riskDecision: Decision__Output = {
  ...delivered,
  type: tokenRisk.id,
  params_json: JSON.stringify({ address: usdc }),
  data_json: JSON.stringify({
    address: usdc,
    overallRisk: 20,
    factors: [{ id: 'freeze_authority', points: 20, detail: 'accounts can be frozen' }],
    mintAuthority: null,
    freezeAuthority: swapQuote.example.payer,
    supply: '18446744073709551615',
    decimals: 6,
    topHoldersShareBps: null,
    program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    slot: 77,
  }),
  level: 'consensus',
  origin: 'derived',
  source: 'sandbox.node-b',
  total_cost_micros: '501',
};

/** The fake gate's default response: an allowed trade whose quote cost 1,001 micro-credits and whose risk cost 501. */
export const allowed: JudgeResponse__Output = {
  decision: 'DECISION_ALLOW',
  reasons: [],
  caveats: [],
  checked_mint: usdc,
  quote: responseWith({ decision: quoteDecision }),
  risk: responseWith({ decision: riskDecision }),
  record: null,
};

/** The record that a gate of version 0.1 sends. */
export const recordOfEarlierGate: JudgeResponse__Output['record'] = {
  account_id: 'acc_1',
  question_json: '{}',
  decision: 'allow',
  judgement_json: '{}',
  reason: 'within the policy, with nothing unconfirmed',
  latency_ms: 7,
  decisions: Buffer.from('both parts'),
};

/** Returns a fake gate. It returns the responses that a test sets. */
export function fakeGate(): {
  readonly gate: ServiceClients['gate'];
  readonly state: {
    judge: (request: JudgeRequest, context: CallContext) => Promise<JudgeResponse__Output>;
    readonly judged: JudgeRequest[];
  };
} {
  const state: ReturnType<typeof fakeGate>['state'] = { judge: async () => allowed, judged: [] };
  return {
    state,
    gate: {
      Judge: (request, context) => {
        state.judged.push(request);
        return state.judge(request, context);
      },
    },
  };
}
