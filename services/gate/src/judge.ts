import type { TradePolicy } from '@assay/catalog/bodies/trade-policy';
import { openConversation, type CallContext } from '@assay/rpc/context';
import type { DecideSwapRequest } from '@assay/rpc/gen/assay/engine/v1/DecideSwapRequest';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { RecordGateRequest } from '@assay/rpc/gen/assay/engine/v1/RecordGateRequest';
import type { VerifySwapResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifySwapResponse';
import { toProtoLevel } from '@assay/rpc/levels';
import { toProtoParams } from '@assay/rpc/params';
import { toProtoPolicy } from '@assay/rpc/trade-policy';
import type { ServiceClient } from '@assay/rpc/methods';
import type { Clock } from '@assay/runtime/clock';
import { decide, type GateDecision } from './decide.ts';
import { evidenceOf } from './evidence.ts';

/** A trade on which a caller wants a gate decision, with the caller's policy. */
export type TradeQuestion = {
  /** The parameters of chain.swap_quote. The gateway normalizes them, and the engine validates them. */
  readonly trade: Readonly<Record<string, string>> & { readonly payer: string };
  readonly policy: TradePolicy;
  readonly accountId: string;
  /**
   * Whether the engine stores the decisions. It is false for a gateway of version 0.1, which stores the record itself.
   */
  readonly storesDecisions: boolean;
  /**
   * Whether the gateway reads the field `decision` of the quote and of the risk. If false, the engine fills the fields
   * of version 0.1 instead. Remove it after 0.2.
   */
  readonly readsDecisions: boolean;
};

/** A gate decision, and the engine's response on which it is based. */
export type JudgedTrade = {
  readonly decision: GateDecision;
  readonly verified: VerifySwapResponse__Output;
  /**
   * The record that the gateway must store before it sends the decision. Absent when the engine has stored the
   * decisions. Remove it after 0.2.
   */
  readonly record?: RecordGateRequest;
};

/** Judges one trade. */
export type JudgeTrade = (question: TradeQuestion, context: CallContext) => Promise<JudgedTrade>;

/** The dependencies of the judge. */
export type JudgePorts = {
  readonly engine: Pick<ServiceClient<EngineServiceDefinition>, 'VerifySwap' | 'DecideSwap'>;
  readonly clock: Pick<Clock, 'monotonic'>;
};

/**
 * Creates the judge. It asks one replica of the engine for the quote and the risk, and decides. It then sends the
 * verdict to the same replica, which stores the verdict together with the decisions on both parts. Faults of the engine
 * are passed on to the caller. UNAVAILABLE means that nothing was stored or that the response was lost. In both cases,
 * the gateway may ask again.
 */
export function createJudge({ engine, clock }: JudgePorts): JudgeTrade {
  return async ({ trade, policy, accountId, storesDecisions, readsDecisions }, context) => {
    const startedAtMs = clock.monotonic();
    const conversation = openConversation(context);
    const verified = await engine.VerifySwap(
      {
        ...toProtoParams(trade),
        account_id: accountId,
        ...(policy.minLevel === undefined ? {} : { min_level: toProtoLevel(policy.minLevel) }),
        names_verdict: storesDecisions,
        reads_decisions: readsDecisions,
      },
      conversation,
    );
    const decision = decide(evidenceOf(trade.payer, verified), policy);
    if (verified.undecided_id !== '') {
      await engine.DecideSwap(verdictOn(verified.undecided_id, decision, policy), conversation);
      return { decision, verified };
    }
    const { reasons, caveats } = decision;
    const checkedMint = verified.checked_mint === '' ? null : verified.checked_mint;
    const record = {
      account_id: accountId,
      question_json: JSON.stringify({ ...trade, policy }),
      decision: decision.decision,
      judgement_json: JSON.stringify({ checkedMint, reasons, caveats }),
      reason: summaryOf(decision),
      latency_ms: Math.max(0, Math.round(clock.monotonic() - startedAtMs)),
      decisions: verified.decisions,
    };
    return { decision, verified, record };
  };
}

function verdictOn(
  undecidedId: string,
  { decision, reasons, caveats }: GateDecision,
  policy: TradePolicy,
): DecideSwapRequest {
  return {
    undecided_id: undecidedId,
    decision,
    reasons: [...reasons],
    caveats: [...caveats],
    ...toProtoPolicy(policy),
  };
}

function summaryOf({ decision, reasons, caveats }: GateDecision): string {
  const coded = decision === 'refuse' ? reasons : caveats;
  return coded.length === 0
    ? 'within the policy, with nothing unconfirmed'
    : coded.map(({ message }) => message).join('; ');
}
