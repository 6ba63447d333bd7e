import swapQuote from '@assay/catalog/types/chain-swap-quote/type';
import { Fault } from '@assay/faults/faults';
import type { GateServiceDefinition } from '@assay/rpc/gen/assay/gate/v1/GateService';
import type { JudgeRequest__Output } from '@assay/rpc/gen/assay/gate/v1/JudgeRequest';
import { fromProtoLevel } from '@assay/rpc/levels';
import { fromProtoParams } from '@assay/rpc/params';
import { toProtoVerdict } from '@assay/rpc/outcomes';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { endSpan, startSpan } from '@assay/rpc/spans';
import { z } from 'zod';
import type { GateDecision, TradePolicy } from './decide.ts';
import type { JudgeTrade, TradeQuestion } from './judge.ts';

const limit = z.number().min(0);

/**
 * Returns the handler of the gate's only method. The span of a call shows the decision and the codes.
 * @param onDecision receives every decision.
 */
export function gateHandlers(
  judge: JudgeTrade,
  onDecision: (decision: GateDecision['decision']) => void,
): ServiceHandlers<GateServiceDefinition> {
  return {
    Judge: async (request, context) => {
      const question = questionOf(request);
      const { span, trace } = startSpan('judge trade', context.trace);
      try {
        const judged = await judge(question, { ...context, trace });
        const { decision, reasons, caveats } = judged.decision;
        span.setAttributes({
          'assay.gate.decision': decision,
          'assay.gate.reasons': reasons.map(({ code }) => code),
          'assay.gate.caveats': caveats.map(({ code }) => code),
        });
        endSpan(span);
        onDecision(decision);
        return {
          decision: toProtoVerdict(decision),
          reasons: [...reasons],
          caveats: [...caveats],
          checked_mint: judged.found.checked_mint,
          quote: judged.found.quote,
          risk: judged.found.risk,
          ...(judged.record === undefined ? {} : { record: judged.record }),
        };
      } catch (thrown) {
        endSpan(span, thrown instanceof Fault ? thrown.code : 'INTERNAL');
        throw thrown;
      }
    },
  };
}

/** Returns the question in a request. The gateway has validated the request, so a malformed field here is a defect. */
function questionOf(request: JudgeRequest__Output): TradeQuestion {
  const { trade: params, trade_json: text } = request;
  const trade = swapQuote.params.safeParse(fromProtoParams({ params, params_json: text }));
  if (!trade.success) {
    throw new Fault('INVALID_PARAM', 'trade must have the parameters of chain.swap_quote');
  }
  return {
    trade: trade.data,
    policy: policyOf(request.policy),
    accountId: request.account_id,
    storesDecisions: request.stores_decisions,
  };
}

function policyOf(policyMessage: JudgeRequest__Output['policy']): TradePolicy {
  if (policyMessage === null) {
    throw new Fault('MISSING_POLICY');
  }
  const { max_price_impact_bps: maxPriceImpactBps, max_risk_score: maxRiskScore } = policyMessage;
  if (!limit.safeParse(maxPriceImpactBps).success || !limit.optional().safeParse(maxRiskScore).success) {
    throw new Fault('INVALID_PARAM', 'a limit of the policy must be a finite number of at least 0');
  }
  return { maxPriceImpactBps, maxRiskScore, minLevel: fromProtoLevel(policyMessage.min_level) };
}
