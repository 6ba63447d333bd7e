import { Fault } from '@assay/faults/faults';
import type { GateServiceDefinition } from '@assay/rpc/gen/assay/gate/v1/GateService';
import type { JudgeRequest__Output } from '@assay/rpc/gen/assay/gate/v1/JudgeRequest';
import { fromProtoParams } from '@assay/rpc/params';
import { toProtoVerdict } from '@assay/rpc/outcomes';
import { fromProtoPolicy } from '@assay/rpc/trade-policy';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { GateDecision } from './decide.ts';
import type { JudgeTrade, TradeQuestion } from './judge.ts';

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
          checked_mint: judged.verified.checked_mint,
          quote: judged.verified.quote,
          risk: judged.verified.risk,
          ...(judged.record === undefined ? {} : { record: judged.record }),
        };
      } catch (thrown) {
        endSpan(span, thrown instanceof Fault ? thrown.code : 'INTERNAL');
        throw thrown;
      }
    },
  };
}

/**
 * Returns the question in a request. The gateway has validated the policy, and the engine will validate the trade.
 * Throws INTERNAL for a message on which the gate must not base a decision.
 */
function questionOf(request: JudgeRequest__Output): TradeQuestion {
  const { trade: params, trade_json: text } = request;
  const trade = fromProtoParams({ params, params_json: text });
  const { payer } = trade;
  if (payer === undefined) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('the trade of a message has no payer') });
  }
  return {
    trade: { ...trade, payer },
    policy: fromProtoPolicy(request.policy),
    accountId: request.account_id,
    storesDecisions: request.stores_decisions,
    readsDecisions: request.reads_decisions,
  };
}
