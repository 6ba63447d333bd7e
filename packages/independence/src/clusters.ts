import { cellAt } from './generation-counters.ts';
import { compositeRule } from './constants/composites.ts';
import { memoryLimits } from './constants/memory.ts';
import { verdictThresholds } from './constants/verdicts.ts';
import { largestIndependentSet } from './independent-set.ts';
import { pairVerdicts, type PairVerdict } from './judge.ts';
import { evidenceCells, type IndependenceState } from './state.ts';
import { evidenceCell } from './score-pairs.ts';

/** Who belongs together by the last judgement; names sorted, sets sorted by their first name. */
export type ProviderClusters = {
  readonly clusters: readonly (readonly string[])[];
  /** Pairs that share an upstream, whether or not they stand in one cluster. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Providers made of several independent upstreams; they never join those. */
  readonly composites: readonly string[];
};

/** The verdict on a pair by its own evidence alone; `verdictOf` also follows others. */
export function verdictAt(state: IndependenceState, a: number, b: number): PairVerdict {
  const pair = Math.min(a, b) * state.capacity + Math.max(a, b);
  return pairVerdicts[cellAt(state.judgement.verdicts, pair)] ?? 'unknown';
}

/** A number of the evidence on an ordered pair. */
export function evidenceAt(state: IndependenceState, a: number, b: number, cell: number): number {
  return cellAt(state.judgement.evidence, (a * state.capacity + b) * evidenceCells + cell);
}

const linked = (state: IndependenceState, a: number, b: number): boolean =>
  a !== b && verdictAt(state, a, b) === 'shared_upstream';

const either = (state: IndependenceState, a: number, b: number, cell: number): number =>
  Math.max(evidenceAt(state, a, b, cell), evidenceAt(state, b, a, cell));

/** Whether `one` is clearly where `other` takes its values from: they repeat earlier values of `one` far more than the reverse. */
function leads(state: IndependenceState, a: number, b: number): boolean {
  const forward = evidenceAt(state, b, a, evidenceCell.forward);
  return (
    forward > compositeRule.leadNats &&
    forward > compositeRule.leadRatio * evidenceAt(state, a, b, evidenceCell.forward)
  );
}

/** The pairs of neighbours of a provider that have nothing to do with each other, unless the provider is their source. */
function contradictions(state: IndependenceState, index: number, neighbours: readonly number[]): number {
  let count = 0;
  for (const [place, a] of neighbours.entries()) {
    for (const b of neighbours.slice(place + 1)) {
      const apart = evidenceAt(state, a, b, evidenceCell.total) < verdictThresholds.unlinkNats;
      if (apart && !leads(state, index, a) && !leads(state, index, b)) {
        count++;
      }
    }
  }
  return count;
}

/** Whoever shows nearly all that a composite shows is a copy of it, and so is one. */
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
 * The providers made of several upstreams: the one that contradicts most is taken out first, since a source with a copy
 * looks like a composite too as long as the composite that also contains it is there.
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

/** Whether a link rests on coincidences alone, and on too few of them for one to be a copy of the other. */
function partial(state: IndependenceState, a: number, b: number): boolean {
  // What is being measured again after a change of tick shows too little of anything.
  if (either(state, a, b, evidenceCell.coincidence) < verdictThresholds.linkNats) {
    return false;
  }
  const otherwise = [evidenceCell.markup, evidenceCell.stamp, evidenceCell.stale, evidenceCell.hat].some(
    (cell) => either(state, a, b, cell) > verdictThresholds.unlinkNats,
  );
  return !otherwise && either(state, a, b, evidenceCell.coverage) < compositeRule.minWholeCoverage;
}

/** Whether two composites are one: made of the same inputs, or the one showing nearly all that the other shows. */
function sameMixture(state: IndependenceState, near: readonly (readonly number[])[], a: number, b: number): boolean {
  const inputs = overlap([a, ...(near[a] ?? [])], [b, ...(near[b] ?? [])]);
  const shows = either(state, a, b, evidenceCell.lastingShare);
  return (
    inputs >= compositeRule.minOverlap ||
    (inputs >= compositeRule.minOverlapOfCopies && shows >= compositeRule.sameShare)
  );
}

type Groups = { readonly group: readonly number[]; readonly composite: readonly boolean[] };

/** The group of every provider: linked providers are together, but for composites, which join only their like. */
function groupsOf(state: IndependenceState): Groups {
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
      for (const index of places) {
        if (group[index] === drop) {
          group[index] = keep;
        }
      }
    }
  }
  return { group, composite };
}

/** Groups providers by the last judgement. Composites are dependent on all their inputs and bridge none of them. */
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
 * The verdict on a pair with what others show about it: two copies of one provider share its upstream even where nothing
 * shows it between themselves.
 */
export function verdictOf(state: IndependenceState, a: number, b: number): PairVerdict {
  return verdictIn(state, groupsOf(state), a, b);
}

/** Whether two providers are one upstream altogether; linked ones that are not share a part only. */
export function isWhole(state: IndependenceState, a: number, b: number): boolean {
  const { group } = groupsOf(state);
  return group[a] === group[b];
}

/** Whether both show traces of one provider that is no mixture: two copies of it that nothing else has shown yet. */
function meetInThird(state: IndependenceState, { composite }: Groups, a: number, b: number): boolean {
  const traces = (index: number, third: number): boolean =>
    linked(state, index, third) || evidenceAt(state, index, third, evidenceCell.total) >= verdictThresholds.noTraceNats;
  return composite.some((mixed, third) => !mixed && third !== a && third !== b && traces(a, third) && traces(b, third));
}

function verdictIn(state: IndependenceState, groups: Groups, a: number, b: number): PairVerdict {
  if (groups.group[a] === groups.group[b]) {
    return 'shared_upstream';
  }
  const verdict = verdictAt(state, a, b);
  return verdict === 'independent' && meetInThird(state, groups, a, b) ? 'unknown' : verdict;
}

/**
 * How many of these providers are independent of one another by measurement: the largest set of which every two are proven
 * independent. Names that the state does not know, and pairs that are not judged yet, count as dependent on everything.
 */
export function independentCount(state: IndependenceState, providers: readonly string[]): number {
  const names = [...new Set(providers)].slice(0, memoryLimits.maxProviders);
  const places = names.map((name) => state.providers.findIndex((provider) => provider.name === name));
  const groups = groupsOf(state);
  const joined = places.map((a, row) =>
    places.reduce((bits, b, column) => {
      const proven = a >= 0 && b >= 0 && verdictIn(state, groups, a, b) === 'independent';
      return row === column || proven ? bits : bits | (1 << column);
    }, 0),
  );
  return largestIndependentSet(joined);
}
