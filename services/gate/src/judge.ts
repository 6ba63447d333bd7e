import type { CallContext } from '@assay/rpc/context';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { RecordGateRequest } from '@assay/rpc/gen/assay/engine/v1/RecordGateRequest';
import type { VerifySwapResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifySwapResponse';
import { toProtoLevel } from '@assay/rpc/levels';
import type { ServiceClient } from '@assay/rpc/methods';
import type { Clock } from '@assay/runtime/clock';
import { decide, type GateDecision, type TradePolicy } from './decide.ts';
import { evidenceOf } from './evidence.ts';

/** A trade that a caller asks about. */
export type TradeQuestion = {
  /** Normalized parameters of chain.swap_quote. */
  readonly trade: Readonly<Record<string, string>> & { readonly payer: string };
  readonly policy: TradePolicy;
  readonly accountId: string;
};

/** A gate decision with the engine's answer behind it, and the record of both. */
export type JudgedTrade = {
  readonly decision: GateDecision;
  readonly found: VerifySwapResponse__Output;
  /** What the gateway must store before the decision leaves. */
  readonly record: RecordGateRequest;
};

/** Judges one trade. */
export type JudgeTrade = (question: TradeQuestion, context: CallContext) => Promise<JudgedTrade>;

/** What the judge needs. */
export type JudgePorts = {
  readonly verifySwap: ServiceClient<EngineServiceDefinition>['VerifySwap'];
  readonly clock: Pick<Clock, 'monotonic'>;
};

/**
 * Creates the judge. It asks the engine for both parts in one call, and decides. The gateway stores the decision while
 * billing settles the call. The judge rethrows the engine's faults.
 */
export function createJudge({ verifySwap, clock }: JudgePorts): JudgeTrade {
  return async ({ trade, policy, accountId }, context) => {
    const startedAtMs = clock.monotonic();
    const found = await verifySwap(
      {
        params_json: JSON.stringify(trade),
        account_id: accountId,
        ...(policy.minLevel === undefined ? {} : { min_level: toProtoLevel(policy.minLevel) }),
      },
      context,
    );
    const decision = decide(evidenceOf(trade.payer, found), policy);
    const { reasons, caveats } = decision;
    const checkedMint = found.checked_mint === '' ? null : found.checked_mint;
    const record = {
      account_id: accountId,
      question_json: JSON.stringify({ ...trade, policy }),
      decision: decision.decision,
      judgement_json: JSON.stringify({ checkedMint, reasons, caveats }),
      reason: summaryOf(decision),
      latency_ms: Math.max(0, Math.round(clock.monotonic() - startedAtMs)),
      decisions: found.decisions,
    };
    return { decision, found, record };
  };
}

function summaryOf({ decision, reasons, caveats }: GateDecision): string {
  const coded = decision === 'refuse' ? reasons : caveats;
  return coded.length === 0
    ? 'within the policy, with nothing unconfirmed'
    : coded.map(({ message }) => message).join('; ');
}
