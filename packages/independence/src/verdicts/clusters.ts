import { cellAt } from '../generation-counters.ts';
import { compositeRule } from '../constants/composites.ts';
import { verdictThresholds } from '../constants/verdicts.ts';
import { pairPlace } from '../response/response-state.ts';
import { repeatsInPart } from '../repetition/repeats.ts';
import { pairVerdicts, type PairVerdict } from '@assay/catalog/outcomes';
import { evidenceCells, type IndependenceState } from '../state.ts';
import { evidenceCell } from '../movement/score-pairs.ts';

/** The groups of providers after the last judgement. Names are sorted, and groups are sorted by their first name. */
export type ProviderClusters = {
  readonly clusters: readonly (readonly string[])[];
  /** Pairs that share an upstream, within one group or across two groups. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Providers that mix several independent upstreams. They never join the groups of these upstreams. */
  readonly composites: readonly string[];
};

/** Returns the verdict on a pair from its own evidence only. `verdictOf` also uses the evidence on other providers. */
export function verdictAt(state: IndependenceState, a: number, b: number): PairVerdict {
  const pair = Math.min(a, b) * state.capacity + Math.max(a, b);
  return pairVerdicts[cellAt(state.judgement.verdicts, pair)] ?? 'unknown';
}

/** Returns one number of the evidence on an ordered pair. */
export function evidenceAt(state: IndependenceState, a: number, b: number, cell: number): number {
  return cellAt(state.judgement.evidence, (a * state.capacity + b) * evidenceCells + cell);
}

const linked = (state: IndependenceState, a: number, b: number): boolean =>
  a !== b && verdictAt(state, a, b) === 'shared_upstream';

const either = (state: IndependenceState, a: number, b: number, cell: number): number =>
  Math.max(evidenceAt(state, a, b, cell), evidenceAt(state, b, a, cell));

/**
 * Returns whether `b` takes its values from `a`. This is so if `b` repeats earlier values of `a` far more often than
 * `a` repeats earlier values of `b`.
 */
function leads(state: IndependenceState, a: number, b: number): boolean {
  const forward = evidenceAt(state, b, a, evidenceCell.forward);
  return (
    forward > compositeRule.leadNats &&
    forward > compositeRule.leadRatio * evidenceAt(state, a, b, evidenceCell.forward)
  );
}

/**
 * Counts the pairs of a provider's neighbours that share nothing with each other. A pair does not count if the provider
 * is the source of one of the two neighbours.
 */
function contradictions(state: IndependenceState, index: number, neighbours: readonly number[]): number {
  let count = 0;
  for (const [place, a] of neighbours.entries()) {
    for (const b of neighbours.slice(place + 1)) {
      const isCorrelated = evidenceAt(state, a, b, evidenceCell.correlation) >= compositeRule.minCorrelation;
      const apart = !isCorrelated && evidenceAt(state, a, b, evidenceCell.total) < verdictThresholds.unlinkNats;
      if (apart && !leads(state, index, a) && !leads(state, index, b)) {
        count++;
      }
    }
  }
  return count;
}

/** Marks the copies of composites as composites. A copy shows nearly all values of a composite. */
function copiesToo(
  state: IndependenceState,
  near: readonly (readonly number[])[],
  composite: readonly boolean[],
): boolean[] {
  return composite.map(
    (known, index) =>
      known ||
      (near[index] ?? []).some(
        (b) => composite[b] === true && either(state, index, b, evidenceCell.lastingShare) >= compositeRule.sameShare,
      ),
  );
}

/**
 * Returns, for each provider, whether it mixes several upstreams. It marks the provider with the most contradictions
 * first and then counts again without it. Until then, a source that has a copy also looks like a composite.
 */
function compositesOf(state: IndependenceState, near: readonly (readonly number[])[]): boolean[] {
  const composite = near.map(() => false);
  for (;;) {
    let worst = -1;
    let max = 0;
    for (const [index, all] of near.entries()) {
      if (composite[index] === true) {
        continue;
      }
      const count = contradictions(
        state,
        index,
        all.filter((b) => composite[b] === false),
      );
      if (count > max) {
        max = count;
        worst = index;
      }
    }
    if (worst < 0) {
      return copiesToo(state, near, composite);
    }
    composite[worst] = true;
  }
}

function overlap(a: readonly number[], b: readonly number[]): number {
  const both = a.filter((index) => b.includes(index)).length;
  return both / (a.length + b.length - both);
}

/** Returns whether a link rests only on coincidences, and on too few of them for a full copy. */
function partial(state: IndependenceState, a: number, b: number): boolean {
  // After a change of the tick the counts start again, so a low coverage means nothing yet.
  if (either(state, a, b, evidenceCell.coincidence) < verdictThresholds.linkNats) {
    return false;
  }
  const otherwise = [
    evidenceCell.markup,
    evidenceCell.stale,
    evidenceCell.corneredHat,
    evidenceCell.repetition,
    evidenceCell.lock,
  ].some((cell) => either(state, a, b, cell) > verdictThresholds.unlinkNats);
  const isPart =
    either(state, a, b, evidenceCell.coverage) < compositeRule.minWholeCoverage ||
    (repeatsInPart(state, a, b) && repeatsInPart(state, b, a));
  return !otherwise && isPart;
}

/**
 * Returns whether two composites belong to one group: they have mostly the same inputs, or one of them shows nearly all
 * values of the other.
 */
function sameMixture(state: IndependenceState, near: readonly (readonly number[])[], a: number, b: number): boolean {
  const inputs = overlap([a, ...(near[a] ?? [])], [b, ...(near[b] ?? [])]);
  const shows = either(state, a, b, evidenceCell.lastingShare);
  return (
    inputs >= compositeRule.minOverlap ||
    (inputs >= compositeRule.minOverlapOfCopies && shows >= compositeRule.sameShare)
  );
}

type Groups = { readonly group: readonly number[]; readonly composite: readonly boolean[] };

/**
 * Returns whether the response test refutes a shared part for at least one member of group `a` and one of group `b`.
 */
function areApart({ response }: IndependenceState, group: readonly number[], a: number, b: number): boolean {
  const inGroup = (wanted: number): number[] => group.flatMap((each, index) => (each === wanted ? [index] : []));
  return inGroup(a).some((left) => inGroup(b).some((right) => response.refuted[pairPlace(left, right)] === 1));
}

/**
 * Returns the group of every provider. Linked providers are in one group, but a composite joins only other composites.
 */
export function groupsOf(state: IndependenceState): Groups {
  const places = state.providers.map((_, index) => index);
  const near = places.map((index) => places.filter((b) => linked(state, index, b)));
  const composite = compositesOf(state, near);
  const group = [...places];
  for (const a of places) {
    for (const b of near[a] ?? []) {
      if (b < a || composite[a] !== composite[b]) {
        continue;
      }
      if (composite[a] === true ? !sameMixture(state, near, a, b) : partial(state, a, b)) {
        continue;
      }
      const [keep, drop] = [group[a] ?? a, group[b] ?? b];
      if (areApart(state, group, keep, drop)) {
        continue;
      }
      for (const index of places) {
        if (group[index] === drop) {
          group[index] = keep;
        }
      }
    }
  }
  return { group, composite };
}

/**
 * Returns the groups after the last judgement. A composite depends on all its inputs, and it joins none of their
 * groups.
 */
export function clusters(state: IndependenceState): ProviderClusters {
  const { group, composite } = groupsOf(state);
  const places = state.providers.map((_, index) => index);
  const nameOf = (index: number): string => state.providers[index]?.name ?? '';
  const pairs: (readonly [string, string])[] = [];
  for (const a of places) {
    for (const b of places.slice(a + 1)) {
      if (!linked(state, a, b) && group[a] !== group[b]) {
        continue;
      }
      pairs.push(nameOf(a) < nameOf(b) ? [nameOf(a), nameOf(b)] : [nameOf(b), nameOf(a)]);
    }
  }
  const sets = [...new Set(group)].map((top) =>
    places
      .filter((index) => group[index] === top)
      .map(nameOf)
      .toSorted(),
  );
  const byText = (left: readonly string[], right: readonly string[]): number =>
    left.join('\n') < right.join('\n') ? -1 : 1;
  return {
    clusters: sets.toSorted(byText),
    pairs: pairs.toSorted(byText),
    composites: places
      .filter((index) => composite[index])
      .map(nameOf)
      .toSorted(),
  };
}

/**
 * Returns the verdict on a pair, also from the evidence on other providers. Two copies of one provider share its
 * upstream even without direct evidence between the two.
 */
export function verdictOf(state: IndependenceState, a: number, b: number): PairVerdict {
  const { group } = groupsOf(state);
  return group[a] === group[b] ? 'shared_upstream' : verdictAt(state, a, b);
}

/**
 * Returns whether the providers of a linked pair share all of an upstream. A link between two different groups is only
 * a partial one.
 */
export function isWhole(state: IndependenceState, a: number, b: number): boolean {
  const { group } = groupsOf(state);
  return group[a] === group[b];
}
