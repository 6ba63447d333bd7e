import type { DecideSwapRequest__Output } from '@assay/rpc/gen/assay/engine/v1/DecideSwapRequest';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { VerifySwapRequest__Output } from '@assay/rpc/gen/assay/engine/v1/VerifySwapRequest';
import type { VerifySwapResponse } from '@assay/rpc/gen/assay/engine/v1/VerifySwapResponse';
import { levels, type Level } from '@assay/catalog/define';
import { traceIdOf, type CallContext } from '@assay/rpc/context';
import { fromProtoLevel } from '@assay/rpc/levels';
import { fromProtoParams } from '@assay/rpc/params';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { decisionsOfTrace, encodeDecision, gateDecision } from './decisions/decision.ts';
import { decided, requiredLevel } from './decisions/decided.ts';
import type { UndecidedSwap, UndecidedSwaps } from './decisions/undecided-swaps.ts';
import type { RecordDecision } from './decisions/decision-writer.ts';
import type { EngineAnswer } from './verification/answer.ts';
import type { SwapAnswer, SwapQuestion } from './verification/swap-answer.ts';

/** The dependencies of the methods that a gate call uses. */
export type SwapPorts = {
  /** Quotes a swap and judges the risk of the token that it pays out, from the same snapshots of the chain. */
  readonly verifySwap: (question: SwapQuestion, context: CallContext) => Promise<SwapAnswer>;
  readonly undecided: UndecidedSwaps;
  readonly record: RecordDecision;
  /** Called with the answer about the quote, and with the answer about the risk. */
  readonly onDecision: (answer: EngineAnswer, context: CallContext) => void;
  readonly now: () => number;
};

/**
 * Returns the methods for a gate call. The engine keeps the quote and the risk in memory until the gate sends its
 * verdict. It then stores the three decisions in one write. If the gate or the engine fails before that, nothing is
 * stored and the caller gets no answer.
 */
export function swapHandlers(
  ports: SwapPorts,
): Pick<ServiceHandlers<EngineServiceDefinition>, 'VerifySwap' | 'DecideSwap' | 'RecordGate'> {
  return {
    VerifySwap: (request, context) => verifySwap(request, context, ports),
    DecideSwap: async (request, context) => {
      const swap = ports.undecided.take(request.undecided_id, traceIdOf(context));
      const nowMs = ports.now();
      await ports.record(gateDecision(judgedSwap(request, swap, nowMs), nowMs, context), swap.decisions);
      return {};
    },
    RecordGate: async (request, context) => {
      const { account_id: accountId, question_json: questionJson, judgement_json: judgementJson } = request;
      const { decision, reason, latency_ms: latencyMs } = request;
      const judged = { accountId, questionJson, decision, judgementJson, reason, latencyMs };
      const parts = decisionsOfTrace(request.decisions, context);
      await ports.record(gateDecision(judged, ports.now(), context), parts);
      return {};
    },
  };
}

async function verifySwap(
  request: VerifySwapRequest__Output,
  context: CallContext,
  ports: SwapPorts,
): Promise<VerifySwapResponse> {
  const { account_id: accountId } = request;
  const trade = fromProtoParams(request);
  const startedAtMs = ports.now();
  const required = requiredLevel(request.min_level);
  const swap = await ports.verifySwap({ params: trade, required }, context);
  const swapQuestion = {
    asker: { accountId, resolution: null },
    startedAtMs,
    decidedAtMs: ports.now(),
    required,
    readsDecision: request.reads_decisions,
  };
  const answers = swap.risk === undefined ? [swap.quote] : [swap.quote, swap.risk];
  const [quote, risk] = answers.map((answer) => decided(answer, swapQuestion, context));
  answers.forEach((answer) => ports.onDecision(answer, context));
  const decisions = Buffer.concat([quote, risk].flatMap((part) => (part ? [encodeDecision(part.decision)] : [])));
  const { checkedMint } = swap;
  const level = lowestLevel(answers);
  const kept = { traceId: traceIdOf(context), accountId, trade, checkedMint, level, decisions, startedAtMs };
  return {
    ...(quote === undefined ? {} : { quote: quote.response }),
    ...(risk === undefined ? {} : { risk: risk.response }),
    ...(request.names_verdict ? { undecided_id: ports.undecided.keep(kept) } : { decisions }),
    checked_mint: checkedMint,
    fee_bps: swap.feeBps === undefined ? '' : String(swap.feeBps),
    ...(swap.inputAccount === undefined ? {} : { input_account: swap.inputAccount }),
    ...(swap.outputAccount === undefined ? {} : { output_account: swap.outputAccount }),
  };
}

/**
 * Returns the lower level of a swap's quote and risk. A part that was not delivered is ignored. Returns undefined when
 * neither was delivered.
 */
function lowestLevel(answers: readonly EngineAnswer[]): Level | undefined {
  const reached = answers.flatMap(({ outcome, level }) =>
    outcome === 'delivered' && level !== undefined ? [level] : [],
  );
  return levels.find((level) => reached.includes(level));
}

/**
 * Returns the document of a gate decision: the trade with the policy, the verdict, and the gate's messages that explain
 * the verdict.
 */
function judgedSwap(
  request: DecideSwapRequest__Output,
  swap: UndecidedSwap,
  nowMs: number,
): Parameters<typeof gateDecision>[0] {
  const { decision, reasons, caveats } = request;
  const policy = {
    maxPriceImpactBps: request.max_price_impact_bps,
    maxRiskScore: request.max_risk_score,
    minLevel: fromProtoLevel(request.min_level),
  };
  const checkedMint = swap.checkedMint === '' ? null : swap.checkedMint;
  const because = (decision === 'refuse' ? reasons : caveats).map(({ message }) => message);
  return {
    accountId: swap.accountId,
    questionJson: JSON.stringify({ ...swap.trade, policy }),
    decision,
    ...(swap.level === undefined ? {} : { level: swap.level }),
    judgementJson: JSON.stringify({ checkedMint, reasons, caveats }),
    reason: because.join('; ') || 'within the policy, with nothing unconfirmed',
    latencyMs: Math.max(0, nowMs - swap.startedAtMs),
  };
}
