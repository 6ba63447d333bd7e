import { cleanText } from '@assay/faults/clean-text';
import type { Outcome } from '@assay/solana/outcome';
import type { EngineAnswer } from '../../verification/answer.ts';
import type { ChainNode } from '../nodes/node.ts';
import { maxSlotsBehind, type SlotTracker } from '@assay/solana/nodes/slot-tracker';
import { isSound, type NodeSnapshot, type ReadAttempt } from '../reads/node-snapshot.ts';
import type { ReadSession } from '../reads/read-session.ts';
import type { Derived } from '../types/define.ts';
import type { Confirmation } from './confirm.ts';
import type { PartJudgement } from './judge-part.ts';
import type { Conclusion } from './judge-snapshots.ts';

/**
 * Returns the text that explains a level above single_source: which node confirms the source, and which nodes were
 * outvoted.
 */
export function levelReason({ conclusion, snapshots }: PartJudgement, confirmation: Confirmation | undefined): string {
  if (conclusion?.kind !== 'level' || conclusion.reference === undefined) {
    return '';
  }
  const [source, reference] = [snapshots[conclusion.source], snapshots[conclusion.reference]];
  const outvotedReads = conclusion.outvoted.flatMap((index) => snapshots[index]?.node.name ?? []);
  const outvotedSimulations = confirmation?.kind === 'confirmed' ? confirmation.outvoted : [];
  const outvoted = [...outvotedReads, ...outvotedSimulations];
  const end = outvoted.length === 0 ? '' : `; outvoted: ${outvoted.join(', ')}`;
  if (confirmation?.kind === 'confirmed') {
    return `${confirmation.node.name}, measured to be independent of ${source?.node.name}, simulated the swap and got the same amount${end}`;
  }
  const same = `${reference?.node.name}, measured to be independent of ${source?.node.name}, gives the same datum at slot ${reference?.state.slot}`;
  return confirmation?.kind === 'unconfirmed' ? `${same}; ${confirmation.reason}${end}` : same + end;
}

/**
 * Returns the text that explains why a conflict prevents an answer: which nodes contradict each other, and in which
 * fields.
 */
export function conflictReason(
  { snapshots }: PartJudgement,
  part: number,
  { index, contradictedBy }: Extract<Conclusion, { kind: 'conflict' }>,
): string {
  const own = snapshots[index];
  const contradictions = contradictedBy.flatMap((other) => {
    const snapshot = snapshots[other];
    return own === undefined || snapshot === undefined
      ? []
      : [`${snapshot.node.name} at slot ${snapshot.state.slot} (${differences(own, snapshot, part)})`];
  });
  return `nodes of the chain contradict each other without a majority: ${own?.node.name} at slot ${own?.state.slot} is contradicted by ${contradictions.join(', ')}`;
}

const maxShownFields = 3;
const maxValueLength = 80;

/** Returns the names of the fields in which two snapshots differ, as text. */
function differences(a: NodeSnapshot, b: NodeSnapshot, part: number): string {
  const [left, right] = [a.outcomes[part], b.outcomes[part]];
  if (left?.kind !== 'value' || right?.kind !== 'value') {
    const textOf = (outcome: Outcome<Derived> | undefined): string =>
      outcome?.kind === 'problem' ? outcome.problem.message : 'there is a datum';
    return `${textOf(right)}, against: ${textOf(left)}`;
  }
  const fields = Object.keys(left.value.data).filter((name) => name !== 'slot');
  const shown = (value: unknown): string => cleanText(JSON.stringify(value), maxValueLength);
  return fields
    .filter((name) => shown(left.value.data[name]) !== shown(right.value.data[name]))
    .slice(0, maxShownFields)
    .map((name) => `${name} ${shown(right.value.data[name])} against ${shown(left.value.data[name])}`)
    .join(', ');
}

/**
 * Returns the outcome of a question to which no node gave a sound answer, and the reason. If at least two nodes have
 * the same problem in their accounts, the problem is in the chain itself. The outcome is then `no_source`.
 */
export function failureReason(
  type: string,
  session: ReadSession,
  part: number,
): Pick<EngineAnswer, 'outcome' | 'reason'> & { readonly problemCode?: string } {
  const problems = session.snapshots().flatMap(({ outcomes }) => {
    const outcome = outcomes[part];
    return outcome?.kind === 'problem' ? [outcome.problem] : [];
  });
  const [first] = problems;
  if (first !== undefined && problems.length >= 2 && problems.every(({ code }) => code === first.code)) {
    return { outcome: 'no_source', reason: first.message, problemCode: first.code };
  }
  const failures = session.attempts.map((attempt) => `${attempt.node.name}: ${failureOf(attempt, part)}`);
  return {
    outcome: 'failed',
    reason: `no node could answer ${type}: ${[...new Set(failures)].join('; ') || 'no time was left to ask one'}`,
  };
}

function failureOf({ result, exclusion }: ReadAttempt, part: number): string {
  if (result === undefined) {
    return 'no answer in time';
  }
  if (result.end.kind === 'failed') {
    return result.end.detail;
  }
  const outcome = result.end.outcomes[part];
  return exclusion !== '' ? exclusion : outcome?.kind === 'problem' ? outcome.problem.message : 'it answered';
}

/** Returns the text that explains a level below anchored: for each other node, why it does not confirm the source. */
export function shortfallReason(known: {
  readonly judgement: PartJudgement;
  readonly session: ReadSession;
  readonly nodes: readonly ChainNode[];
  readonly slots: SlotTracker;
  readonly confirmation: Confirmation | undefined;
}): string {
  const { judgement, session, nodes, slots, confirmation } = known;
  if (confirmation?.kind === 'unconfirmed') {
    return confirmation.reason;
  }
  const { conclusion, snapshots } = judgement;
  const source = conclusion?.kind === 'level' ? snapshots[conclusion.source] : undefined;
  const others = snapshots.filter((snapshot) => snapshot !== source);
  const reasons: string[] = [];
  for (const { node } of others) {
    const pair = judgement.pairs.find(
      ({ a, b }) => [a, b].includes(node.name) && [a, b].includes(source?.node.name ?? ''),
    );
    reasons.push(
      pair?.verdict === 'shared_upstream'
        ? `${node.name} shares its upstream`
        : pair?.verdict === 'independent'
          ? `${node.name} shows an older slot`
          : `the independence of ${node.name} has not been measured yet`,
    );
  }
  const compared = new Set([source?.node, ...others.map(({ node }) => node)]);
  for (const node of nodes.filter((each) => !compared.has(each))) {
    const attempt = session.attempts.findLast((each) => each.node === node);
    reasons.push(absenceReason(node, attempt, slots));
  }
  return reasons.join('; ') || 'only one node of the chain is configured';
}

function absenceReason(node: ChainNode, attempt: ReadAttempt | undefined, slots: SlotTracker): string {
  const behind = slots.slotsBehind(node.id);
  if (behind > maxSlotsBehind) {
    return `${node.name} is ${behind} slots behind`;
  }
  if (attempt === undefined) {
    const state = node.breaker.state();
    return state === 'open' || state === 'half_open' ? `${node.name} is down` : `${node.name} was not needed`;
  }
  const end = attempt.result?.end;
  if (end === undefined) {
    return `${node.name} did not answer in time`;
  }
  if (end.kind === 'failed') {
    return `${node.name} failed (${end.detail})`;
  }
  return attempt.exclusion !== ''
    ? `${node.name} is too old (${attempt.exclusion})`
    : `${node.name} showed invalid bytes${end.outcomes.every(isSound) ? '' : ' for it'}`;
}
