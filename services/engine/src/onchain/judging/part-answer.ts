import { reaches, type DataType, type Level } from '@assay/catalog/define';
import type { QuestionParams } from '@assay/providers/define';
import type { Attempt, EngineAnswer } from '../../verification/answer.ts';
import type { ChainNode } from '../nodes/node.ts';
import type { SlotTracker } from '@assay/solana/nodes/slot-tracker';
import type { GivenOpinion } from '../opinions/opinion-providers.ts';
import type { CostBudget } from '@assay/concurrency/cost-budget';
import type { NodeSnapshot } from '../reads/node-snapshot.ts';
import type { ReadSession } from '../reads/read-session.ts';
import type { Derived } from '../types/define.ts';
import { nodeAttempts } from './node-attempts.ts';
import type { Confirmation } from './confirm.ts';
import { sourceSnapshot, type PartJudgement } from './judge-part.ts';
import { conflictReason, failureReason, levelReason, shortfallReason } from './reasons.ts';

/** The data from which the engine makes the answer to one question of a call. */
export type PartAnswerInput = {
  readonly part: {
    readonly type: DataType;
    readonly params: QuestionParams;
    readonly required: Level;
    readonly budget: CostBudget;
  };
  /** The index of the question in the call. */
  readonly index: number;
  readonly session: ReadSession;
  readonly nodes: readonly ChainNode[];
  readonly judgement: PartJudgement;
  readonly confirmation: Confirmation | undefined;
  readonly opinions: readonly GivenOpinion[];
  /** The requests of the call that are not reads of accounts: holder lists and simulations. */
  readonly otherAttempts: readonly Attempt[];
  /** The reason why the holder lists come from a single node. Undefined when at least two nodes gave them. */
  readonly listShortfall: string | undefined;
  readonly slots: SlotTracker;
};

type CommonAnswer = Pick<EngineAnswer, 'type' | 'params' | 'totalCostMicros' | 'attempts' | 'pairs'>;

/** Returns the answer to one question of a call: the datum with its level, or the reason why there is none. */
export function answerOfPart(input: PartAnswerInput): EngineAnswer {
  const { part, index, session, judgement, confirmation, opinions, otherAttempts } = input;
  const source = sourceSnapshot(judgement);
  const common: CommonAnswer = {
    type: part.type,
    params: part.params,
    totalCostMicros: part.budget.spentMicros() + opinions.reduce((sum, { attempt }) => sum + attempt.costMicros, 0n),
    attempts: [...nodeAttempts(session, index, judgement), ...otherAttempts, ...opinions.map(({ attempt }) => attempt)],
    pairs: judgement.pairs,
  };
  if (judgement.conclusion?.kind === 'conflict') {
    return { ...common, outcome: 'refused', reason: conflictReason(judgement, index, judgement.conclusion) };
  }
  const outcome = source?.outcomes[index];
  if (source === undefined || outcome === undefined) {
    return { ...common, ...failureReason(part.type.id, session, index) };
  }
  if (outcome.kind === 'problem') {
    const { code, message } = outcome.problem;
    return { ...common, outcome: 'no_source', reason: message, problemCode: code };
  }
  const derived = outcome.value;
  const contradictions = opinions.flatMap(({ attempt, contradiction }) => {
    const contradictionText = contradiction(derived);
    return contradictionText === undefined
      ? []
      : [`${attempt.provider} contradicts the state of the chain: ${contradictionText}`];
  });
  if (contradictions.length > 0 && !outvotesOpinions(judgement)) {
    return { ...common, outcome: 'refused', reason: contradictions.join('; ') };
  }
  if (confirmation?.kind === 'contradicted') {
    const reason = `${confirmation.reason}, and the accounts on ${source.node.name} give ${derived.simulation?.amountOut}`;
    return { ...common, outcome: 'refused', reason };
  }
  const answer = uncontradictedAnswer(input, source, derived, common);
  return contradictions.length === 0
    ? answer
    : { ...answer, reason: `${answer.reason}; outvoted by independent nodes: ${contradictions.join('; ')}` };
}

/**
 * Returns whether the nodes outvote the opinions. All opinions together have one vote, because their independence is
 * not measured, and nobody knows at which time their providers read the chain.
 */
function outvotesOpinions({ conclusion }: PartJudgement): boolean {
  return conclusion?.kind === 'level' && conclusion.level === 'anchored' && conclusion.margin > 1;
}

function uncontradictedAnswer(
  { part, judgement, index, confirmation, session, nodes, slots, listShortfall }: PartAnswerInput,
  source: NodeSnapshot,
  derived: Derived,
  common: CommonAnswer,
): EngineAnswer {
  const { conclusion } = judgement;
  const agreed = conclusion?.kind === 'level' && conclusion.level === 'anchored';
  const anchored = agreed && listShortfall === undefined;
  const level: Level = !anchored ? 'single_source' : confirmation?.kind === 'unconfirmed' ? 'consensus' : 'anchored';
  const data = confirmation?.kind === 'confirmed' ? { ...derived.data, simulated: true } : derived.data;
  const used = {
    provider: source.node.name,
    dataJson: JSON.stringify(part.type.data.parse(data)),
    costMicros: source.attempt.costsMicros[index] ?? 0n,
  };
  const shortfall =
    agreed && listShortfall !== undefined
      ? listShortfall
      : shortfallReason({ judgement, session, nodes, slots, confirmation });
  if (!reaches(level, part.required)) {
    const reason = `${part.required} was required and only ${level} was reached: ${shortfall}`;
    return { ...common, level, used, outcome: 'refused', reason };
  }
  const reason =
    level === 'single_source'
      ? agreed
        ? `two independent nodes agree, but only about the holders that are listed: ${shortfall}`
        : `one node was read and no independent node confirmed it: ${shortfall}`
      : levelReason(judgement, confirmation);
  return { ...common, level, used, outcome: 'delivered', reason };
}
