import type { CallContext } from '@assay/rpc/context';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { RecordGateRequest } from '@assay/rpc/gen/assay/engine/v1/RecordGateRequest';
import type { VerifySwapResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifySwapResponse';
import { toProtoLevel } from '@assay/rpc/levels';
import type { ServiceClient } from '@assay/rpc/methods';
import { decide, type Judgement, type Policy } from './decide.ts';
import { evidenceOf } from './evidence.ts';

/** What the gate asks of the engine. */
export type Engine = Pick<ServiceClient<EngineServiceDefinition>, 'VerifySwap'>;

/** A trade that a caller asks about. */
export type Question = {
  /** Parameters of chain.swap_quote in their normal form. */
  readonly trade: Readonly<Record<string, string>> & { readonly payer: string };
  readonly policy: Policy;
  readonly accountId: string;
};

/** What was decided, what it rests on, and what has to be kept of both before either is told. */
export type Judged = {
  readonly judgement: Judgement;
  readonly found: VerifySwapResponse__Output;
  readonly record: RecordGateRequest;
};

/** Judges one trade. */
export type Judge = (question: Question, context: CallContext) => Promise<Judged>;

/** What judging needs. */
export type JudgePorts = {
  readonly engine: Engine;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
};

/**
 * Has the engine answer both parts at once, and decides. Keeping the decision is left to the gateway, which does it while
 * the call is settled. What the engine throws passes through.
 */
export function createJudge({ engine, now }: JudgePorts): Judge {
  return async ({ trade, policy, accountId }, context) => {
    const startedAtMs = now();
    const found = await engine.VerifySwap(
      {
        params_json: JSON.stringify(trade),
        account_id: accountId,
        ...(policy.minLevel === undefined ? {} : { min_level: toProtoLevel(policy.minLevel) }),
      },
      context,
    );
    const judgement = decide(evidenceOf(trade.payer, found), policy);
    const { decision, reasons, caveats } = judgement;
    const checkedMint = found.checked_mint === '' ? null : found.checked_mint;
    const record = {
      account_id: accountId,
      question_json: JSON.stringify({ ...trade, policy }),
      decision,
      judgement_json: JSON.stringify({ checkedMint, reasons, caveats }),
      reason: sentenceOf(judgement),
      latency_ms: Math.max(0, Math.round(now() - startedAtMs)),
      decisions: found.decisions,
    };
    return { judgement, found, record };
  };
}

function sentenceOf({ decision, reasons, caveats }: Judgement): string {
  const grounds = decision === 'refuse' ? reasons : caveats;
  return grounds.length === 0
    ? 'within the policy, with nothing unconfirmed'
    : grounds.map(({ message }) => message).join('; ');
}
