import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import { isSound, type NodeSnapshot } from '../reads/node-snapshot.ts';
import type { MeasuredNodes } from '../reads/plan-nodes.ts';
import type { ReadSession } from '../reads/read-session.ts';
import { sameOutcome } from '../reads/same-outcome.ts';
import type { Derived } from '../types/define.ts';
import { judgeSnapshots, type Conclusion } from './judge-snapshots.ts';

/**
 * The snapshots with a sound outcome for one question of a call, and the conclusion that the engine draws from them.
 */
export type PartJudgement = {
  readonly snapshots: readonly NodeSnapshot[];
  /** Undefined when no node has a sound outcome. */
  readonly conclusion: Conclusion | undefined;
  /** The pairs of nodes whose measured verdicts decide the conclusion. */
  readonly pairs: readonly MeasuredPair[];
};

/** Judges the snapshots of a session for one question. `part` is the index of the question in the call. */
export function judgePart(session: ReadSession, part: number, measured: MeasuredNodes): PartJudgement {
  const snapshots = session.snapshots().filter(({ outcomes }) => isSound(outcomes[part]));
  const pairs = new Map<string, MeasuredPair>();
  const relation = (a: number, b: number): MeasuredPair['verdict'] => {
    const [left, right] = [snapshots[a], snapshots[b]];
    if (left === undefined || right === undefined) {
      return 'unknown';
    }
    const pair = measured(left.node.id, right.node.id);
    const key = [left.node.id, right.node.id].toSorted().join(' ');
    pairs.set(key, { ...pair, a: left.node.name, b: right.node.name });
    return pair.verdict;
  };
  const conclusion = judgeSnapshots({
    slots: snapshots.map(({ state }) => state.slot),
    same: (a, b) => {
      const [left, right] = [snapshots[a], snapshots[b]];
      return left !== undefined && right !== undefined && sameOutcome(left, right, part);
    },
    relation,
  });
  return { snapshots, conclusion, pairs: [...pairs.values()] };
}

/** Returns the snapshot that the answer is based on. It contains either the datum, or the proof that there is none. */
export function sourceSnapshot(judgement: PartJudgement | undefined): NodeSnapshot | undefined {
  const conclusion = judgement?.conclusion;
  return conclusion?.kind === 'level' ? judgement?.snapshots[conclusion.source] : undefined;
}

/**
 * Returns the datum that could be delivered for one question. Returns undefined when the source's snapshot has no
 * datum.
 */
export function deliverable(judgement: PartJudgement | undefined, part: number): Derived | undefined {
  const outcome = sourceSnapshot(judgement)?.outcomes[part];
  return outcome?.kind === 'value' ? outcome.value : undefined;
}
