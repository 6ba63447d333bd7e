import { policySchema, type TradePolicy } from '@assay/catalog/bodies/trade-policy';
import swapQuote from '@assay/catalog/types/chain-swap-quote/type';
import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import { gateVerdicts, type GateVerdict } from '@assay/catalog/outcomes';
import { Fault, toFault } from '@assay/faults/faults';
import type { RecordGateRequest__Output } from '@assay/rpc/gen/assay/engine/v1/RecordGateRequest';
import type { JudgeResponse__Output } from '@assay/rpc/gen/assay/gate/v1/JudgeResponse';
import { fromProtoVerdict } from '@assay/rpc/outcomes';
import { readVerifiedAnswer, type VerifiedAnswer } from '@assay/rpc/verified-answer';
import { z } from 'zod';
import { deliveryBody, noSourceBody, refusalBody, type AnswerFacts } from '../../answers/answer-bodies.ts';
import { errorBody, publicFaultOf } from '../../answers/error-body.ts';
import type { MeteredResult } from '@assay/metering/metered-call';
import { creditsText } from '@assay/metering/credits';
import { jsonObject } from '../../answers/json-text.ts';
import { answerOf } from '../../answers/verified-reply.ts';

const codedReason = z.strictObject({
  code: z
    .string()
    .regex(/^[A-Z]+(_[A-Z]+)*$/)
    .describe('A stable code; docs/reference/gate.md lists all of them.'),
  message: z.string().describe('The meaning of the code, with the numbers of this trade.'),
});

const part = (data: z.ZodObject) =>
  z.union([deliveryBody.extend({ data }), refusalBody, noSourceBody, errorBody('RESOLVE_FAILED')]);

const { shape } = deliveryBody;

/** The schema of the gate's answer, for every decision. */
export const gateBody = z.strictObject({
  status: z.literal('delivered'),
  decision: z.enum(gateVerdicts),
  reasons: z.array(codedReason).describe('The reasons for a refusal; empty for any other decision.'),
  caveats: z
    .array(codedReason)
    .describe('Everything that Assay could not confirm or that the policy did not judge; present with every decision.'),
  checkedMint: z
    .string()
    .nullable()
    .describe('The mint of the token that the swap would pay out, derived from the pool.'),
  quote: part(swapQuote.data).describe('The answer of get_data for chain.swap_quote.'),
  risk: part(tokenRisk.data)
    .nullable()
    .describe(
      'The answer of get_data for chain.token_risk of the checked mint; null if the accounts prove that the trade pays out no token.',
    ),
  policy: policySchema.describe('The policy that was applied.'),
  traceId: shape.traceId,
  debitedCredits: shape.debitedCredits.describe('The price of both parts in credits; undelivered parts are free.'),
  balanceAfter: shape.balanceAfter,
});

/** The gate's response after the check that it is complete. */
export type CompleteJudgement = {
  readonly decision: GateVerdict;
  readonly response: JudgeResponse__Output;
  readonly quote: VerifiedAnswer;
  readonly risk: VerifiedAnswer | undefined;
  /**
   * The record that the gateway must store before it sends the answer. Only a gate of release 0.1 sends it; later gates
   * store it themselves. Remove this field after release 0.2.
   */
  readonly record: RecordGateRequest__Output | undefined;
};

/** Returns the gate's response if it is complete. Otherwise throws INTERNAL, before the account is charged. */
export function requireCompleteJudgement(response: JudgeResponse__Output): CompleteJudgement {
  const decision = fromProtoVerdict(response.decision);
  const { quote, risk, record } = response;
  if (decision === undefined || quote === null) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('the gate answered without a decision or a quote') });
  }
  return {
    decision,
    response,
    quote: readVerifiedAnswer(quote, swapQuote),
    risk: risk === null ? undefined : readVerifiedAnswer(risk, tokenRisk),
    record: record ?? undefined,
  };
}

/** Returns the parts that the account pays for, in the order of their debits. */
export function partsOf({ quote, risk }: CompleteJudgement): VerifiedAnswer[] {
  return risk === undefined ? [quote] : [quote, risk];
}

/** Returns the body of the gate's answer. A part that no source answered appears as an error. */
export function gateBodyOf(
  metered: MeteredResult<CompleteJudgement>,
  traceId: string,
  question: { readonly policy: TradePolicy },
): string {
  const { decision, response, quote, risk } = metered.result;
  const { balanceMicros, partDebitsMicros } = metered;
  const [quoteMicros = 0n, riskMicros = 0n] = partDebitsMicros;
  const bodyOf = (answer: VerifiedAnswer, debitedMicros: bigint): string =>
    partBody(answer, { debitedMicros, balanceMicros, traceId });
  return jsonObject({
    status: '"delivered"',
    decision: JSON.stringify(decision),
    reasons: JSON.stringify(response.reasons),
    caveats: JSON.stringify(response.caveats),
    checkedMint: JSON.stringify(response.checked_mint === '' ? null : response.checked_mint),
    quote: bodyOf(quote, quoteMicros),
    risk: risk === undefined ? 'null' : bodyOf(risk, riskMicros),
    policy: JSON.stringify(question.policy),
    traceId: JSON.stringify(traceId),
    debitedCredits: creditsText(metered.debitedMicros),
    balanceAfter: creditsText(balanceMicros),
  });
}

function partBody(answer: VerifiedAnswer, facts: AnswerFacts): string {
  try {
    return answerOf(answer, facts).body;
  } catch (thrown) {
    const { code, message } = toFault(thrown);
    const extra = { type: answer.type, params: JSON.parse(answer.params_json) as unknown };
    return publicFaultOf(new Fault(code, message, { extra }), facts.traceId).body;
  }
}
