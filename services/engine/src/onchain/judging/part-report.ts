import { reaches, type DataType, type Level } from '@assay/catalog/define';
import type { AttemptReport, AnswerReport } from '../../verification/report.ts';
import type { ChainNode } from '../nodes/node.ts';
import type { Slots } from '../nodes/slot-tracker.ts';
import type { Derived } from '../types/define.ts';
import type { Confirmation } from './confirm.ts';
import type { Meter } from '../reads/cost-budget.ts';
import type { PeerSaid } from '../opinions/opinion-providers.ts';
import { conflictReason, failureReason, levelReason, shortfall } from './reasons.ts';
import { readingReports } from './attempt-reports.ts';
import { sourceView, type Judgement } from './reconcile.ts';
import type { Desk, View } from '../reads/read-session.ts';

/** Everything that one part's report is made of. */
export type PartFacts = {
  readonly part: {
    readonly type: DataType;
    readonly paramsJson: string;
    readonly required: Level;
    readonly meter: Meter;
  };
  readonly index: number;
  readonly desk: Desk;
  readonly nodes: readonly ChainNode[];
  readonly judgement: Judgement;
  readonly confirmation: Confirmation | undefined;
  readonly peers: readonly PeerSaid[];
  /** Attempts that were made besides reading accounts. */
  readonly others: readonly AttemptReport[];
  readonly slots: Slots;
};

/** What became of one question of a call: the datum with its level, or why there is none. */
export function reportOfPart(facts: PartFacts): AnswerReport {
  const { part, index, desk, judgement, confirmation, peers, others } = facts;
  const source = sourceView(judgement);
  const readings = readingReports(desk, index, judgement);
  const common = {
    type: part.type,
    paramsJson: part.paramsJson,
    totalCostMicros: part.meter.spentMicros() + peers.reduce((sum, { attempt }) => sum + attempt.costMicros, 0n),
    attempts: [...readings, ...others, ...peers.map(({ attempt }) => attempt)],
    pairs: judgement.pairs,
  };
  if (judgement.judged?.kind === 'conflict') {
    return { ...common, outcome: 'refused', reason: conflictReason(judgement, index, judgement.judged) };
  }
  const outcome = source?.outcomes[index];
  if (source === undefined || outcome === undefined) {
    return { ...common, ...failureReason(part.type.id, desk, index) };
  }
  if (outcome.kind === 'problem') {
    const { code, message } = outcome.problem;
    return { ...common, outcome: 'no_source', reason: message, problemCode: code };
  }
  const derived = outcome.value;
  const contradictions = peers.flatMap(({ attempt, contradiction }) => {
    const what = contradiction(derived);
    return what === undefined ? [] : [`${attempt.provider} contradicts the state of the chain: ${what}`];
  });
  if (contradictions.length > 0) {
    return { ...common, outcome: 'refused', reason: contradictions.join('; ') };
  }
  if (confirmation?.kind === 'contradicted') {
    const reason = `${confirmation.reason}, and what ${source.node.name} shows gives ${derived.simulation?.amountOut}`;
    return { ...common, outcome: 'refused', reason };
  }
  return judgedReport(facts, source, derived, common);
}

/** The report of a datum that nothing contradicts. */
function judgedReport(
  { part, judgement, index, confirmation, desk, nodes, slots }: PartFacts,
  source: View,
  derived: Derived,
  common: Pick<AnswerReport, 'type' | 'paramsJson' | 'totalCostMicros' | 'attempts' | 'pairs'>,
): AnswerReport {
  const { judged } = judgement;
  const anchored = judged?.kind === 'level' && judged.level === 'anchored';
  const level: Level = !anchored ? 'single_source' : confirmation?.kind === 'unconfirmed' ? 'consensus' : 'anchored';
  const data = confirmation?.kind === 'confirmed' ? { ...derived.data, simulated: true } : derived.data;
  const used = {
    source: source.node.name,
    dataJson: JSON.stringify(part.type.data.parse(data)),
    costMicros: source.reading.costsMicros[index] ?? 0n,
  };
  const short = shortfall({ judgement, desk, nodes, slots, confirmation });
  if (!reaches(level, part.required)) {
    const reason = `${part.required} was required and only ${level} was reached: ${short}`;
    return { ...common, level, used, outcome: 'refused', reason };
  }
  const reason =
    level === 'single_source'
      ? `one node was read and no independent node confirmed it: ${short}`
      : levelReason(judgement, index, confirmation);
  return { ...common, level, used, outcome: 'delivered', reason };
}
