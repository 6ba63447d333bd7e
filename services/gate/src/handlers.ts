import swapQuote from '@assay/catalog/types/chain-swap-quote/type';
import { Fault } from '@assay/faults/faults';
import type { Decision__Output } from '@assay/rpc/gen/assay/gate/v1/Decision';
import type { GateServiceDefinition } from '@assay/rpc/gen/assay/gate/v1/GateService';
import type { JudgeRequest__Output } from '@assay/rpc/gen/assay/gate/v1/JudgeRequest';
import { fromProtoLevel } from '@assay/rpc/levels';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { endSpan, startSpan } from '@assay/rpc/spans';
import { z } from 'zod';
import type { Judgement, Policy } from './decide.ts';
import type { Judge, Question } from './judge.ts';

const decisions = {
  allow: 'DECISION_ALLOW',
  allow_with_caveat: 'DECISION_ALLOW_WITH_CAVEAT',
  refuse: 'DECISION_REFUSE',
} as const satisfies Record<Judgement['decision'], Decision__Output>;

const limit = z.number().min(0);

/** The gate's one method. The span says what was decided and by which codes. */
export function gateHandlers(
  judge: Judge,
  observe: (decision: Judgement['decision']) => void,
): ServiceHandlers<GateServiceDefinition> {
  return {
    Judge: async (request, context) => {
      const question = questionOf(request);
      const { span, trace } = startSpan('judge trade', context.trace);
      try {
        const { judgement, found, record } = await judge(question, { ...context, trace });
        const { decision, reasons, caveats } = judgement;
        span.setAttributes({
          'assay.gate.decision': decision,
          'assay.gate.reasons': reasons.map(({ code }) => code),
          'assay.gate.caveats': caveats.map(({ code }) => code),
        });
        endSpan(span);
        observe(decision);
        return {
          decision: decisions[decision],
          reasons: [...reasons],
          caveats: [...caveats],
          checked_mint: found.checked_mint,
          quote: found.quote,
          risk: found.risk,
          record,
        };
      } catch (thrown) {
        endSpan(span, thrown instanceof Fault ? thrown.code : 'INTERNAL');
        throw thrown;
      }
    },
  };
}

/** The gateway has checked all this in the caller's words; what does not hold here is a defect on the way. */
function questionOf(request: JudgeRequest__Output): Question {
  const trade = swapQuote.params.safeParse(jsonOf(request.trade_json));
  if (!trade.success) {
    throw new Fault('INVALID_PARAM', 'trade_json must hold the parameters of chain.swap_quote');
  }
  return { trade: trade.data, policy: policyOf(request.policy), accountId: request.account_id };
}

function policyOf(given: JudgeRequest__Output['policy']): Policy {
  if (given === null) {
    throw new Fault('MISSING_POLICY');
  }
  const { max_price_impact_bps: maxPriceImpactBps, max_risk_score: maxRiskScore } = given;
  if (!limit.safeParse(maxPriceImpactBps).success || !limit.optional().safeParse(maxRiskScore).success) {
    throw new Fault('INVALID_PARAM', 'a limit of the policy must be a finite number of at least 0');
  }
  return { maxPriceImpactBps, maxRiskScore, minLevel: fromProtoLevel(given.min_level) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said by the caller, together with all else that the text may lack.
    return undefined;
  }
}
