import { cellAt } from './banks.ts';
import { INDEPENDENCE } from './constants.ts';
import { largestIndependentSet } from './independent-set.ts';
import { VERDICTS, type Verdict } from './judge.ts';
import { EVIDENCE_CELLS, type IndependenceState } from './state.ts';
import { EVIDENCE } from './weigh.ts';

/** Who belongs together by the last judgement; names sorted, sets sorted by their first name. */
export type Clusters = {
  readonly clusters: readonly (readonly string[])[];
  /** Pairs that share an upstream, whether or not they stand in one cluster. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Providers made of several independent upstreams; they never join those. */
  readonly composites: readonly string[];
};

/** The verdict on a pair by its own evidence alone; `verdictOf` also follows others. */
export function verdictAt(state: IndependenceState, one: number, other: number): Verdict {
  const pair = Math.min(one, other) * state.capacity + Math.max(one, other);
  return VERDICTS[cellAt(state.judgement.verdicts, pair)] ?? 'unknown';
}

/** A number of the evidence on an ordered pair. */
export function evidenceAt(state: IndependenceState, one: number, other: number, cell: number): number {
  return cellAt(state.judgement.evidence, (one * state.capacity + other) * EVIDENCE_CELLS + cell);
}

const linked = (state: IndependenceState, one: number, other: number): boolean =>
  one !== other && verdictAt(state, one, other) === 'shared_upstream';

const either = (state: IndependenceState, one: number, other: number, cell: number): number =>
  Math.max(evidenceAt(state, one, other, cell), evidenceAt(state, other, one, cell));

/** Whether `one` is clearly where `other` takes its values from: they repeat earlier values of `one` far more than the reverse. */
function leads(state: IndependenceState, one: number, other: number): boolean {
  const forward = evidenceAt(state, other, one, EVIDENCE.forward);
  return (
    forward > INDEPENDENCE.leadNats &&
    forward > INDEPENDENCE.leadRatio * evidenceAt(state, one, other, EVIDENCE.forward)
  );
}

/** The pairs of neighbours of a provider that have nothing to do with each other, unless the provider is their source. */
function contradictions(state: IndependenceState, index: number, neighbours: readonly number[]): number {
  let count = 0;
  for (const [place, one] of neighbours.entries()) {
    for (const other of neighbours.slice(place + 1)) {
      const apart = evidenceAt(state, one, other, EVIDENCE.total) < INDEPENDENCE.unlinkNats;
      if (apart && !leads(state, index, one) && !leads(state, index, other)) {
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
        (other) =>
          composite[other] === true &&
          either(state, index, other, EVIDENCE.lastingShare) >= INDEPENDENCE.compositeShare,
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
    let most = 0;
    for (const [index, all] of near.entries()) {
      if (composite[index] === true) {
        continue;
      }
      const count = contradictions(
        state,
        index,
        all.filter((other) => composite[other] === false),
      );
      if (count > most) {
        most = count;
        worst = index;
      }
    }
    if (worst < 0) {
      return copiesToo(state, near, composite);
    }
    composite[worst] = true;
  }
}

function overlap(one: readonly number[], other: readonly number[]): number {
  const both = one.filter((index) => other.includes(index)).length;
  return both / (one.length + other.length - both);
}

/** Whether a link rests on coincidences alone, and on too few of them for one to be a copy of the other. */
function partial(state: IndependenceState, one: number, other: number): boolean {
  // What is being measured again after a change of tick shows too little of anything.
  if (either(state, one, other, EVIDENCE.spike) < INDEPENDENCE.linkNats) {
    return false;
  }
  const otherwise = [EVIDENCE.markup, EVIDENCE.stamp, EVIDENCE.stale, EVIDENCE.hat].some(
    (cell) => either(state, one, other, cell) > INDEPENDENCE.unlinkNats,
  );
  return !otherwise && either(state, one, other, EVIDENCE.coverage) < INDEPENDENCE.partialCoverage;
}

/** Whether two composites are one: made of the same inputs, or the one showing nearly all that the other shows. */
function sameMixture(
  state: IndependenceState,
  near: readonly (readonly number[])[],
  one: number,
  other: number,
): boolean {
  const inputs = overlap([one, ...(near[one] ?? [])], [other, ...(near[other] ?? [])]);
  const shows = either(state, one, other, EVIDENCE.lastingShare);
  return (
    inputs >= INDEPENDENCE.compositeOverlap ||
    (inputs >= INDEPENDENCE.copiedCompositeOverlap && shows >= INDEPENDENCE.compositeShare)
  );
}

type Groups = { readonly group: readonly number[]; readonly composite: readonly boolean[] };

/** The group of every provider: linked providers are together, but for composites, which join only their like. */
function groupsOf(state: IndependenceState): Groups {
  const places = state.providers.map((_, index) => index);
  const near = places.map((index) => places.filter((other) => linked(state, index, other)));
  const composite = compositesOf(state, near);
  const group = [...places];
  for (const one of places) {
    for (const other of near[one] ?? []) {
      if (other < one || composite[one] !== composite[other]) {
        continue;
      }
      if (composite[one] === true ? !sameMixture(state, near, one, other) : partial(state, one, other)) {
        continue;
      }
      const [keep, drop] = [group[one] ?? one, group[other] ?? other];
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
export function clusters(state: IndependenceState): Clusters {
  const { group, composite } = groupsOf(state);
  const places = state.providers.map((_, index) => index);
  const nameOf = (index: number): string => state.providers[index]?.name ?? '';
  const pairs: (readonly [string, string])[] = [];
  for (const one of places) {
    for (const other of places.slice(one + 1)) {
      if (!linked(state, one, other) && group[one] !== group[other]) {
        continue;
      }
      pairs.push(nameOf(one) < nameOf(other) ? [nameOf(one), nameOf(other)] : [nameOf(other), nameOf(one)]);
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
export function verdictOf(state: IndependenceState, one: number, other: number): Verdict {
  return verdictIn(state, groupsOf(state), one, other);
}

/** Whether two providers are one upstream altogether; linked ones that are not share a part only. */
export function isWhole(state: IndependenceState, one: number, other: number): boolean {
  const { group } = groupsOf(state);
  return group[one] === group[other];
}

/** Whether both show traces of one provider that is no mixture: two copies of it that nothing else has shown yet. */
function meetInThird(state: IndependenceState, { composite }: Groups, one: number, other: number): boolean {
  const traces = (index: number, third: number): boolean =>
    linked(state, index, third) || evidenceAt(state, index, third, EVIDENCE.total) >= INDEPENDENCE.independentNats;
  return composite.some(
    (mixed, third) => !mixed && third !== one && third !== other && traces(one, third) && traces(other, third),
  );
}

function verdictIn(state: IndependenceState, groups: Groups, one: number, other: number): Verdict {
  if (groups.group[one] === groups.group[other]) {
    return 'shared_upstream';
  }
  const verdict = verdictAt(state, one, other);
  return verdict === 'independent' && meetInThird(state, groups, one, other) ? 'unknown' : verdict;
}

/**
 * How many of these providers are independent of one another by measurement: the largest set of which every two are proven
 * independent. Names that the state does not know, and pairs that are not judged yet, count as dependent on everything.
 */
export function independentCount(state: IndependenceState, providers: readonly string[]): number {
  const names = [...new Set(providers)].slice(0, INDEPENDENCE.providersMax);
  const places = names.map((name) => state.providers.findIndex((provider) => provider.name === name));
  const groups = groupsOf(state);
  const joined = places.map((one, row) =>
    places.reduce((bits, other, column) => {
      const proven = one >= 0 && other >= 0 && verdictIn(state, groups, one, other) === 'independent';
      return row === column || proven ? bits : bits | (1 << column);
    }, 0),
  );
  return largestIndependentSet(joined);
}
