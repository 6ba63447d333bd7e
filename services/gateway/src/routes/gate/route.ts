import { policySchema, type TradePolicy } from '@assay/catalog/bodies/trade-policy';
import swapQuote from '@assay/catalog/types/chain-swap-quote/type';
import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import { Fault } from '@assay/faults/faults';
import { toProtoPolicy } from '@assay/rpc/trade-policy';
import { z } from 'zod';
import { newHold, type Hold } from '@assay/metering/hold';
import { defineBodyRoute, type RouteTools } from '../../route.ts';
import type { AdmittedCaller, ApiCall } from '../../admission/api-call.ts';
import type { HttpReply } from '../../answers/http-reply.ts';
import { gateBody, gateBodyOf, partsOf, requireCompleteJudgement } from './gate-body.ts';

const body = z.strictObject({ ...swapQuote.params.shape, policy: policySchema });

export default defineBodyRoute({
  method: 'POST',
  path: '/v1/gate',
  needsKey: true,
  body: { schemaOf: () => body, rules: { paramsOf: swapQuote.id } },
  document: {
    id: 'gate',
    summary: 'Judge a trade by your own policy',
    description:
      'Quotes and simulates a swap in one pool, and checks the risk of the token that it would pay out. Both parts come ' +
      'from the same state of the chain. The policy that you send is the only limit. Every decision has the status 200, including refuse. A gate call costs as much as the two direct calls; only delivered parts are charged.',
    bodyExamples: {
      'with all limits': {
        ...swapQuote.example,
        policy: { maxPriceImpactBps: 100, maxRiskScore: 40, minLevel: 'consensus' },
      },
      'the one limit that must be given': { ...swapQuote.example, policy: { maxPriceImpactBps: 100 } },
    },
    responses: { 200: { description: 'The decision, which is allow, allow_with_caveat or refuse.', schema: gateBody } },
    faults: ['MISSING_POLICY', 'BAD_MIN_LEVEL', 'INVALID_PARAM', 'MISSING_PARAM', 'INSUFFICIENT_CREDITS'],
  },
  prepare: ({ body: { policy, ...trade } }, tools) => {
    const hold = newHold('gate', holdMicros(tools.catalog));
    return {
      hold,
      run: (call, admitted) => judgedReply(tools, call, admitted, { hold, trade, policy }),
    };
  },
});

/**
 * Returns the maximum cost of both parts, in micro-credits. If the engine does not list the type of a part now, its
 * sources are unavailable. The gate still answers such a trade, so the hold uses the cost that the engine last listed.
 */
function holdMicros(catalog: RouteTools['catalog']): bigint {
  if (!catalog.known()) {
    throw new Fault('UNAVAILABLE');
  }
  return [swapQuote, tokenRisk].reduce((sum, { id }) => sum + (catalog.lastListed(id)?.maxDebitMicros ?? 0n), 0n);
}

async function judgedReply(
  tools: RouteTools,
  call: ApiCall,
  admitted: AdmittedCaller,
  question: { readonly hold: Hold; readonly trade: Readonly<Record<string, string>>; readonly policy: TradePolicy },
): Promise<HttpReply> {
  const { hold, trade, policy } = question;
  const request = {
    trade,
    // Only a gate of release 0.1 reads this field. Remove it after release 0.2.
    trade_json: JSON.stringify(trade),
    account_id: admitted.accountId,
    stores_decisions: true,
    reads_decisions: true,
    policy: toProtoPolicy(policy),
  };
  const metered = await tools.meteredCalls.run(call, hold, {
    work: async (context) => requireCompleteJudgement(await tools.judge(request, context)),
    parts: partsOf,
    // In the account's usage, a gate call counts as one call. Its outcome is the verdict, even if the verdict refuses
    // the trade.
    outcome: ({ decision }) => decision,
    persist: async ({ record }, context) => {
      // Only a gate of version 0.1 sends a record. The engine has stored every other decision.
      if (record !== undefined) {
        await tools.recordGate(record, context);
      }
    },
  });
  return { status: 200, body: gateBodyOf(metered, call.traceId, question), onDelivered: metered.onDelivered };
}
