import { cellAt } from './banks.ts';
import { INDEPENDENCE } from './constants.ts';
import { largestIndependentSet } from './independent-set.ts';
import { EVIDENCE, VERDICTS, type Verdict } from './judge.ts';
import { EVIDENCE_CELLS, type IndependenceState } from './state.ts';

/** Who belongs together by the last judgement; names sorted, sets sorted by their first name. */
export type Clusters = {
  readonly clusters: readonly (readonly string[])[];
  /** Pairs that share an upstream, whether or not they stand in one cluster. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Providers made of several independent upstreams; they never join those. */
  readonly composites: readonly string[];
};

/** The verdict on a pair by its places in the state. */
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
      const apart = evidenceAt(state, one, other, EVIDENCE.total) < INDEPENDENCE.independentNats;
      if (apart && !leads(state, index, one) && !leads(state, index, other)) count++;
    }
  }
  return count;
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
      if (composite[index] === true) continue;
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
    if (worst < 0) return composite;
    composite[worst] = true;
  }
}

function overlap(one: readonly number[], other: readonly number[]): number {
  const both = one.filter((index) => other.includes(index)).length;
  return both / (one.length + other.length - both);
}

/** Groups providers by the last judgement. Composites are dependent on all their inputs and bridge none of them. */
export function clusters(state: IndependenceState): Clusters {
  const places = state.providers.map((_, index) => index);
  const near = places.map((index) => places.filter((other) => linked(state, index, other)));
  const composite = compositesOf(state, near);
  const group = [...places];
  const join = (one: number, other: number): void => {
    const [keep, drop] = [group[one] ?? one, group[other] ?? other];
    for (const index of places) if (group[index] === drop) group[index] = keep;
  };
  const pairs: [string, string][] = [];
  const nameOf = (index: number): string => state.providers[index]?.name ?? '';
  for (const one of places) {
    for (const other of near[one] ?? []) {
      if (other < one) continue;
      pairs.push([nameOf(one), nameOf(other)].toSorted() as [string, string]);
      if (composite[one] !== composite[other]) continue;
      const same =
        overlap([one, ...(near[one] ?? [])], [other, ...(near[other] ?? [])]) >= INDEPENDENCE.compositeOverlap;
      if (composite[one] === false || same) join(one, other);
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
 * How many of these providers are independent of one another by measurement: the largest set of which every two are proven
 * independent. Names that the state does not know, and pairs that are not judged yet, count as dependent on everything.
 */
export function independentCount(state: IndependenceState, providers: readonly string[]): number {
  const names = [...new Set(providers)].slice(0, INDEPENDENCE.providersMax);
  const places = names.map((name) => state.providers.findIndex((provider) => provider.name === name));
  const joined = places.map((one, row) =>
    places.reduce((bits, other, column) => {
      const proven = one >= 0 && other >= 0 && verdictAt(state, one, other) === 'independent';
      return row === column || proven ? bits : bits | (1 << column);
    }, 0),
  );
  return largestIndependentSet(joined);
}
