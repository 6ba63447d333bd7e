import { countIndependent } from '../../verification/levels.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';

/** The snapshots of several nodes for one question. Indexes follow the planned order of the nodes. */
export type SnapshotComparison = {
  /** The slot of each snapshot. */
  readonly slots: readonly number[];
  /** Returns whether two snapshots give the same outcome. */
  readonly same: (a: number, b: number) => boolean;
  readonly relation: (a: number, b: number) => PairVerdict;
};

/** The result of comparing snapshots: a level with its source, or a conflict. */
export type Conclusion =
  | {
      readonly kind: 'level';
      readonly level: 'anchored' | 'single_source';
      readonly source: number;
      /** For `anchored`: the index of an independent snapshot with the same outcome, at the source's slot or later. */
      readonly reference?: number;
      /** Indexes of snapshots that contradict the source but have fewer votes. */
      readonly outvoted: readonly number[];
      /** Votes for the source minus votes against it. */
      readonly margin: number;
    }
  | { readonly kind: 'conflict'; readonly index: number; readonly contradictedBy: readonly number[] };

/**
 * Judges snapshots by these rules. Returns undefined when there is no snapshot.
 *
 * 1. A snapshot has one vote of its own. It gets further votes from other snapshots with the same outcome, if their
 * nodes are measured to be independent. The largest set of snapshots that are independent of this snapshot and of each
 * other gives one vote for each member.
 *
 * 2. The votes against a snapshot come from the largest such set among the snapshots with another outcome.
 * Contradicting snapshots of nodes without a measured verdict add one vote together. Nodes that share this snapshot's
 * upstream have no vote.
 *
 * 3. A snapshot is anchored if it has at least two votes and more votes than there are against it, and if one voter is
 * at its slot or later. Otherwise a snapshot without a vote against it is single_source, and any other snapshot is in
 * conflict.
 *
 * 4. The first anchored snapshot is the source. When none is anchored, any conflict makes the question a conflict.
 * Otherwise the first snapshot is the source.
 */
export function judgeSnapshots(comparison: SnapshotComparison): Conclusion | undefined {
  const indexes = [...comparison.slots.keys()];
  let alone: Conclusion | undefined;
  let conflict: Conclusion | undefined;
  for (const index of indexes) {
    const { confirmedBy, contradictedBy, votesFor, votesAgainst } = votesOn(comparison, indexes, index);
    const reference = confirmedBy.find((other) => slotAt(comparison, other) >= slotAt(comparison, index));
    if (votesFor >= 2 && votesFor > votesAgainst && reference !== undefined) {
      const margin = votesFor - votesAgainst;
      return { kind: 'level', level: 'anchored', source: index, reference, outvoted: contradictedBy, margin };
    }
    if (votesAgainst === 0) {
      alone ??= { kind: 'level', level: 'single_source', source: index, outvoted: [], margin: 1 };
    } else {
      conflict ??= { kind: 'conflict', index, contradictedBy };
    }
  }
  return conflict ?? alone;
}

function votesOn({ same, relation }: SnapshotComparison, indexes: readonly number[], index: number) {
  const others = indexes.filter((other) => other !== index);
  const confirmedBy = others.filter((other) => same(index, other) && relation(index, other) === 'independent');
  const contradictedBy = others.filter((other) => !same(index, other) && relation(index, other) !== 'shared_upstream');
  const against = contradictedBy.filter((other) => relation(index, other) === 'independent');
  const groups = (members: readonly number[]): number =>
    countIndependent(members.map(String), (a, b) => relation(Number(a), Number(b)));
  return {
    confirmedBy,
    contradictedBy,
    votesFor: 1 + groups(confirmedBy),
    votesAgainst: groups(against) + (against.length < contradictedBy.length ? 1 : 0),
  };
}

function slotAt({ slots }: SnapshotComparison, index: number): number {
  return slots[index] ?? 0;
}
