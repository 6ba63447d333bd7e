import type { Outcome } from '@assay/solana/outcome';
import type { Attempt } from '../../verification/answer.ts';
import { isSound, type ReadAttempt } from '../reads/node-snapshot.ts';
import type { ReadSession } from '../reads/read-session.ts';
import type { Derived } from '../types/define.ts';
import type { PartJudgement } from './judge-part.ts';

/**
 * Returns the reads of a call as attempts, in the form in which the decision on one question stores them. They are in
 * the order in which the nodes were asked.
 */
export function nodeAttempts(session: ReadSession, part: number, { conclusion, snapshots }: PartJudgement): Attempt[] {
  const attemptAt = (index: number | undefined): ReadAttempt | undefined =>
    index === undefined ? undefined : snapshots[index]?.attempt;
  const source = conclusion?.kind === 'level' ? attemptAt(conclusion.source) : undefined;
  const reference = conclusion?.kind === 'level' ? attemptAt(conclusion.reference) : undefined;
  return session.attempts.map((attempt, index) => ({
    provider: attempt.node.name,
    span: `read ${attempt.node.id}`,
    role: roleOf(attempt, { source, reference, first: index === 0 }),
    ...responseOf(attempt, part),
    askedAtMs: attempt.askedAtMs,
    receivedAtMs: attempt.result?.receivedAtMs ?? 0,
    costMicros: attempt.costsMicros[part] ?? 0n,
    coalesced: attempt.result?.coalesced ?? false,
  }));
}

function roleOf(
  attempt: ReadAttempt,
  known: {
    readonly source: ReadAttempt | undefined;
    readonly reference: ReadAttempt | undefined;
    readonly first: boolean;
  },
): Attempt['role'] {
  if (attempt === known.source) {
    return 'source';
  }
  if (attempt === known.reference) {
    return 'reference';
  }
  if (attempt.hedge) {
    return 'hedge';
  }
  return known.first && known.source === undefined ? 'source' : 'peer';
}

function responseOf(
  { result, exclusion }: ReadAttempt,
  part: number,
): Pick<Attempt, 'outcome' | 'detail' | 'dataJson' | 'httpStatus'> {
  if (result === undefined) {
    return { outcome: 'timeout', detail: 'enough others had answered', dataJson: '', httpStatus: 0 };
  }
  if (result.end.kind === 'failed') {
    const { outcome, detail, httpStatus } = result.end;
    return { outcome, detail, dataJson: '', httpStatus };
  }
  const outcome = result.end.outcomes[part];
  const dataJson = dataOf(outcome, result.end.state.slot);
  if (exclusion !== '') {
    return { outcome: 'stale', detail: exclusion, dataJson, httpStatus: 200 };
  }
  if (outcome?.kind !== 'problem') {
    return { outcome: 'ok', detail: '', dataJson, httpStatus: 200 };
  }
  const { code, message } = outcome.problem;
  return {
    outcome: isSound(outcome) ? 'no_datum' : 'malformed',
    detail: `${code}: ${message}`,
    dataJson,
    httpStatus: 200,
  };
}

/**
 * Returns an outcome as JSON. If the outcome is a problem, the JSON also contains its slot, so that the decision shows
 * which reads differ.
 */
function dataOf(outcome: Outcome<Derived> | undefined, slot: number): string {
  return outcome?.kind === 'value'
    ? JSON.stringify(outcome.value.data)
    : JSON.stringify({ slot, problem: outcome?.problem.code ?? null });
}
