import { countIndependent, type Relation } from '../../verification/levels.ts';

/** What the reads of several nodes are judged by. Places are in the order in which the nodes were to be asked. */
export type ViewsQuestion = {
  /** The slot of each read. */
  readonly slots: readonly number[];
  readonly same: (one: number, other: number) => boolean;
  readonly relation: (one: number, other: number) => Relation;
};

/** What they come to. */
export type JudgedViews =
  | {
      readonly kind: 'level';
      readonly level: 'anchored' | 'single_source';
      readonly source: number;
      /** The independent read, of no older a slot, that says the same; only for `anchored`. */
      readonly reference?: number;
      /** Reads that contradict and are outnumbered. */
      readonly outvoted: readonly number[];
    }
  | { readonly kind: 'conflict'; readonly place: number; readonly contradictedBy: readonly number[] };

/**
 * Judges reads by these rules.
 *
 * 1. For a read speak: itself, and the largest set of reads that say the same and are measured to be independent of it
 *    and of each other.
 * 2. Against it speak the largest such set among those that say something else and are independent of it, and one more
 *    for all together that say something else and of which nothing was measured. Nodes that are measured to share their
 *    upstream never speak for one another, nor against.
 * 3. It is anchored when at least two speak for it and they outnumber those against it, one of them at no older a slot;
 *    single_source when nobody speaks against it; nothing otherwise.
 * 4. The first that is anchored is the source. Where none is, the first is it when nothing contradicts any of them; else all
 *    are in conflict.
 */
export function judgeViews(question: ViewsQuestion): JudgedViews | undefined {
  const places = [...question.slots.keys()];
  let alone: JudgedViews | undefined;
  let conflict: JudgedViews | undefined;
  for (const place of places) {
    const { confirmedBy, contradictedBy, groupsFor, groupsAgainst } = standingOf(question, places, place);
    const reference = confirmedBy.find((other) => slotAt(question, other) >= slotAt(question, place));
    if (groupsFor >= 2 && groupsFor > groupsAgainst && reference !== undefined) {
      return { kind: 'level', level: 'anchored', source: place, reference, outvoted: contradictedBy };
    }
    if (groupsAgainst === 0) {
      alone ??= { kind: 'level', level: 'single_source', source: place, outvoted: [] };
    } else {
      conflict ??= { kind: 'conflict', place, contradictedBy };
    }
  }
  return conflict ?? alone;
}

function standingOf({ same, relation }: ViewsQuestion, places: readonly number[], place: number) {
  const others = places.filter((other) => other !== place);
  const confirmedBy = others.filter((other) => same(place, other) && relation(place, other) === 'independent');
  const contradictedBy = others.filter((other) => !same(place, other) && relation(place, other) !== 'shared_upstream');
  const against = contradictedBy.filter((other) => relation(place, other) === 'independent');
  const groups = (members: readonly number[]): number =>
    countIndependent(members.map(String), (one, other) => relation(Number(one), Number(other)));
  return {
    confirmedBy,
    contradictedBy,
    groupsFor: 1 + groups(confirmedBy),
    groupsAgainst: groups(against) + (against.length < contradictedBy.length ? 1 : 0),
  };
}

function slotAt({ slots }: ViewsQuestion, place: number): number {
  return slots[place] ?? 0;
}
